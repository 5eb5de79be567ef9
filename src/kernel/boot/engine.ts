/** The boot engine: starts modules in the order of their needs, side by side where they can, and
 * stops them in reverse. It knows no business. */
import { assert, type Clock, messageOf, OperationalError } from "#base";

/** One part of the hub that is started and stopped. */
export interface BootModule<State> {
  readonly name: string;
  /** Modules that must run before this one starts. */
  readonly needs: readonly string[];
  start(state: State, signal: AbortSignal): Promise<AsyncDisposable | undefined>;
}

/** How long one module took to start. */
export interface ModuleTiming {
  readonly module: string;
  readonly ms: number;
}

/** A booted set of modules; disposing stops them in reverse order of their start. */
export interface Booted extends AsyncDisposable {
  readonly timings: readonly ModuleTiming[];
}

/** How the engine treats modules that do not come or do not go. */
export interface BootOptions {
  readonly clock: Clock;
  /** A module that has not started after this is named in the error. */
  readonly startTimeoutMs: number;
  /** A module that has not stopped after this is reported and left behind. */
  readonly stopTimeoutMs: number;
  /** Hears of modules that failed to stop in time. */
  readonly onStopProblem: (module: string, reason: string) => void;
}

/** Starts all modules. When one fails, those that run are stopped and the error names it. */
export async function boot<State>(
  modules: readonly BootModule<State>[],
  state: State,
  options: BootOptions,
  signal: AbortSignal,
): Promise<Booted> {
  checkNeeds(modules);
  const { clock } = options;
  const timings: ModuleTiming[] = [];
  const started: { name: string; handle: AsyncDisposable | undefined }[] = [];
  const running = new Map<string, Promise<void>>();
  const abort = new AbortController();
  const all = AbortSignal.any([signal, abort.signal]);

  const startOne = (module: BootModule<State>): Promise<void> => {
    const known = running.get(module.name);
    if (known) return known;
    const promise = (async () => {
      await Promise.all(module.needs.map((need) => startOne(moduleOf(modules, need))));
      all.throwIfAborted();
      const begin = clock.monotonic();
      const handle = await within(
        clock,
        options.startTimeoutMs,
        `module "${module.name}" did not start`,
        module.start(state, all),
      );
      started.push({ name: module.name, handle });
      timings.push({ module: module.name, ms: Math.round((clock.monotonic() - begin) * 10) / 10 });
    })();
    running.set(module.name, promise);
    return promise;
  };

  const stop = async () => {
    for (const { name, handle } of started.splice(0).reverse()) {
      if (!handle) continue;
      try {
        await within(
          clock,
          options.stopTimeoutMs,
          "did not stop",
          Promise.resolve(handle[Symbol.asyncDispose]()),
        );
      } catch (error) {
        options.onStopProblem(name, messageOf(error));
      }
    }
  };

  const outcomes = await Promise.allSettled(
    modules.map((module) =>
      startOne(module).catch((error: unknown) => {
        abort.abort(error);
        throw error;
      }),
    ),
  );
  if (outcomes.some((outcome) => outcome.status === "rejected")) {
    await stop();
    throw all.reason;
  }
  return { timings, [Symbol.asyncDispose]: stop };
}

function moduleOf<State>(modules: readonly BootModule<State>[], name: string): BootModule<State> {
  const found = modules.find((module) => module.name === name);
  assert(found, `boot: no module "${name}"`);
  return found;
}

/** Refuses unknown needs and circles before anything starts, and names them. */
function checkNeeds<State>(modules: readonly BootModule<State>[]): void {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (done.has(name)) return;
    assert(!path.includes(name), `boot: modules need each other: ${[...path, name].join(" → ")}`);
    for (const need of moduleOf(modules, name).needs) visit(need, [...path, name]);
    done.add(name);
  };
  for (const module of modules) visit(module.name, []);
}

/** Waits for `work` at most `timeoutMs`. */
async function within<T>(
  clock: Clock,
  timeoutMs: number,
  what: string,
  work: Promise<T>,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  using _timer = clock.after(timeoutMs, () =>
    late.reject(new OperationalError("BOOT_TIMEOUT", `${what} within ${timeoutMs} ms`)),
  );
  return await Promise.race([work, late.promise]);
}
