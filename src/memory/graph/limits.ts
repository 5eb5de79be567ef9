/** Bounds of the graph: names, calls, walks, and what can be undone. */

/** Length of an entity's name, in characters as people count them. */
export const NAME_LENGTH_MIN = 2;
export const NAME_LENGTH_MAX = 50;
/** What a fact says of it may be a value (a number, a date, a phrase) and so longer. */
export const OBJECT_LENGTH_MAX = 200;
export const SENTENCE_LENGTH_MAX = 4000;

export const TRIPLES_MAX = 64;
export const SENTENCES_MAX = 1000;
export const DIGESTS_MAX = 16;
export const FORGET_MAX = 200;
/** Types that one entity keeps; more are left out. */
export const TYPES_MAX = 8;
/** Aliases that one entity keeps; more are left out. */
export const ALIASES_MAX = 32;

/** A walk through the graph: how far, to how many entities, over how many relations. */
export const DEPTH_MAX = 4;
export const WALK_ENTITIES_MAX = 20;
export const WALK_RELATIONS_MAX = 100;
/** Relations of one entity that a walk looks at. */
export const WALK_DEGREE_MAX = 200;
/** Without any name to begin from: the newest facts. */
export const NEWEST_RELATIONS_MAX = 30;
export const TOP_ENTITIES_MAX = 10;

export const BROWSE_DEFAULT = 50;
export const BROWSE_MAX = 200;
export const RELATIONS_AT_MAX = 200;

/** Relations that one purge takes; what is left over is for the next. */
export const PURGE_MAX = 5000;

/** Relations that one merge moves. An entity with more is no mistake of naming. */
export const MERGE_MAX = 20_000;

/** How long a removal can be undone … */
export const UNDO_KEEP_MS = 30 * 24 * 60 * 60 * 1000;
/** … and of how many; the oldest go first. */
export const UNDO_ENTRIES_MAX = 500;
/** Rows that one removal can bring back; a larger one can't be undone in part, so it is refused. */
export const UNDO_ROWS_MAX = 50_000;

/** Tries to find an id that no row has. Ids are unique in a run; across runs only by chance. */
export const ID_TRIES_MAX = 32;

/** Rows read at once while exporting. */
export const EXPORT_PAGE = 500;
/** Rows that one import takes. */
export const IMPORT_ROWS_MAX = 5_000_000;
