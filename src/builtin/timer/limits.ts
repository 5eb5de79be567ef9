/** Bounds of the timers. The longest duration is a setting and comes from outside. */

/** Timers that may exist at once. */
export const TIMERS_MAX = 100;
/** While a timer runs, the clock is looked at this often: it may have been set meanwhile. */
export const RECHECK_MS = 30_000;
/** A due time further from its timer than this is written anew; below it is only jitter. */
export const DRIFT_MS = 1_000;
/** From here on a notice says that it comes late. */
export const LATE_MS = 60_000;
export const NAME_CHARS_MAX = 100;
export const MESSAGE_CHARS_MAX = 1_000;
/** Longest arguments of an action, as JSON text. */
export const ACTION_CHARS_MAX = 8_192;
/** How much of a failed action's answer a notice repeats. */
export const REASON_CHARS_MAX = 300;
