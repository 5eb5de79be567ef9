/** Bounds of the offline provider: nothing here may grow with what people say or own. */

/** A sentence with more tokens is not read; it is no command. */
export const TOKENS_MAX = 96;
/** A longer text is not even cut into tokens. */
export const TEXT_MAX = 600;
/** Ways to cut a sentence into known pieces that are tried, best first. */
export const PATHS_MAX = 160;
/** Steps of the search for those ways. */
export const SEARCH_STEPS_MAX = 6000;
/** Commands taken from one sentence. */
export const COMMANDS_MAX = 8;
/** Candidates named when asking back. */
export const CANDIDATES_SHOWN = 6;
/** Conversations remembered; the one silent for longest goes first. */
export const CONVERSATIONS_MAX = 256;
/** How long pronouns and follow-ups hold. */
export const CONVERSATION_MS = 5 * 60_000;
/** Turns whose second round is awaited. */
export const TURNS_MAX = 64;
/** Tokens of a name of a timer, or of a thing that the house does not know. */
export const FREE_TOKENS_MAX = 10;
/** A longer span than this is not compared for slips. */
export const FUZZY_TOKENS_MAX = 10;
