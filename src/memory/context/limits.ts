/** Bounds of the working windows. Numbers that an owner can change live in the settings instead. */

/** Largest event, in bytes of its JSON. */
export const EVENT_BYTES_MAX = 1024 * 1024;
/**
 * Events that may come on top of a full window before anybody asks for it; then the oldest go, for
 * there is no input to compare with.
 */
export const UNASKED_EVENTS_MAX = 32;
/** Conversations that have a window; the one silent for longest is archived whole. */
export const CONVERSATIONS_MAX = 256;
/** Windows held in memory … */
export const LOADED_CONVERSATIONS_MAX = 16;
/** … and the characters in them; the one used longest ago goes first, to be read again when asked for. */
export const LOADED_CHARS_MAX = 8 * 1024 * 1024;
