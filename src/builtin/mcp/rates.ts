/** How much of a server's talk the hub takes: bytes a second are waited for, lines a second dropped. */
import { type Clock, sleep } from "#base";
import { FLOOD_REPORT_PERIOD_MS } from "./limits.ts";

/** A promise to wait for before more is read, or undefined to go on. */
export type Flow = (bytes: number) => Promise<void> | undefined;

/** At most `bytesPerSecond` in each second; `onFlood` hears of it at most every 10 s. */
export function createFlow(
  clock: Clock,
  bytesPerSecond: number,
  onFlood: () => void,
  signal: AbortSignal,
): Flow {
  let beganAt = clock.monotonic();
  let taken = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (bytes) => {
    const now = clock.monotonic();
    if (now - beganAt >= 1000) [beganAt, taken] = [now, 0];
    taken += bytes;
    if (taken <= bytesPerSecond || signal.aborted) return undefined;
    if (now - reportedAt >= FLOOD_REPORT_PERIOD_MS) {
      reportedAt = now;
      onFlood();
    }
    // The end of the server ends the wait.
    return sleep(clock, beganAt + 1000 - now, signal).catch(() => undefined);
  };
}

/** Whether one more line may pass now: a bucket of `burst` that fills with `perSecond`. */
export function createLineGate(
  clock: Clock,
  perSecond: number,
  burst: number,
  onDropped: (count: number) => void,
): () => boolean {
  let tokens = burst;
  let filledAt = clock.monotonic();
  let reportedAt = Number.NEGATIVE_INFINITY;
  let dropped = 0;
  return () => {
    const now = clock.monotonic();
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
    const passes = tokens >= 1;
    if (passes) tokens -= 1;
    else dropped += 1;
    if (dropped > 0 && now - reportedAt >= FLOOD_REPORT_PERIOD_MS) {
      onDropped(dropped);
      [reportedAt, dropped] = [now, 0];
    }
    return passes;
  };
}
