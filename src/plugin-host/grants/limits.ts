/** Bounds of the book of grants. */

/** Decisions that are kept of one plugin; only the newest counts, the others tell how it came about. */
export const DECISIONS_KEPT_MAX = 20;
