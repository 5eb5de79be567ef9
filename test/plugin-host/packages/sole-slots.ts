/** What packages need of a plugin host, where there is none: nobody runs, data is a folder. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { PluginStatus } from "#contract";
import type { PluginSlots } from "../../../src/plugin-host/packages/index.ts";

/** The slots over `<root>/data`. */
export function soleSlots(root: string): PluginSlots {
  const status: PluginStatus = {
    name: "hello",
    version: "1.0.0",
    state: "disabled",
    sandbox: "none",
    restarts: 0,
    reason: null,
    source: "installed",
    sha256: null,
  };
  return {
    status: () => undefined,
    announce: () => undefined,
    requireInstallable: () => undefined,
    requireRemovable: () => undefined,
    async replace(_name, swap) {
      await swap();
      return { status, changed: true };
    },
    retire: (_name, takeOut) => takeOut(),
    wipe: async (name) => rmSync(join(root, "data", name), { recursive: true, force: true }),
  };
}
