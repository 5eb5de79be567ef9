/** A plugin that tries out at its start what it may do, and writes down how each try ended. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pack } from "../packages/install.ts";

/** How each of the tries ended: `ok`, or a code. */
export interface Probe {
  readonly version: string;
  readonly first: string;
  readonly second: string;
  readonly gate: string;
  readonly exec: string;
}

const program = (version: string, paths: readonly [string, string], more: string) => `
import { definePlugin } from "@homeagent/sdk";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
const tried = async (work) => {
  try { await work(); return "ok"; } catch (error) { return String(error.code); }
};
definePlugin({
  async start(hub) {
    ${more}
    const probe = {
      version: ${JSON.stringify(version)},
      first: await tried(() => readFileSync(${JSON.stringify(paths[0])})),
      second: await tried(() => readFileSync(${JSON.stringify(paths[1])})),
      gate: await tried(() => hub.net.resolve("localhost")),
      exec: await tried(() => hub.programs.run(["/usr/bin/true"], AbortSignal.any([]))),
    };
    writeFileSync(hub.dataDir + "/probe.json", JSON.stringify(probe));
  },
});
`;

/** The package of a version that asks for `capabilities` and tries two paths. */
export async function prober(
  version: string,
  capabilities: object,
  paths: readonly [string, string],
  more = "",
): Promise<Uint8Array> {
  const manifest = { name: "prober", version, entry: "main.ts", sdk: "1.0.0", capabilities };
  return await pack({
    "plugin.json": JSON.stringify(manifest),
    "main.ts": program(version, paths, more),
  });
}

/** What it found out at its last start. */
export function probeOf(dataDir: string): Probe {
  return JSON.parse(readFileSync(join(dataDir, "plugin_data/prober/probe.json"), "utf8")) as Probe;
}
