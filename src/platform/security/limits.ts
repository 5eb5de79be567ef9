/** Bounds and costs of signing in. */

/** Argon2id: 12 MiB and three passes resist guessing and fit a board with 1 GB. */
export const ARGON2_MEMORY_KIB = 12_288;
export const ARGON2_PASSES = 3;
/** Passwords hashed at a time; each takes its memory and a thread. */
export const HASHING_MAX = 2;
/** Sign-ins that may wait for that; one more is `BUSY`. */
export const HASHING_WAITING_MAX = 16;

export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 200;
export const NAME_LENGTH_MAX = 64;

/** A token's secret part. */
export const TOKEN_BYTES = 32;
/** Tokens that the house may have. */
export const TOKENS_MAX = 200;
/** Sign-ins that one person may have; the one unused for longest ends. */
export const SESSIONS_PER_PERSON_MAX = 50;
/** How stale the stored last use may be: SD cards wear out. */
export const LAST_USED_WRITE_MS = 15 * 60_000;
/** How often expired sign-ins are looked for. */
export const SWEEP_PERIOD_MS = 60_000;

export const SETUP_CODE_DIGITS = 8;
/** The wrong try from which on each is followed by a wait. */
export const SETUP_TRIES_FREE = 4;
/** The first wait; it doubles with each further wrong try … */
export const SETUP_WAIT_MS = 60_000;
/** … up to this, so that nobody is locked out for good. */
export const SETUP_WAIT_MAX_MS = 3_600_000;

/** How long something waits for the owner's yes. */
export const CONFIRMATION_MS = 2 * 60_000;
/** How many things may wait for it at once, and how many are known after they ended. */
export const CONFIRMATIONS_MAX = 8;
export const ASKED_KEPT_MAX = 32;
/** Longest action that a person can be expected to read before he allows it. */
export const ACTION_CHARS_MAX = 4_000;
/** How much of an answer a notice repeats. */
export const RESULT_TOLD_CHARS_MAX = 500;
/** Lines of the record; the oldest go first. */
export const RECORDS_KEPT_MAX = 1_000;
