/** `hmapdev`, the plugin author's tool: what it needs of the other rooms, and its end at Ctrl-C. */
import { readFileSync } from "node:fs";
import { readEnv, systemClock, systemProcesses } from "#base";
import { buildPackage, installSdk, pluginFaults } from "#plugin-host";
import { processTerminal, runHmapdev as run } from "#surface/cli";
import { isCompiled, sdkSource, sdkTestingSource, sdkTypesPath } from "./runtime.ts";

/** Runs one command. */
export async function runHmapdev(argv: readonly string[]): Promise<number> {
  const env = readEnv();
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Error("interrupted"));
  // A second Ctrl-C must not end us before the link into the hub is taken away, which takes no time.
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return await run(
    argv,
    {
      clock: systemClock,
      terminal: processTerminal,
      cwd: process.cwd(),
      envSocket: env.socketPath,
      envData: env.dataDir,
      tools: {
        installSdk: installTestingSdk,
        buildPackage,
        faultsOf: (plugin) => pluginFaults(plugin, systemClock),
        sdkTypes: async () => {
          const path = sdkTypesPath();
          return path === undefined ? undefined : await Bun.file(path).text();
        },
        runtime: { path: process.execPath, compiled: isCompiled },
        processes: systemProcesses(systemClock),
      },
    },
    interrupted.signal,
  );
}

async function installTestingSdk(dir: string): Promise<string> {
  const [sdk, testing] = [sdkSource(), sdkTestingSource()];
  return await installSdk(
    dir,
    sdk.kind === "bundle"
      ? { kind: "bundle", code: readFileSync(sdk.path) }
      : { kind: "entry", path: sdk.entry },
    testing.kind === "bundle"
      ? { kind: "bundle", code: readFileSync(testing.path) }
      : { kind: "entry", path: testing.entry },
  );
}
