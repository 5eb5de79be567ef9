/** The hub of one run: what is there before anything boots, and what the boot modules share. */
import { EventBus, type Ids, type Logger, runIds, systemClock, systemRandom } from "#base";
import { HUB_VERSION, type HubStatus, type KernelEvents } from "#contract";
import type { ModuleTiming } from "#kernel/boot";
import { createHealth, createKernelState, type KernelState } from "#kernel/state";
import type { HubConfig } from "#platform/config";
import type { OpenedStore } from "#platform/store";
import type { HubArguments } from "./arguments.ts";
import { dataPaths } from "./data-folder.ts";
import type { HubLog } from "./logging.ts";

/** What boot modules hand to one another beside the kernel state. */
export interface HubRun {
  readonly state: KernelState;
  readonly arguments: HubArguments;
  readonly hubLog: HubLog;
  /** Filled by the module "store". */
  store: OpenedStore | undefined;
  /** Filled by the module "config"; the state has it as the narrower port. */
  config: HubConfig | undefined;
  /** Where the page listens, once it does. */
  adminUrl: string | undefined;
  /** How long each module took, once all run. */
  timings: readonly ModuleTiming[];
  /** Lets timers ring; called when the devices that they act on had their time to come back. */
  startTimers: () => void;
  /** Resolves when every plugin that starts by itself runs, waits for another try, or is off. */
  pluginsSettled: () => Promise<void>;
  /** Asks the hub to stop. */
  requestStop: () => void;
}

/** Makes the run's shared values. */
export function createHubRun(args: HubArguments, hubLog: HubLog, requestStop: () => void): HubRun {
  const { log } = hubLog;
  const events = new EventBus<KernelEvents>((error) =>
    log.error("event.listener_failed", { error }),
  );
  const ids: Ids = runIds();
  const state = createKernelState({
    clock: systemClock,
    random: systemRandom,
    ids,
    log,
    events,
    paths: dataPaths(args.dataDir),
    health: createHealth(log),
    startedAt: systemClock.now(),
  });
  hubLog.listener = (line) => events.emit("log", line);
  return {
    state,
    arguments: args,
    hubLog,
    store: undefined,
    config: undefined,
    adminUrl: undefined,
    timings: [],
    startTimers: () => undefined,
    pluginsSettled: () => Promise.resolve(),
    requestStop,
  };
}

/** The hub's state of health (contract §2). */
export function statusOf(run: HubRun, clockNow: number): HubStatus {
  const { state } = run;
  return {
    version: HUB_VERSION,
    uptimeMs: Math.max(0, Math.round(clockNow - state.startedAt)),
    boot: run.timings,
    degraded: state.health.list(),
    plugins: state.plugins.list(),
    providers: state.models.status(),
  };
}

/** The house's time zone: the setting, else the system's. */
export function timeZoneOf(state: KernelState): string {
  const set = String(state.config.get("core.house.time_zone"));
  return set === "" ? Intl.DateTimeFormat().resolvedOptions().timeZone : set;
}

/** A value that an earlier boot module has filled. */
export function filled<T>(value: T | undefined, name: string, log: Logger): T {
  if (value !== undefined) return value;
  log.error("boot.order", { missing: name });
  throw new Error(`boot: "${name}" is used before its module ran`);
}
