/** How much of a plugin's talk the hub takes: lines a second for the log, bytes a second for pipes. */
import { type Clock, sleep } from "#base";
import { FLOOD_REPORT_PERIOD_MS } from "./limits.ts";

/** Lets so many through a second; counts and tells what it did not let through. */
export interface LineLimit {
  /** True when one more may pass now. */
  take(): boolean;
}

/** A bucket of `burst` that fills with `perSecond`. `onDropped` is told at most every 10 s. */
export function createLineLimit(
  clock: Clock,
  perSecond: number,
  burst: number,
  onDropped: (count: number) => void,
): LineLimit {
  let tokens = burst;
  let filledAt = clock.monotonic();
  let dropped = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    take() {
      const now = clock.monotonic();
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
      filledAt = now;
      const passes = tokens >= 1;
      if (passes) tokens -= 1;
      else dropped += 1;
      if (dropped > 0 && now - reportedAt >= FLOOD_REPORT_PERIOD_MS) {
        reportedAt = now;
        onDropped(dropped);
        dropped = 0;
      }
      return passes;
    },
  };
}

/** Lets so many calls through a second after a burst; who sends more is left waiting, not refused. */
export function createCallLimit(
  clock: Clock,
  perSecond: number,
  burst: number,
  onFlood: () => void,
  signal: AbortSignal,
): (calls: number) => Promise<void> | undefined {
  let tokens = burst;
  let filledAt = clock.monotonic();
  return (calls) => {
    const now = clock.monotonic();
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond) - calls;
    filledAt = now;
    if (tokens >= 0 || signal.aborted) return undefined;
    onFlood();
    return sleep(clock, (-tokens / perSecond) * 1000, signal).catch(() => undefined);
  };
}

/** Makes who floods wait: a promise to wait for before more is read, or undefined to go on. */
export type FlowLimit = (bytes: number) => Promise<void> | undefined;

/** At most `bytesPerSecond` in each second. `onFlood` is told at most every 10 s. */
export function createFlowLimit(
  clock: Clock,
  bytesPerSecond: number,
  onFlood: () => void,
  signal: AbortSignal,
): FlowLimit {
  let beganAt = clock.monotonic();
  let taken = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (bytes) => {
    const now = clock.monotonic();
    if (now - beganAt >= 1000) {
      beganAt = now;
      taken = 0;
    }
    taken += bytes;
    if (taken <= bytesPerSecond || signal.aborted) return undefined;
    if (now - reportedAt >= FLOOD_REPORT_PERIOD_MS) {
      reportedAt = now;
      onFlood();
    }
    // The end of the child ends the wait; what it wrote last is still read.
    return sleep(clock, beganAt + 1000 - now, signal).catch(() => undefined);
  };
}
