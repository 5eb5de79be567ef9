/** Bounds of the files that people's agents read and write. */

/** A file that is larger is neither read nor written. */
export const FILE_BYTES_MAX = 1024 * 1024;
/** Characters of one call's content. */
export const CONTENT_CHARS_MAX = 256 * 1024;
export const PATH_CHARS_MAX = 1_024;
export const PATH_DEPTH_MAX = 32;
/** Entries that a folder is told by. */
export const ENTRIES_MAX = 500;
/** Entries that are looked at to find the first of them. */
export const ENTRIES_READ_MAX = 10_000;
export const ROOTS_MAX = 16;
/** Writes that may wait for one another. */
export const WRITES_WAITING_MAX = 16;
