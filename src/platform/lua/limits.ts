/** The bounds of a Lua machine; each can be made smaller where one is created. */

/** A call may compute so long; time spent waiting for HTTP does not count. */
export const CALL_TIME_MAX_MS = 200;

/** All live values of one machine together. */
export const MEMORY_MAX_BYTES = 16 * 1024 * 1024;

/** The clock is looked at once per so many instructions: about every 0.1 ms. */
export const HOOK_INSTRUCTIONS = 10_000;

/**
 * So many looks at the clock a script has at least before it counts as too slow: about 10 ms of
 * computing. On a machine that is busy with other things the time passes without the script's doing.
 */
export const LOOKS_MIN = 100;

/** After so many times the allowed time it is over in any case. */
export const OVERTIME_FACTOR = 10;

/** An allocation from this size on costs so much time that the clock is looked at too. */
export const LARGE_ALLOCATION_BYTES = 64 * 1024;

/** Longest script that is loaded. */
export const SCRIPT_MAX_BYTES = 256 * 1024;

/** Longest list or string that a script may walk inside one C function, where no hook fires. */
export const SPAN_MAX = 1_000_000;

/** A pattern that may take more steps than this is matched where the time limit reaches it. */
export const PATTERN_STEPS_MAX = 1_000_000;

/** Deeper values are refused on both sides; recursion in wasm must not overflow. */
export const VALUE_DEPTH_MAX = 64;

/** A value that a script hands back may have so many entries in all. */
export const VALUE_ENTRIES_MAX = 100_000;

/** Keys whose C strings are kept; adapters use a few dozen. */
export const KEYS_CACHED_MAX = 512;

/** Strings up to this size are copied through one standing buffer. */
export const SCRATCH_BYTES = 64 * 1024;

/** How often one call may wait for the host (HTTP and what is offered), one after the other. */
export const HOST_CALLS_MAX = 8;

/** Calls of one machine that may wait for the host at the same time. */
export const WAITING_CALLS_MAX = 16;

/** A log line of a script is cut here. */
export const LOG_LINE_MAX = 500;
