/** Bounds of the knowledge base. */

/** Largest text, in bytes. */
export const TEXT_BYTES_MAX = 1024 * 1024;
/** Entries that are indexed; further ones on the disk are named in the log. */
export const ENTRIES_MAX = 5_000;
/** Folders below each other: `category/…/name`. */
export const DEPTH_MAX = 4;
/** Characters of one part of a name. */
export const PART_CHARS_MAX = 64;
/** The disk is looked through at most this often. */
export const LOOK_EVERY_MS = 1_000;
/** Terms of a question that are searched for, the rarest first. */
export const TERMS_MAX = 32;
/** Hits of one search. */
export const HITS_MAX = 50;
/** A hit in the name weighs as much as so many in the text. */
export const NAME_WEIGHT = 4;
