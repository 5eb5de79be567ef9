/** Bounds of the self-check, and from where on a figure is no longer well. */

/** The first check after a start: what was broken meanwhile should not wait for half an hour. */
export const FIRST_CHECK_MS = 60_000;
/** While something is not well it is looked at this often: a part that is well again should say so. */
export const RECHECK_MS = 5 * 60_000;
/** A probe that has not answered by then has failed. */
export const PROBE_TIMEOUT_MS = 10_000;
/** Checks that wait for the one that runs; the next is told BUSY. */
export const CHECKS_WAITING_MAX = 4;
/** Characters of an error that a result repeats. */
export const DETAIL_CHARS_MAX = 300;

/** Sentences that are timed in one check. */
export const TIMED_TURNS = 5;
/** An offline sentence takes a few milliseconds; a board under load some ten. */
export const TURN_SLOW_MS = 500;
export const TURN_FAILED_MS = 5_000;
/** Turns of the event loop that are timed in one check. */
export const TIMED_TICKS = 20;
/** From here on people notice that the hub is busy with something else. */
export const TICK_SLOW_MS = 250;
export const TICK_FAILED_MS = 2_000;
/** Below this a backup, an update or a log soon finds no room … */
export const DISK_LOW_BYTES = 256 * 2 ** 20;
/** … and below this nothing can be remembered. */
export const DISK_FULL_BYTES = 16 * 2 ** 20;
/** The service is held at 400 MB and ended at 700 (systemd/homed.service); the kernel alone is far below. */
export const MEMORY_HIGH_BYTES = 300 * 2 ** 20;
export const MEMORY_FULL_BYTES = 500 * 2 ** 20;
