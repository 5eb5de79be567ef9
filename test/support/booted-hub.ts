/** A part of the real hub, booted in the test's own process over a folder of its own. */
import { join } from "node:path";
import { silentLogger, systemClock } from "#base";
import { type BootModule, boot } from "#kernel/boot";
import type { KernelState, PluginCatalog } from "#kernel/state";
import { makeFolders } from "../../src/main/data-folder.ts";
import { createHubRun, type HubRun } from "../../src/main/hub.ts";
import { modules } from "../../src/main/modules.ts";

/** A booted hub; disposing stops its modules. */
export interface BootedHub extends AsyncDisposable {
  readonly state: KernelState;
}

/** Boots the module `name` with all that it needs; plugins are only told of, none is started. */
export async function bootHub(
  dataDir: string,
  name: string,
  plugins: ReturnType<PluginCatalog["list"]>,
): Promise<BootedHub> {
  const told: BootModule<HubRun> = {
    name: "plugins",
    needs: ["agent"],
    async start({ state }) {
      state.fill("plugins", { list: () => plugins } as unknown as PluginCatalog);
      return undefined;
    },
  };
  const run = createHubRun(
    {
      dataDir,
      host: "127.0.0.1",
      port: 0,
      socketPath: join(dataDir, "homed.sock"),
      admin: false,
      logLevel: "error",
      help: false,
    },
    {
      log: silentLogger,
      recent: () => [],
      setLevel: () => undefined,
      listener: undefined,
    },
    () => undefined,
  );
  makeFolders(run.state.paths);
  const booted = await boot(
    withNeeds(name, [told, ...modules]),
    run,
    {
      clock: systemClock,
      startTimeoutMs: 30_000,
      stopTimeoutMs: 30_000,
      onStopProblem: (module, reason) => {
        throw new Error(`${module}: ${reason}`);
      },
    },
    new AbortController().signal,
  );
  return { state: run.state, [Symbol.asyncDispose]: () => booted[Symbol.asyncDispose]() };
}

/** A module and everything below it; the first of a name counts. */
function withNeeds(
  name: string,
  known: readonly BootModule<HubRun>[],
): readonly BootModule<HubRun>[] {
  const wanted = new Map<string, BootModule<HubRun>>();
  const add = (wantedName: string) => {
    const found = known.find((module) => module.name === wantedName);
    if (!found) throw new Error(`no module ${wantedName}`);
    if (wanted.has(wantedName)) return;
    wanted.set(wantedName, found);
    for (const need of found.needs) add(need);
  };
  add(name);
  return [...wanted.values()];
}
