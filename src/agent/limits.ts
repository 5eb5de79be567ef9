/** Bounds of the agent. Numbers that an owner can change live in the settings instead. */

/** A tool call that has not answered by then is ended as `timeout`. */
export const TOOL_TIMEOUT_MS = 60_000;
/** Longest tool result that a model is given, in characters; the rest is cut and said so. */
export const TOOL_RESULT_CHARS_MAX = 16_000;
/** The same call with the same arguments this often ends the run (F06). */
export const IDENTICAL_CALLS_MAX = 3;
/** Calls of one round; a model that asks for more is answered that they did not run. */
export const CALLS_PER_ROUND_MAX = 32;
/** A stage handler that has not finished by then is reported and left behind. */
export const STAGE_TIMEOUT_MS = 10_000;
/** A channel that has not confirmed a message by then leaves it `unconfirmed`. */
export const OUTPUT_TIMEOUT_MS = 10_000;
/** Inputs that wait for their turn. */
export const INPUT_QUEUE_MAX = 256;
/** Turns that run side by side, each in a conversation of its own. */
export const TURNS_RUNNING_MAX = 4;
/** Identical input of a plugin within this time joins the first one's outcome. */
export const DUPLICATE_WINDOW_MS = 10_000;
/** Follow-up questions and pronouns hold this long (architecture §4). */
export const CONVERSATION_TTL_MS = 5 * 60_000;
/** Exchanges that a conversation remembers. */
export const CONVERSATION_EXCHANGES_MAX = 10;
/** Conversations that are remembered at once; the longest idle one goes first. */
export const CONVERSATIONS_MAX = 64;
/** Tools that can be registered. */
export const TOOLS_MAX = 512;
