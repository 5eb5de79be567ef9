/** Bounds of the wire: what a peer takes from the other side, and what it holds for it. */

/** Longest frame in bytes, newline not counted. Media above half of it go by the arena. */
export const FRAME_BYTES_MAX = 1024 * 1024;
/** Calls of ours that wait for a reply; one more is refused `BUSY`. */
export const PENDING_OUT_MAX = 1024;
/** Calls of the other side that we are working on; one more is answered `BUSY`. */
export const PENDING_IN_MAX = 256;
/** Characters that wait for a side that does not read. Beyond it notifications are lost, calls refused. */
export const OUTBOX_CHARS_MAX = 4 * 1024 * 1024;
/** Characters of replies beyond which a side that sends calls but reads nothing is cut off. */
export const OUTBOX_CHARS_HARD_MAX = 16 * 1024 * 1024;
/** Characters gathered within one tick before they are written without waiting for its end. */
export const BATCH_CHARS_MAX = 64 * 1024;
/** How long a call may take where its caller does not say. */
export const CALL_TIMEOUT_MS = 60_000;
/** Sockets that a line server holds open at once. */
export const CONNECTIONS_MAX = 64;
