/** The hub's examination of itself: now and then, and when asked; what is not well stands in the status. */
import { assert, type Clock, type Logger, TaskGroup } from "#base";
import { problem } from "#contract";
import type { Health, Reported } from "#kernel/state";
import { CHECKS_WAITING_MAX, FIRST_CHECK_MS, RECHECK_MS } from "./limits.ts";
import type { CheckState, HealthPart, IsolatedHub, LiveHub, Machine, Probe } from "./probe.ts";
import { hubProbes } from "./probes/index.ts";
import { type CheckResult, runProbes, worstOf } from "./run-probes.ts";
import type { HealthInterval } from "./settings.ts";

/** What a check found. */
export interface HealthReport {
  readonly state: CheckState;
  readonly at: string;
  readonly checks: readonly CheckResult[];
}

/** What the self-check stands on. */
export interface SelfCheckParts {
  readonly live: LiveHub;
  readonly machine: Machine;
  readonly openIsolated: (signal: AbortSignal) => Promise<IsolatedHub>;
  readonly health: Health;
  readonly clock: Clock;
  readonly log: Logger;
  readonly interval: HealthInterval;
  /**
   * Runs the isolated probes of these names in a process of its own: what they load (the words of two
   * languages, a second set of databases) goes with it. Without it they run here.
   */
  readonly elsewhere?: (
    names: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly CheckResult[]>;
  /** Default: the hub's own. */
  readonly probes?: readonly Probe[];
}

/** A self-check; disposing ends what runs and takes its words out of the status. */
export interface SelfCheck extends AsyncDisposable {
  /** Checks now; without parts all of them. Rejects with `BUSY` when too many wait. */
  check(parts: readonly HealthPart[] | undefined, signal: AbortSignal): Promise<HealthReport>;
  /** Begins to check by itself. */
  start(): void;
}

/** Makes one that does nothing until it is asked or started. */
export function createSelfCheck(parts: SelfCheckParts): SelfCheck {
  return new Checks(parts);
}

/** How a check is named among the parts that are not well. */
const partOf = (name: string) => `check:${name}`;

class Checks implements SelfCheck {
  readonly #parts: SelfCheckParts;
  readonly #probes: readonly Probe[];
  readonly #tasks: TaskGroup;
  readonly #shown = new Map<string, { readonly state: CheckState; readonly reported: Reported }>();
  #interval: Disposable | undefined;
  #alarm: Disposable | undefined;
  /** When the time to the next check began to run, and how long it is at most. */
  #waitsSince = 0;
  #waitMaxMs = FIRST_CHECK_MS;
  /** One at a time: a probe that is timed must not be disturbed by another. */
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(parts: SelfCheckParts) {
    this.#parts = parts;
    this.#probes = parts.probes ?? hubProbes(parts.clock);
    this.#tasks = new TaskGroup((error) => parts.log.error("health.check_failed", { error }));
  }

  async check(
    wanted: readonly HealthPart[] | undefined,
    signal: AbortSignal,
  ): Promise<HealthReport> {
    if (this.#waiting > CHECKS_WAITING_MAX) {
      throw problem("BUSY", `${this.#waiting} self-checks run or wait already`, {
        hint: "wait for the one that runs",
      });
    }
    const probes = this.#probes.filter(({ part }) => wanted?.includes(part) ?? true);
    const either = AbortSignal.any([signal, this.#tasks.signal]);
    this.#waiting += 1;
    const before = this.#last;
    const running = before.then(() => this.#run(probes, either));
    // Whoever waits behind it wants its end, not its outcome.
    this.#last = running.then(
      () => undefined,
      () => undefined,
    );
    try {
      const checks = await running;
      for (const result of checks) this.#show(result);
      const at = new Date(this.#parts.clock.now()).toISOString();
      return { state: worstOf(checks.map(({ state }) => state)), at, checks };
    } finally {
      this.#waiting -= 1;
    }
  }

  start(): void {
    assert(this.#interval === undefined, "the self-check is started once");
    this.#interval = this.#parts.interval.onChange(() => this.#arm());
    this.#wait(FIRST_CHECK_MS);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#interval?.[Symbol.dispose]();
    this.#alarm?.[Symbol.dispose]();
    await this.#tasks[Symbol.asyncDispose]();
    await this.#last;
    for (const { reported } of this.#shown.values()) reported[Symbol.dispose]();
    this.#shown.clear();
  }

  /** Those that are at home nowhere else run here. */
  async #run(probes: readonly Probe[], signal: AbortSignal): Promise<readonly CheckResult[]> {
    const { elsewhere } = this.#parts;
    if (elsewhere === undefined) return await runProbes(probes, this.#parts, signal);
    const there = probes.filter(({ isIsolated }) => isIsolated === true);
    const here = probes.filter(({ isIsolated }) => isIsolated !== true);
    const results = await runProbes(here, this.#parts, signal);
    if (there.length === 0) return results;
    return [
      ...results,
      ...(await elsewhere(
        there.map(({ name }) => name),
        signal,
      )),
    ];
  }

  /** Lets the time to the next check run from now on, `maxMs` at most. */
  #wait(maxMs: number): void {
    this.#waitsSince = this.#parts.clock.monotonic();
    this.#waitMaxMs = maxMs;
    this.#arm();
  }

  /** The setting may have changed meanwhile: what has passed already counts. */
  #arm(): void {
    this.#alarm?.[Symbol.dispose]();
    const { clock, interval } = this.#parts;
    const passed = clock.monotonic() - this.#waitsSince;
    const left = Math.min(interval.read(), this.#waitMaxMs) - passed;
    this.#alarm = clock.after(Math.max(0, left), () => {
      this.#alarm = undefined;
      this.#tasks.run((signal) => this.#round(signal));
    });
  }

  /** One check by itself, and the time to the next. */
  async #round(signal: AbortSignal): Promise<void> {
    try {
      await this.check(undefined, signal);
    } finally {
      // What is not well is looked at sooner, so that its end is seen.
      const isWell = this.#shown.size === 0;
      if (!signal.aborted) this.#wait(isWell ? Number.POSITIVE_INFINITY : RECHECK_MS);
    }
  }

  /** Puts a result into the status, or takes it out; the log hears of changes alone. */
  #show({ name, state, detail, todo }: CheckResult): void {
    const shown = this.#shown.get(name);
    if (shown?.state === state || (shown === undefined && state === "ok")) return;
    if (state === "ok") {
      shown?.reported[Symbol.dispose]();
      this.#shown.delete(name);
      return;
    }
    const reason = `${state}: ${detail}${todo === null ? "" : `; ${todo}`}`;
    const reported = shown?.reported ?? this.#parts.health.degrade(partOf(name), reason);
    reported.update(reason);
    this.#shown.set(name, { state, reported });
  }
}
