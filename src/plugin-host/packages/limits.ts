/** Bounds of plugin packages: what an archive may hold, and how many are on their way at once. */
import { PLUGIN_BYTES_MAX, PLUGIN_FILES_MAX } from "../limits.ts";

/** Files and folders of a package; the hub's own record is one more. */
export const NODES_MAX = PLUGIN_FILES_MAX - 1;
/** Bytes of all files, unpacked. */
export const UNPACKED_BYTES_MAX = PLUGIN_BYTES_MAX;
/** A file may be this many times larger than what it was packed to; honest ones stay below 50. */
export const RATIO_MAX = 200;
/** Files up to this size may shrink as they like: a megabyte of nothing harms nobody. */
export const RATIO_FREE_BYTES = 1024 * 1024;
/** The archive's table of contents. */
export const DIRECTORY_BYTES_MAX = 2 * 1024 * 1024;

/** Bytes of a whole path and of one name in it, and how many names it may have. */
export const PATH_BYTES_MAX = 240;
export const NAME_BYTES_MAX = 120;
export const PATH_DEPTH_MAX = 12;

/** What is read, inflated and written at once. */
export const CHUNK_BYTES = 64 * 1024;

/** Packages on their way at once; one more is answered `BUSY`. */
export const UPLOADS_MAX = 4;
/** An upload whose next part does not come within this is dropped. */
export const UPLOAD_IDLE_MS = 60_000;

/** Progress is told in steps of so many percent. */
export const PROGRESS_STEP_PERCENT = 10;
/** Bytes of the hub's record of a package. */
export const RECORD_BYTES_MAX = 4096;
