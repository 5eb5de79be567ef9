/** Bounds of a Lua plugin inside its own process; the hub has its own for what comes out. */

/** All live values of the script together. */
export const SCRIPT_MEMORY_MAX_BYTES = 32 * 1024 * 1024;
/** A handler may compute so long, waiting aside; loading may take as long. */
export const HANDLER_TIME_MAX_MS = 500;
/** How often one handler may wait for the hub or for HTTP. */
export const HANDLER_CALLS_MAX = 64;
/** What a script may stage in all, and functions that it has run again and again. */
export const STAGED_MAX = 1200;
export const PERIODS_MAX = 16;
export const PERIOD_MIN_SECONDS = 1;
export const PERIOD_MAX_SECONDS = 86_400;
/** Largest answer over HTTP that a script is given. */
export const HTTP_BODY_MAX_BYTES = 1024 * 1024;
