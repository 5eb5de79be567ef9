/** Bounds of the text log. */

/** A file is closed and a new one begun after this time or size, whichever comes first. */
export const FILE_AGE_MAX_MS = 24 * 3_600_000;
export const FILE_BYTES_MAX = 10 * 1024 * 1024;
/** Files that are kept; the oldest go first. At a file a day that is more than a year. */
export const FILES_MAX = 400;
/** Records are written together after this time: one sync for many lines spares an SD card. */
export const SYNC_PERIOD_MS = 2_000;
/** Records that wait for the disk; one that hangs must not fill the memory. */
export const WAITING_MAX = 1_000;
