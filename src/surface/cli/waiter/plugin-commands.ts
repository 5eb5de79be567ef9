/** `waiter plugin install` and `remove`. */
import type { InstalledPackage } from "#contract";
import { plain } from "../terminal.ts";
import type { Command } from "./command.ts";
import { sendPackage } from "./send-package.ts";

export const pluginInstall: Command = {
  words: ["plugin", "install"],
  usage: "plugin install FILE.hmap [--overwrite]",
  help: "install a plugin; --overwrite updates one that is there and keeps its data and settings",
  build: ([path = ""], { overwrite }) => ({
    method: "plugin.install",
    params: { overwrite },
    prepare: async (ask, signal) => ({ uploadId: await sendPackage(path, ask, signal) }),
    render: renderInstalled,
  }),
};

export const pluginRemove: Command = {
  words: ["plugin", "remove"],
  usage: "plugin remove NAME [--delete-data]",
  help: "remove an installed plugin; its folder, settings and devices stay unless --delete-data",
  build: ([name], { "delete-data": deleteData }) => ({
    method: "plugin.remove",
    params: { name, keepData: !deleteData },
    render: () => (deleteData ? "removed" : "removed; its data and settings were kept"),
  }),
};

/** What was installed, whether it runs, and what it asks for with its own reasons. */
function renderInstalled(installed: InstalledPackage): string {
  const { name, version, sha256, capabilities, changed, state, reason } = installed;
  const asks = Object.entries(capabilities).map(
    ([capability, wanted]) => `  ${capability} ${plain(JSON.stringify(wanted))}`,
  );
  const how = reason === null ? state : `${state}: ${plain(reason)}`;
  return [
    `installed ${name} ${version}${changed ? "" : " (the same code as before)"}`,
    `sha256 ${sha256}`,
    how,
    ...(asks.length === 0 ? ["asks for nothing"] : ["asks for:", ...asks]),
  ].join("\n");
}
