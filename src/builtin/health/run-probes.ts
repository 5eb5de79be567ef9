/** Runs probes one after the other: each within its time, in an isolated hub that is gone afterwards. */
import { type Clock, deadline, messageOf } from "#base";
import type { KernelState } from "#kernel/state";
import { DETAIL_CHARS_MAX, PROBE_TIMEOUT_MS } from "./limits.ts";
import {
  CHECK_STATES,
  type CheckState,
  type Finding,
  type Ground,
  type HealthPart,
  type IsolatedHub,
  type LiveHub,
  type Machine,
  type Probe,
} from "./probe.ts";

/** A probe's finding as it is told. */
export interface CheckResult {
  readonly part: HealthPart;
  readonly name: string;
  readonly state: CheckState;
  readonly detail: string;
  readonly todo: string | null;
  readonly ms: number;
}

/** What probes are run with. */
export interface ProbeParts {
  readonly live: LiveHub;
  readonly machine: Machine;
  readonly openIsolated: (signal: AbortSignal) => Promise<IsolatedHub>;
  readonly clock: Clock;
}

/** The worst of some states. None at all is no good news (F55). */
export function worstOf(states: readonly CheckState[]): CheckState {
  if (states.length === 0) return "failed";
  return CHECK_STATES.findLast((state) => states.includes(state)) ?? "failed";
}

/** Runs all probes. Rejects only with the signal's reason; what goes wrong is a result. */
export async function runProbes(
  probes: readonly Probe[],
  parts: ProbeParts,
  signal: AbortSignal,
): Promise<readonly CheckResult[]> {
  const { live, machine, clock } = parts;
  const isolation = new Isolation(parts, signal);
  const ground: Ground = { live, machine, isolated: () => isolation.open() };
  const results: CheckResult[] = [];
  try {
    for (const probe of probes) {
      const { part, name } = probe;
      const begin = clock.monotonic();
      const finding = judged(await tried(probe, ground, clock, signal));
      results.push({ part, name, ...finding, ms: msSince(clock, begin) });
    }
  } finally {
    results.push(...(await isolation.end()));
  }
  return results;
}

/** One probe within its time. One that hangs is left behind; what it says later is not heard. */
async function tried(
  probe: Probe,
  ground: Ground,
  clock: Clock,
  signal: AbortSignal,
): Promise<Finding> {
  signal.throwIfAborted();
  using limit = deadline(clock, PROBE_TIMEOUT_MS, signal);
  const late = Promise.withResolvers<never>();
  const onAbort = () => late.reject(limit.signal.reason);
  limit.signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([probe.run(ground, limit.signal), late.promise]);
  } catch (error) {
    signal.throwIfAborted();
    const detail = limit.signal.aborted
      ? `no answer within ${PROBE_TIMEOUT_MS} ms`
      : messageOf(error).slice(0, DETAIL_CHARS_MAX);
    return { state: "failed", samples: 1, detail };
  } finally {
    limit.signal.removeEventListener("abort", onAbort);
  }
}

/** A probe that looked at nothing has found nothing out, however well it says that all is (F55). */
function judged({ state, samples, detail, todo }: Finding): {
  readonly state: CheckState;
  readonly detail: string;
  readonly todo: string | null;
} {
  if (samples > 0) return { state, detail, todo: todo ?? (state === "ok" ? null : SEE_LOG) };
  return { state: "failed", detail: `nothing was looked at (${detail})`, todo: todo ?? SEE_LOG };
}

/** What there is to do about a failure that nobody foresaw. */
const SEE_LOG = "see the hub's log; if it stays, restart the hub";

/** The isolated hub of one check: opened when the first probe wants it, ended whatever happens. */
class Isolation {
  readonly #parts: ProbeParts;
  readonly #signal: AbortSignal;
  #hub: Promise<IsolatedHub> | undefined;

  constructor(parts: ProbeParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
  }

  async open(): Promise<KernelState> {
    this.#hub ??= this.#parts.openIsolated(this.#signal);
    return (await this.#hub).state;
  }

  /** Ends it and tells how that went; nothing where no probe wanted one. */
  async end(): Promise<readonly CheckResult[]> {
    if (this.#hub === undefined) return [];
    const { clock } = this.#parts;
    const begin = clock.monotonic();
    const finding = await this.#close().catch(
      (error: unknown): Finding => ({
        state: "failed",
        samples: 1,
        detail: messageOf(error).slice(0, DETAIL_CHARS_MAX),
        todo: "check the folder for temporary files, its space and its owner",
      }),
    );
    return [
      { part: "kernel", name: "kernel.isolation", ...judged(finding), ms: msSince(clock, begin) },
    ];
  }

  async #close(): Promise<Finding> {
    const hub = await this.#hub;
    await hub?.[Symbol.asyncDispose]();
    return { state: "ok", samples: 1, detail: "opened beside the living hub, and gone again" };
  }
}

function msSince(clock: Clock, begin: number): number {
  return Math.round((clock.monotonic() - begin) * 10) / 10;
}
