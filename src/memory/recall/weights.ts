/**
 * How evidence is weighed. Found on one half of two sets and confirmed on the other (README); round
 * numbers, because the last digit of a fit is chance.
 */

/** BM25: how soon repeats stop counting, and how much a long text is held back. */
export const SATURATION = 0.8;
export const LENGTH_SHARE = 0.35;

/** What a term counts where it stands one or two places away in the same conversation. */
export const NEIGHBOR_WEIGHTS: readonly number[] = [1, 0.6, 0.3];
/** What came just before leads up to a text more than what follows it … */
export const BEFORE_FACTOR = 1.3;
/** … above all when it was a question. */
export const QUESTION_BEFORE_FACTOR = 1.4;
/** Neighbours that lie further apart than this belong to another talk: they count for little. */
export const TALK_GAP_MS = 6 * 60 * 60 * 1000;
export const OTHER_TALK_FACTOR = 0.1;

/** A name of somebody who speaks is told by who says it: the word itself counts little. */
export const SPEAKER_NAME_WEIGHT = 0.2;
export const SPEAKER_FACTOR = 1.8;
/** "My": whoever asks is meant, where nobody else is named. */
export const ASKER_FACTOR = 1.2;

/** A text that asks tells less than one that answers. */
export const ASKING_TEXT_FACTOR = 0.75;
/** "When" is answered by texts with a time, "how many" by such with a number. */
export const TIME_TOLD_FACTOR = 1.25;
export const QUANTITY_TOLD_FACTOR = 1.2;
/** Said, or told of, in the stretch of time that the question names. */
export const IN_RANGE_FACTOR = 1.25;

/** Pairs of characters across the border of two words are mostly chance. */
export const ACROSS_WORDS_WEIGHT = 0.5;
/** One character of a word: 机 finds 手机 where nothing better is there. */
export const CHARACTER_WEIGHT = 0.2;

/** Fusion by rank: how much the first places stand out, and what each way of finding counts. */
export const RANK_OFFSET = 20;
export const LIST_WEIGHTS = { text: 1, graph: 0.8, vector: 0.8 } as const;
