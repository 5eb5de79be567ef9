/** Time as a parameter: nothing outside `base` reads the wall clock or sets a timer of its own. */
import { CanceledError } from "./errors.ts";

/** A source of time. `now` is for people and records, `monotonic` for measuring. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since some fixed moment; never goes back. */
  monotonic(): number;
  /** Runs `action` once after `delayMs`; disposing before that cancels it. */
  after(delayMs: number, action: () => void): Disposable;
  /** Runs `action` every `periodMs`, first after one period; disposing ends it. */
  every(periodMs: number, action: () => void): Disposable;
}

/** The longest delay that a platform timer takes; a longer one would fire at once. */
const TIMER_DELAY_MAX_MS = 2 ** 31 - 1;

/** The real clock of this machine. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, action) {
    const timer = setTimeout(action, Math.min(Math.max(delayMs, 0), TIMER_DELAY_MAX_MS));
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
  every(periodMs, action) {
    const timer = setInterval(action, Math.min(periodMs, TIMER_DELAY_MAX_MS));
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
};

/** Waits `delayMs`; rejects with the signal's reason when it aborts first. */
export function sleep(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.reject(signal.reason);
  const timer = clock.after(delayMs, () => {
    signal.removeEventListener("abort", onAbort);
    resolve();
  });
  const onAbort = () => {
    timer[Symbol.dispose]();
    reject(signal.reason);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  return promise;
}

/**
 * A signal that aborts with `CanceledError("deadline")` after `timeoutMs`, or with the parent's
 * reason when that aborts first. Dispose it to release the timer.
 */
export function deadline(
  clock: Clock,
  timeoutMs: number,
  parent: AbortSignal,
): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const timer = clock.after(timeoutMs, () =>
    controller.abort(new CanceledError("deadline", `no answer within ${timeoutMs} ms`)),
  );
  return {
    signal: AbortSignal.any([parent, controller.signal]),
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
}
