/** The bounds and periods of the model providers. */

/** A quick transient failure is tried again once after this. */
export const RETRY_AFTER_MS = 2_000;

/** A full window is made room in so often for one request; a turn itself gives up sooner (F08). */
export const ROOM_MADE_MAX = 4;

/** After a failure a source rests so long, twice as long after each further one, up to the most. */
export const REST_FIRST_MS = 5_000;
export const REST_MAX_MS = 5 * 60_000;

/** A server may ask for a longer rest, but not for longer than this. */
export const RETRY_AFTER_MAX_MS = 60 * 60_000;

/** Once the model said that it is done, the counts of tokens may still come for so long. */
export const FINISH_GRACE_MS = 2_000;

/** After `[DONE]` the connection is read to its end for so long, and otherwise dropped. */
export const DRAIN_MS = 50;

/** Providers that may be registered at the same time. */
export const PROVIDERS_MAX = 64;

/** Sources that the settings may name; the rest is left out. */
export const SOURCES_MAX = 32;

/** Requests that may wait for a free place of one source; the next goes to another source. */
export const WAITING_MAX = 16;

/** Largest streamed or whole answer. */
export const ANSWER_MAX_BYTES = 16 * 1024 * 1024;

/** As much of an error's body is looked at, and as much of its text is shown. */
export const ERROR_BODY_MAX_BYTES = 64 * 1024;
export const ERROR_TEXT_MAX = 200;

/** Longest event of a stream. */
export const EVENT_MAX_CHARS = 1024 * 1024;

/** Tool calls in one answer, and the length of all their arguments. */
export const CALLS_MAX = 32;
export const ARGUMENTS_MAX_CHARS = 512 * 1024;

/** State that an API wants back with an answer; of more than this nothing is kept. */
export const OPAQUE_MAX_CHARS = 512 * 1024;

/** HTTP that an adapter's script does itself, for a token, say. */
export const SCRIPT_HTTP_LIMITS = {
  headersMs: 15_000,
  idleMs: 15_000,
  totalMs: 30_000,
  bodyMaxBytes: 1024 * 1024,
};

/** An answer needs at least so many tokens to be worth asking for. */
export const ANSWER_TOKENS_MIN = 256;
