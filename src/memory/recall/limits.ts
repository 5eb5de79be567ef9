/** Bounds of recall: of a question, of what is looked at for it, and of what is answered. */

/** What stands behind this many characters of a text, or of a question, adds no term. */
export const TEXT_CHARS_MAX = 4_000;
/** A longer run of letters is no word that anybody asks for; its beginning is indexed. */
export const TERM_CHARS_MAX = 48;
/** Terms of one question, the rarest first. */
export const TERMS_MAX = 64;
/** Lone characters of one question that are looked for inside words. */
export const CHARACTERS_MAX = 24;

/** Places that the terms of a question are read from, the rarest terms first. */
export const POSTINGS_MAX = 24_000;
/** Lone characters stand in many words: they are asked for only where there is little to read. */
export const CHARACTER_TEXTS_MAX = 4_000;
/** Texts that are looked at closely, each with its neighbours. */
export const ANCHORS_MAX = 160;
/** How far the neighbours of a text reach in its conversation. */
export const NEIGHBOR_REACH = 2;
/** Of a stretch of time, or of a speaker, where the question has no words: the newest. */
export const RANGE_TEXTS_MAX = 100;

/** Texts that may become hits, before those of other lists come in and marked ones go out. */
export const CLOSE_MAX = 100;

export const HITS_DEFAULT = 10;
export const HITS_MAX = 50;
export const DEPTH_DEFAULT = 2;
/** Names from which the graph is walked. */
export const SEEDS_MAX = 40;
/** Speakers of one owner that a question is compared with, those who spoke most. */
export const SPEAKERS_MAX = 200;
/** Exact things of one question that are looked up for absence. */
export const EXACT_MAX = 16;
/** Words of one question that are looked up to see what it is about. */
export const MATTER_MAX = 24;

/** How long a thing that was given in a conversation is not given there again. */
export const MARK_KEEP_MS = 10 * 60 * 1000;
/** Conversations with marks, the one silent for longest goes first; and marks of one. */
export const MARKED_CONVERSATIONS_MAX = 256;
export const MARKS_MAX = 500;

/** Vectors that a search in one space answers. */
export const VECTOR_HITS_MAX = 100;

/** Facts of the graph that take part in an answer. */
export const FACTS_MAX = 30;

/** Texts of one transaction while an index is filled. */
export const CATCH_UP_BATCH = 1_000;
