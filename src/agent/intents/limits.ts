/** Bounds of the offline provider: nothing here may grow with what people say or own. */

/** A sentence with more tokens is not read; it is no command. */
export const TOKENS_MAX = 160;
/** A longer text is not even cut into tokens. */
export const TEXT_MAX = 800;
/** Ways to cut a clause into known pieces that are tried, best first. */
export const PATHS_MAX = 160;
/** Work spent on one sentence, all its clauses and tries together, in steps of the search. */
export const WORK_MAX = 30_000;
/** What looking up one token costs, in steps. */
export const TOKEN_WORK = 8;
/** A longer sentence is not searched for slips of the tongue. */
export const SLIP_TOKENS_MAX = 48;
/** What trying one way costs, in steps. */
export const PATH_WORK = 12;
/** Commands taken from one sentence. */
export const COMMANDS_MAX = 8;
/** Devices that one call of a house tool takes. */
export const TARGETS_MAX = 50;
/** Candidates named when asking back. */
export const CANDIDATES_SHOWN = 8;
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
