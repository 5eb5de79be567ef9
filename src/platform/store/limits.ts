/** Bounds of the store: waits, group sizes, caches. */

/** How long a statement waits for another process's lock; the event loop stands still meanwhile. */
export const BUSY_TIMEOUT_MS = 500;

/** A group is committed when its first write has waited this long … */
export const GROUP_DELAY_MS = 5;
/** … or when it has this many writes. */
export const GROUP_SIZE_MAX = 50;
/** Grouped writes that may wait while none can be committed; one more is `STORE_BUSY`. */
export const GROUP_WAITING_MAX = 10_000;
/** How often a group that another process holds up is tried before its writes are refused. */
export const GROUP_TRIES_MAX = 5;
/** Between two such tries the event loop gets this long to itself. */
export const GROUP_RETRY_MS = 250;

/** Prepared statements kept; the one used longest ago goes first. */
export const STATEMENTS_MAX = 256;

/** Up to this size a file is checked at every start; above it only after an unclean end. */
export const CHECK_ALWAYS_BYTES_MAX = 16 * 1024 * 1024;
/** Findings of a check that are kept for the report. */
export const CHECK_FINDINGS_MAX = 5;

/** The write-ahead log is cut back to this size after a checkpoint. */
export const WAL_BYTES_MAX = 16 * 1024 * 1024;

/** Good copies of a database that lie beside it, where it keeps any. */
export const COPIES_KEPT = 2;
