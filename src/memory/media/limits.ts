/** Bounds of the media store. */

/** Largest picture, sound or file. A phone's photo has 3–8 MB, a minute of its video about 60. */
export const MEDIA_BYTES_MAX = 64 * 1024 * 1024;
/** Above this the bytes are hashed while they are written; below, the thread is not worth its start. */
export const PARALLEL_BYTES_MIN = 256 * 1024;
/** What a file's kind is told by: signatures and headers lie in front. */
export const LOOK_BYTES_MAX = 256 * 1024;
/** Damaged files that are kept for whoever rescues them; older ones go. */
export const DAMAGED_FILES_MAX = 32;
/** Released media that one sweep takes out; the next goes on. */
export const SWEEP_MAX = 1_000;
/** Tries of a put whose file was taken away between its writing and its row. */
export const PUT_ATTEMPTS_MAX = 3;
