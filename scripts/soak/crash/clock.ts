/** The clock of `soak:crash`, under which the supervisor neither waits long nor gives up. */
import { type Clock, systemClock } from "#base";

const BACKOFF_MS = 1000;
/** What is planned for a second is done at once: the soak is about what a restart leaves behind. */
const SOON_MS = 5;
/** Longer than the time within which crashes are counted together. */
const FORGIVEN_MS = 6 * 60_000;

/** The system's clock, but that a planned restart comes at once and old crashes are forgiven. */
export interface HurriedClock extends Clock {
  forgive(): void;
}

/** Makes the clock. */
export function hurriedClock(): HurriedClock {
  let skewMs = 0;
  return {
    now: () => systemClock.now() + skewMs,
    monotonic: () => systemClock.monotonic() + skewMs,
    after: (delayMs, action) =>
      systemClock.after(
        delayMs % BACKOFF_MS === 0 && delayMs <= 3 * BACKOFF_MS ? SOON_MS : delayMs,
        action,
      ),
    every: (periodMs, action) => systemClock.every(periodMs, action),
    forgive() {
      skewMs += FORGIVEN_MS;
    },
  };
}
