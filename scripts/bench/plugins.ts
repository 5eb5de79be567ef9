/**
 * `bun run bench:plugins [--json]`: 1, 5 and 20 plugins with a tool each that do nothing, under the
 * compiled hub: what each costs in memory (PSS, so that what they share counts once), and how long
 * it takes until all of them run, started side by side.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quantile, tell } from "./figures.ts";
import { processesOf, pssMb, runningPlugins, startMeasuredHub } from "./hub.ts";

const COUNTS = [1, 5, 20] as const;
/** The runtime gives back what it needed for the start. */
const SETTLE_MS = 10_000;
const PLUGIN = `import { definePlugin, Type } from "@homeagent/sdk";
definePlugin({
  tools: {
    NAME_echo: {
      description: "Answers what it is told",
      parameters: Type.Object({ text: Type.String() }),
      run: ({ text }) => text,
    },
  },
});
`;

for (const count of COUNTS) {
  const dataDir = mkdtempSync(join(tmpdir(), "homeagent-bench-"));
  try {
    await measure(dataDir, count);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(dataDir: string, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `idle-${index}`);
  for (const name of names) {
    const folder = join(dataDir, "plugins", name);
    mkdirSync(folder, { recursive: true });
    const manifest = { name, version: "1.0.0", entry: "main.ts" };
    writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "main.ts"), PLUGIN.replace("NAME", name.replace("-", "_")));
  }
  const begin = performance.now();
  await using hub = await startMeasuredHub(dataDir);
  // Asked by the command line, as a person would: some 40 ms of what is told are the asking.
  while (runningPlugins(hub).filter((name) => names.includes(name)).length < count);
  const startedMs = performance.now() - begin;
  await Bun.sleep(SETTLE_MS);
  const processes = processesOf(hub.pid);
  const pss = names.map((name) => pssMb(processes.get(name) ?? -1));
  tell("plugins", `${count} pss each p50`, quantile(pss, 0.5), "MB");
  tell("plugins", `${count} pss each max`, Math.max(...pss), "MB");
  tell("plugins", `${count} started`, startedMs, "ms");
}
