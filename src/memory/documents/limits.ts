/** Bounds of the documents. */

/** Documents that one listing answers. */
export const LIST_MAX = 200;
