/** Bounds of skill packages (`.skm`); the store has its own on top. */

/** Bytes of a package, and of all that is in it. */
export const PACKAGE_BYTES_MAX = 5 * 1024 * 1024;
export const UNPACKED_BYTES_MAX = 6 * 1024 * 1024;
export const FILES_MAX = 200;
export const ENTRIES_MAX = 400;
export const NAME_CHARS_MAX = 64;
export const DESCRIPTION_CHARS_MAX = 1_024;
export const BODY_CHARS_MAX = 60 * 1024;
/** How much of a new skill's instructions the owner is shown before he decides. */
export const SHOWN_CHARS_MAX = 500;
