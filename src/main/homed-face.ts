/** `homed`: takes the data folder, boots the kernel, says when it is ready, stops cleanly. */
import { type Env, messageOf, OperationalError, readEnv, sleep, systemClock } from "#base";
import { type Booted, boot } from "#kernel/boot";
import { mount } from "#kernel/state";
import { lockDataFolder } from "#platform/store";
import { EXIT, processTerminal, report } from "#surface/cli";
import { HELP, type HubArguments, readArguments } from "./arguments.ts";
import { makeFolders } from "./data-folder.ts";
import { createHubRun, type HubRun } from "./hub.ts";
import { createHubLog } from "./logging.ts";
import { modules } from "./modules.ts";
import { createServiceNotifier } from "./systemd.ts";
import { welcomeText } from "./welcome.ts";

/** A module that has not started by then is named, and the hub does not start. */
const START_TIMEOUT_MS = 30_000;
/** A module that has not stopped by then is named and left behind. */
const STOP_TIMEOUT_MS = 12_000;
/** Plugins that are slower than this come later; the hub is ready without them. */
const PLUGINS_TIMEOUT_MS = 12_000;

/** Runs the hub until it is asked to stop; answers the exit code. */
export async function runHomed(argv: readonly string[]): Promise<number> {
  const begin = systemClock.now() - systemClock.monotonic();
  const env = readEnv();
  try {
    const args = readArguments(argv, env);
    if (args.help) {
      processTerminal.out(HELP);
      return EXIT.done;
    }
    return await serve(args, env, begin);
  } catch (error) {
    return report(processTerminal, error, false);
  }
}

async function serve(args: HubArguments, env: Env, begin: number): Promise<number> {
  using _lock = lockDataFolder(args.dataDir);
  const asked = stopRequest();
  const hubLog = createHubLog(systemClock, args.logLevel ?? "info", process.stdout.isTTY === true);
  const run = createHubRun(args, hubLog, asked.request);
  const { log } = run.state;
  makeFolders(run.state.paths);
  using service = createServiceNotifier(systemClock, env.notifySocket, env.watchdogUsec);
  using _mounted = mount(run.state);
  const options = {
    clock: systemClock,
    startTimeoutMs: START_TIMEOUT_MS,
    stopTimeoutMs: STOP_TIMEOUT_MS,
    onStopProblem: (module: string, reason: string) =>
      log.error("stop.problem", { module, reason }),
  };
  let booted: Booted;
  try {
    booted = await boot(modules, run, options, asked.signal);
  } catch (error) {
    // Stopped before it stood: that is what was asked for, not a failure.
    if (asked.signal.aborted && asked.signal.reason === error) return EXIT.done;
    throw error;
  }
  try {
    run.timings = booted.timings;
    await pluginsUp(run, asked.signal);
    requireAdmin(run);
    run.startTimers();
    service.ready();
    announce(run, systemClock.now() - begin);
    await asked.stopped;
    return EXIT.done;
  } catch (error) {
    if (asked.signal.aborted) return EXIT.done;
    throw error;
  } finally {
    service.stopping();
    log.info("hub.stopping");
    await booted[Symbol.asyncDispose]();
  }
}

/** Waits for the plugins that start by themselves, but not for ever for one that hangs. */
async function pluginsUp(run: HubRun, signal: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([
    run.pluginsSettled(),
    sleep(run.state.clock, PLUGINS_TIMEOUT_MS, AbortSignal.any([signal, waiting.signal])),
  ]).finally(() => waiting.abort());
}

/** Without its page the hub is of no use to a family: better one clear line than a silent house. */
function requireAdmin({ state, arguments: args, adminUrl }: HubRun): void {
  if (!args.admin || adminUrl !== undefined) return;
  const reason = state.plugins.list().find(({ name }) => name === "admin")?.reason;
  throw new OperationalError("ADMIN_FAILED", reason ?? "the page did not start", {
    hint: "or run without the page: --no-admin",
  });
}

function announce(run: HubRun, readyMs: number): void {
  const { state, adminUrl, arguments: args } = run;
  // Without a terminal the code is not printed: a log must not open the house.
  state.log.info("hub.ready", {
    url: adminUrl ?? null,
    socket: args.socketPath,
    ms: Math.round(readyMs),
  });
  if (!process.stdout.isTTY) return;
  processTerminal.out(
    welcomeText({ url: adminUrl, host: args.host, setupCode: state.access.setupCode(), readyMs }),
  );
}

/** SIGTERM and SIGINT ask for the stop; a second one does not wait for it. */
function stopRequest() {
  const controller = new AbortController();
  const stopped = Promise.withResolvers<void>();
  const request = () => {
    if (controller.signal.aborted) process.exit(EXIT.failed);
    controller.abort(new OperationalError("STOPPING", "the hub is asked to stop"));
    stopped.resolve();
  };
  process.on("SIGTERM", request);
  process.on("SIGINT", request);
  process.on("SIGHUP", request);
  // What nobody caught is a bug: say where, and let systemd start a fresh hub.
  process.on("uncaughtException", (error) => {
    processTerminal.err(`bug: ${messageOf(error)}\n${error.stack ?? ""}`);
    process.exit(EXIT.failed);
  });
  return { request, signal: controller.signal, stopped: stopped.promise };
}
