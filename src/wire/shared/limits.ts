/** Bounds of what kernel and children share in memory. */

/** Events that the ring holds; a power of two. */
export const RING_SLOTS = 8192;
/** Bytes for the payloads of those events; a power of two. */
export const RING_ARENA_BYTES = 1024 * 1024;
/** One payload may take this share of the arena; a larger one is dropped, counted and told. */
export const RING_PAYLOAD_SHARE = 8;
/** Events that become visible to readers at once; the rest follows at the end of the tick. */
export const RING_PUBLISH_BATCH = 32;
/** Events that a reader takes before it looks whether it was overtaken. */
export const RING_READ_BATCH = 256;
/** How often a reader of a dense stream looks again, turn by turn, before it waits to be woken. */
export const RING_LOOKS = 16;
/** Readers at once; one more is refused. */
export const RING_READERS_MAX = 256;
/** Wake-ups of one reader: one for each period, and so many at once after a rest. */
export const WAKE_REFILL_MS = 4;
export const WAKES_SAVED_MAX = 32;

/** Stage runs at once, each with a frame of its own; one more is refused `BUSY`. */
export const STAGE_FRAMES = 4;
/** Processes that use the stage segment, the kernel among them; one more child is refused `BUSY`. */
export const STAGE_REGIONS = 32;
/** Bytes for what the kernel puts in, and for what one child writes. Half of it counts: see there. */
export const STAGE_KERNEL_BYTES = 1024 * 1024;
export const STAGE_REGION_BYTES = 256 * 1024;
/** How often one step without a lock is tried again when others were faster. */
export const STAGE_TRIES_MAX = 1000;
/** How often a field is read again that changed while it was read. */
export const STAGE_READ_TRIES = 16;
/** How long the stage's lock is waited for. */
export const STAGE_LOCK_WAIT_MS = 5000;
/** How often the lock is tried at once, and how long the pauses are then. */
export const STAGE_LOCK_SPINS = 200;
export const STAGE_LOCK_PAUSE_MS = 1;
export const STAGE_LOCK_PAUSE_MAX_MS = 8;
/** How long closing waits for handlers that still use a context. */
export const STAGE_CLOSE_WAIT_MS = 5000;

/** Bytes that the media arena begins with, grows by, and never exceeds. */
export const ARENA_STEP_BYTES = 4 * 1024 * 1024;
export const ARENA_BYTES_MAX = 64 * 1024 * 1024;
/** Pieces of the arena begin at multiples of this, so that whole pages can be given back. */
export const ARENA_ALIGN_BYTES = 4096;
/** What one owner may hold at once. */
export const ARENA_OWNER_BYTES_MAX = 32 * 1024 * 1024;
