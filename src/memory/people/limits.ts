/** Bounds of the people graph. */

/** People of one answer. */
export const PEOPLE_MAX = 200;
/** How far a network reaches. */
export const DEPTH_MAX = 4;
/** Relations and traits of one person. */
export const FACTS_MAX = 200;
