/** Bounds of the agent. Numbers that an owner can change live in the settings instead. */

/** A tool call that has not answered by then is ended as `timeout`. */
export const TOOL_TIMEOUT_MS = 60_000;
/** Longest tool result that a model is given, in tokens as we guess them; the rest is cut and said so. */
export const TOOL_RESULT_TOKENS_MAX = 4096;
/** And in characters, whatever they count for: blanks hardly cost tokens, but they cost memory. */
export const TOOL_RESULT_CHARS_MAX = 64_000;
/** The same call with the same arguments this often ends the run (F06). */
export const IDENTICAL_CALLS_MAX = 3;
/** Calls of one round; a model that asks for more is answered that they did not run. */
export const CALLS_PER_ROUND_MAX = 32;
/** A stage handler that has not finished by then is reported and left behind. */
export const STAGE_TIMEOUT_MS = 10_000;
/** A tool's cleaner that has not finished by then leaves nothing to derive from. */
export const CLEANER_TIMEOUT_MS = 10_000;
/** A channel that has not confirmed a message by then leaves it `unconfirmed`. */
export const OUTPUT_TIMEOUT_MS = 10_000;

/** Inputs of one level that wait for their turn; a flood of one level keeps no other out. */
export const INPUT_QUEUE_MAX = 256;
/** Senders of one level that wait for a place in its queue; the next one is told BUSY. */
export const SENDERS_WAITING_MAX = 64;
/** Turns that run side by side, each in a conversation of its own. */
export const TURNS_RUNNING_MAX = 4;
/** Turns that are suspended at once; beyond that nothing is pre-empted. */
export const TURNS_SUSPENDED_MAX = 4;
/** A turn is pre-empted at most this often, whoever comes. */
export const PREEMPTIONS_MAX = 3;
/** Pre-emptions that raise a turn's level by one each. */
export const PREEMPTION_PROMOTIONS_MAX = 2;
/** A turn that goes on again is left alone for this long. */
export const PREEMPTION_COOLDOWN_MS = 2_000;
/** Whoever waits is raised by one level each time that this long has passed: 60 s at most to the top. */
export const PROMOTE_AFTER_MS = 20_000;
/** Model calls of one turn that are called off; afterwards it is asked only between its steps. */
export const CALLS_CUT_MAX = 8;
/** Texts that one turn is told in between; more wait for turns of their own. */
export const INJECTED_MAX = 8;
/** How deep turns may wait for turns (a tool that asks the agent, whose tool asks …). */
export const NESTED_DEPTH_MAX = 4;
/** Turns within turns at once. */
export const NESTED_RUNNING_MAX = 8;
/** Identical input within this time joins the first one's outcome. */
export const DUPLICATE_WINDOW_MS = 10_000;
/** Inputs that are remembered for that; the oldest goes first. */
export const DUPLICATES_MAX = 256;
/** Notices of a conversation become one turn when they have this many bytes (F02) … */
export const NOTICE_BATCH_BYTES = 2048;
/** … or when the first of them is this old. */
export const NOTICE_BATCH_MS = 2_000;
/** Text of notices that waits while an earlier batch is worked on; the oldest goes first. */
export const NOTICE_BACKLOG_CHARS_MAX = 16_000;
/** Conversations whose notices are gathered at once. */
export const NOTICE_CONVERSATIONS_MAX = 64;

/** Parts of a traced turn that are kept; the rest is counted. */
export const TRACE_SPANS_MAX = 2_000;
/** Longest text of a detail in a trace. */
export const TRACE_TEXT_MAX = 200;

/** Tools that can be registered. */
export const TOOLS_MAX = 512;
/** Tokens that the table of a round may cost for each tool of the hub; dearer ones are indexed (F18). */
export const TABLE_TOKENS_EACH = 30;
/** As much as this it may cost however few they are … */
export const TABLE_TOKENS_MIN = 700;
/** … and no more than this however many. */
export const TABLE_TOKENS_MAX = 2_000;
/** Longest index of tools, in characters. */
export const INDEX_CHARS_MAX = 1_200;
/** Words about a tool in the index, in columns (a Han character takes two) … */
export const INDEX_LINE_COLUMNS_MAX = 40;
/** … where the index would be too long with them; beyond that it is names, as many as fit. */
export const INDEX_LINE_COLUMNS_MIN = 20;
/** Tools that one search by `tool_help` lists. */
export const HELP_LINES_MAX = 20;
/** Follow-up questions and pronouns hold this long (architecture §4). */
export const CONVERSATION_TTL_MS = 5 * 60_000;
