/** `hmapdev doctor`: what is wrong or missing in a plugin's folder, each with what to do. */
import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { messageOf, OperationalError } from "#base";
import { SDK_VERSION } from "#contract";
import { buildPlugin } from "./build.ts";
import { capabilitiesIn } from "./capability-use.ts";
import type { HmapdevOptions } from "./options.ts";
import { type PluginFolder, readPluginFolder, sourceFiles } from "./plugin-folder.ts";

/** One finding. Only a failure keeps the plugin from working. */
export interface Finding {
  readonly check: "manifest" | "names" | "sdk" | "settings" | "entry" | "capabilities" | "build";
  readonly state: "ok" | "warn" | "fail";
  readonly message: string;
  readonly hint?: string;
}

/** What a declaration that lists something looks like; an empty one would open nothing. */
const EXAMPLES: Readonly<Record<string, string>> = {
  net: '{"connect": [443]}',
  exec: '[{"argv": ["/usr/bin/uptime"]}]',
  fs: '[{"path": "/srv/music", "mode": "r"}]',
  device: '[{"path": "/dev/gpiochip0"}]',
};
const SOURCE = /\.(?:[mc]?[jt]s|lua)$/;
const TEST_FILE = /\.(?:test|spec)\./;

/** Looks at a folder; a manifest that cannot be read ends it, since nothing else can be said then. */
export async function examinePlugin(
  options: HmapdevOptions,
  folder: string,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  let plugin: PluginFolder;
  try {
    plugin = await readPluginFolder(folder);
  } catch (error) {
    return [failure("manifest", error)];
  }
  const { name, version } = plugin.manifest;
  return [
    { check: "manifest", state: "ok", message: `${name} ${version}` },
    namesOf(plugin),
    sdkOf(plugin),
    ...folderOf(plugin),
    ...(await options.tools.faultsOf(plugin)).map(({ about, error }) => failure(about, error)),
    ...(await capabilitiesOf(plugin)),
    await builds(options, folder, signal),
  ];
}

function namesOf({
  manifest: { displayName, description, capabilities = {} },
}: PluginFolder): Finding {
  const unexplained = Object.entries(capabilities).filter(
    ([, wanted]) => !Array.isArray(wanted) && (wanted as { reason?: unknown }).reason === undefined,
  );
  const missing = [
    ...(displayName === undefined ? ["displayName"] : []),
    ...(description === undefined ? ["description"] : []),
    ...unexplained.map(([capability]) => `capabilities.${capability}.reason`),
  ];
  if (missing.length === 0) return { check: "names", state: "ok", message: "names and reasons" };
  return {
    check: "names",
    state: "warn",
    message: `plugin.json has no ${missing.join(", ")}`,
    hint: "the owner reads them, in both languages, before he installs it",
  };
}

/** A hub looks for a plugin under its own name; a link or a package is put there, a copy is not. */
function folderOf({ folder, manifest: { name } }: PluginFolder): readonly Finding[] {
  const called = basename(resolve(folder));
  if (called === name) return [];
  const message = `the folder is called "${called}", the plugin "${name}"`;
  const hint = `copied into a hub's plugins it must be called "${name}"`;
  return [{ check: "names", state: "warn", message, hint }];
}

function sdkOf({ manifest: { sdk } }: PluginFolder): Finding {
  if (sdk === undefined) {
    const hint = `"sdk": "${SDK_VERSION}"`;
    return { check: "sdk", state: "warn", message: "plugin.json names no SDK version", hint };
  }
  const [major, minor] = sdk.split(".").map(Number);
  const [ours, newest] = SDK_VERSION.split(".").map(Number);
  const fits = major === ours && (minor ?? 0) <= (newest ?? 0);
  if (fits) return { check: "sdk", state: "ok", message: `SDK ${sdk}` };
  return {
    check: "sdk",
    state: "fail",
    message: `plugin.json asks for SDK ${sdk}, this is ${SDK_VERSION}`,
    hint: `"sdk": "${SDK_VERSION}", then test again`,
  };
}

async function capabilitiesOf({ folder, manifest }: PluginFolder): Promise<readonly Finding[]> {
  const paths = (await sourceFiles(folder)).filter(
    (path) => SOURCE.test(path) && !TEST_FILE.test(path),
  );
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), "utf8")));
  const used = capabilitiesIn(texts.join("\n"));
  const declared = Object.keys(manifest.capabilities ?? {});
  const missing = used.filter((name) => !declared.includes(name));
  // What is granted by path or vector is not seen in the text.
  const unseen = declared.filter(
    (name) => !used.includes(name) && name !== "fs" && name !== "device",
  );
  if (missing.length === 0 && unseen.length === 0) {
    return [{ check: "capabilities", state: "ok", message: declared.join(", ") || "none" }];
  }
  return [
    ...missing.map((name): Finding => {
      const hint = `"capabilities": {"${name}": ${EXAMPLES[name] ?? "{}"}} in plugin.json`;
      return { check: "capabilities", state: "fail", message: `uses "${name}", undeclared`, hint };
    }),
    ...unseen.map((name): Finding => {
      const hint = "the owner grants more easily what is not asked for";
      return { check: "capabilities", state: "warn", message: `"${name}" seems unused`, hint };
    }),
  ];
}

async function builds(
  options: HmapdevOptions,
  folder: string,
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const { bytes } = await buildPlugin(options, folder, signal);
    const size = `${(bytes.length / 1024).toFixed(1)} KiB packed`;
    return { check: "build", state: "ok", message: size };
  } catch (error) {
    return failure("build", error);
  }
}

function failure(check: Finding["check"], error: unknown): Finding {
  const hint = error instanceof OperationalError ? error.hint : undefined;
  const about = { check, state: "fail", message: messageOf(error).replaceAll("\n", "; ") } as const;
  // Some messages end with what is allowed, and give it as the hint too.
  return hint === undefined || about.message.endsWith(hint) ? about : { ...about, hint };
}
