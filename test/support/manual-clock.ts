/** A clock that stands still until a test moves it: timers fire in the order in which they are due. */
import type { Clock } from "#base";

/** A clock under the test's hand. */
export interface ManualClock extends Clock {
  /** Lets time pass, running every timer that falls due on the way. */
  advance(ms: number): void;
  /** Sets the wall clock forward or back, as NTP does; the monotonic clock does not notice. */
  jump(ms: number): void;
  /** How many timers wait. */
  readonly waiting: number;
}

interface Waiting {
  readonly sequence: number;
  readonly action: () => void;
  readonly periodMs: number | undefined;
  dueAt: number;
}

/** A manual clock whose wall time starts at `startMs` and whose monotonic time starts at 0. */
export function createManualClock(startMs = Date.UTC(2026, 10, 30, 8)): ManualClock {
  let monotonic = 0;
  let offset = startMs;
  let sequence = 0;
  const timers = new Set<Waiting>();
  const add = (delayMs: number, action: () => void, periodMs?: number): Disposable => {
    sequence += 1;
    const timer: Waiting = { sequence, action, periodMs, dueAt: monotonic + Math.max(delayMs, 0) };
    timers.add(timer);
    return { [Symbol.dispose]: () => void timers.delete(timer) };
  };
  const nextDue = (until: number): Waiting | undefined => {
    let first: Waiting | undefined;
    for (const timer of timers) {
      if (timer.dueAt > until) continue;
      const earlier = first === undefined || timer.dueAt < first.dueAt;
      if (earlier || (timer.dueAt === first?.dueAt && timer.sequence < first.sequence)) {
        first = timer;
      }
    }
    return first;
  };
  return {
    now: () => offset + monotonic,
    monotonic: () => monotonic,
    after: (delayMs, action) => add(delayMs, action),
    every: (periodMs, action) => add(periodMs, action, periodMs),
    advance(ms) {
      const until = monotonic + ms;
      for (let timer = nextDue(until); timer; timer = nextDue(until)) {
        monotonic = Math.max(monotonic, timer.dueAt);
        if (timer.periodMs === undefined) timers.delete(timer);
        else timer.dueAt += timer.periodMs;
        timer.action();
      }
      monotonic = until;
    },
    jump(ms) {
      offset += ms;
    },
    get waiting() {
      return timers.size;
    },
  };
}

/** Lets everything that is already decided run: resolved promises and their continuations. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
}
