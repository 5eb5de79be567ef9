/** Bounds of the programs that run for the owner's agent. */

/** Bytes that are kept of each output. */
export const OUTPUT_BYTES_MAX = 32_000;
/** Below the limit of every tool call, so that a program ends before its caller is told so. */
export const TIMEOUT_MAX_MS = 50_000;
export const TIMEOUT_MIN_MS = 1_000;
/** Programs at once. */
export const RUNS_MAX = 4;
export const ARGUMENTS_MAX = 64;
export const ARGUMENT_CHARS_MAX = 4_096;
/** Vectors that the owner may allow for good. */
export const ALLOWED_MAX = 200;
/** What was asked for lately, as `cmd_result` tells it. */
export const RESULTS_TOLD_MAX = 5;
