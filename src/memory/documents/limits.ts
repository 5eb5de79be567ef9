/** Bounds of the documents. */

/** Characters of a written document. */
export const CONTENT_CHARS_MAX = 200_000;
export const SUMMARY_CHARS_MAX = 2_000;
/** Characters of a summary that nobody wrote: the beginning of the document. */
export const OWN_SUMMARY_CHARS = 120;
export const TAGS_MAX = 10;
export const TAG_CHARS_MAX = 40;
/** Documents of one answer. */
export const HITS_MAX = 50;
/** Terms of a question that are searched for, the rarest first. */
export const TERMS_MAX = 32;
/** Archived events that are indexed at once when a store of before is opened. */
export const INDEX_BATCH = 500;

/** Documents that one listing answers. */
export const LIST_MAX = 200;
