/**
 * A hub beside the living one, for the self-check: the same modules over a temporary folder, with
 * databases, house, settings and agent of its own. What it writes is gone with it (F01).
 */
import { createHash } from "node:crypto";
import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperationalError, silentLogger, systemClock } from "#base";
import type { IsolatedHub } from "#builtin";
import { type BootModule, boot } from "#kernel/boot";
import { makeFolders } from "./data-folder.ts";
import { createHubRun, type HubRun } from "./hub.ts";
import type { HubLog } from "./logging.ts";

/** Shorter than a probe's time, so that a module that hangs is named. */
const START_TIMEOUT_MS = 8_000;
const STOP_TIMEOUT_MS = 8_000;

/** Nothing of it is written to the hub's log: whoever opened it tells what came of it. */
const noLog = (): HubLog => ({
  log: silentLogger,
  recent: () => [],
  setLevel: () => undefined,
  listener: undefined,
});

/** Where Linux keeps files in memory. */
const MEMORY_FOLDER = "/dev/shm";

/**
 * Where temporary folders are made: where the system was told to, else in memory, since a card wears
 * and waiting for one would hold the hub up, else in `/tmp`.
 */
export function temporaryRoot(): string {
  const told = tmpdir();
  return told === "/tmp" && isWritable(MEMORY_FOLDER) ? MEMORY_FOLDER : told;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    // Not there, or not ours: there is another place.
    return false;
  }
}

/** How the folders of one data folder's isolated hubs begin; only one living hub has a data folder. */
function prefixOf(dataDir: string): string {
  const id = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  return `homeagent-health-${id}-`;
}

/** Removes what a hub that was killed in the middle of a check could not. */
export function removeLeftovers(dataDir: string): void {
  const prefix = prefixOf(dataDir);
  const root = temporaryRoot();
  for (const name of readdirSync(root)) {
    if (name.startsWith(prefix)) rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** Boots `modules` over a folder of their own. Disposing stops them and removes the folder. */
export async function openIsolatedHub(
  modules: readonly BootModule<HubRun>[],
  dataDir: string,
  signal: AbortSignal,
  root: string = temporaryRoot(),
): Promise<IsolatedHub> {
  const folder = mkdtempSync(join(root, prefixOf(dataDir)));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const run = createHubRun(argumentsFor(folder), noLog(), () => undefined);
  makeFolders(run.state.paths);
  const unstopped: string[] = [];
  opened.defer(() => {
    if (unstopped.length === 0) return;
    throw new OperationalError("BOOT_TIMEOUT", `the isolated hub did not end: ${unstopped}`);
  });
  const options = {
    clock: systemClock,
    startTimeoutMs: START_TIMEOUT_MS,
    stopTimeoutMs: STOP_TIMEOUT_MS,
    onStopProblem: (module: string, reason: string) => unstopped.push(`${module}: ${reason}`),
  };
  opened.use(await boot(modules, run, options, signal));
  const started = opened.move();
  return { state: run.state, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

function argumentsFor(folder: string): HubRun["arguments"] {
  return {
    dataDir: folder,
    host: "127.0.0.1",
    port: 0,
    socketPath: join(folder, "homed.sock"),
    admin: false,
    logLevel: "error",
    help: false,
  };
}
