/** Bounds and durations of the MCP client. What a call may take is the tool registry's own limit. */

/** Servers that are run; more are told and left alone. */
export const SERVERS_MAX = 16;
/** Tools that one server may offer; the rest is refused and told. */
export const TOOLS_PER_SERVER_MAX = 128;
/** Pages of one listing, so that a server whose cursor never ends is left. */
export const LIST_PAGES_MAX = 50;
/** Names of refused tools that are kept for the status; the rest is counted. */
export const REFUSED_KEPT_MAX = 20;
/** Calls to one server that may be under way at once. */
export const CALLS_MAX = 16;

/** Longest name of a tool in the hub, and the share of it that the server's name may take. */
export const TOOL_NAME_CHARS_MAX = 64;
export const SERVER_NAME_CHARS_MAX = 24;
/** A tool's name as its server writes it; a longer one is no name. */
export const FOREIGN_NAME_CHARS_MAX = 256;

/** How much of a tool's own description a model reads, and of one argument's. */
export const DESCRIPTION_CHARS_MAX = 1000;
export const ARGUMENT_DESCRIPTION_CHARS_MAX = 300;
/** One tool's schema as JSON text, before and after it is read. */
export const SCHEMA_CHARS_MAX = 16_384;
/** All schemas and descriptions of one server together: they are part of every prompt. */
export const SERVER_CHARS_MAX = 131_072;
export const SCHEMA_NODES_MAX = 500;
export const SCHEMA_DEPTH_MAX = 16;

/** Text of one result that is handed on; the tool registry cuts it further for the model. */
export const RESULT_CHARS_MAX = 64_000;
export const RESULT_PARTS_MAX = 256;
/** How much of a foreign error or last word is repeated. */
export const REASON_CHARS_MAX = 300;

/** One message of a server: a line, an event, or a body. Pictures come inside it. */
export const FRAME_BYTES_MAX = 4 * 1024 * 1024;
/** Bytes a second that are read from a server; beyond it the hub lets it wait. */
export const WIRE_BYTES_PER_SECOND = 8 * 1024 * 1024;
export const STDERR_BYTES_PER_SECOND = 256 * 1024;
/** What may wait to be read by a server; one that reads nothing is ended. */
export const OUTGOING_BYTES_MAX = 4 * 1024 * 1024;
/** Lines of a server that go to the log. */
export const LOG_LINES_PER_SECOND = 5;
export const LOG_LINES_BURST = 50;
export const LOG_LINE_CHARS_MAX = 500;
export const STDERR_LINE_BYTES_MAX = 16_384;
/** Last lines of stderr in which the reason of an exit is looked for. */
export const STDERR_TAIL_LINES = 40;
/** How often a server that floods is named. */
export const FLOOD_REPORT_PERIOD_MS = 10_000;

/** From the start of a server to its list of tools: a first `npx` fetches packages meanwhile. */
export const CONNECT_TIMEOUT_MS = 120_000;
export const LIST_TIMEOUT_MS = 30_000;
/** Longest exchange over HTTP that belongs to a request; every call's own limit is shorter. */
export const EXCHANGE_TIMEOUT_MS = 600_000;
/** A stream that a server may speak on by itself is renewed after this. */
export const STREAM_TIMEOUT_MS = 24 * 3_600_000;
export const HEADERS_TIMEOUT_MS = 30_000;
/** Exchanges over HTTP with one server at once, and the pause between two streams. */
export const EXCHANGES_MAX = 40;
export const STREAM_SPACING_MS = 1000;
/** How long a farewell to a server over HTTP may take. */
export const FAREWELL_TIMEOUT_MS = 1000;
/** A server is asked whether it lives; this many silences in a row, and it is begun anew. */
export const PING_PERIOD_MS = 60_000;
export const PING_TIMEOUT_MS = 20_000;
export const PINGS_MISSED_MAX = 2;
/** Between two listings that a server asked for by saying that its tools changed. */
export const RELIST_SPACING_MS = 2000;

/** A setting is taken over when nothing more was set for this long: several come at once. */
export const SETTLE_MS = 300;
/** The n-th try in a row waits 2^(n-1) times the first, up to the longest. */
export const BACKOFF_FIRST_MS = 1000;
export const BACKOFF_LONGEST_MS = 300_000;
/** A server that was there for this long has earned a quick first try again. */
export const STABLE_MS = 60_000;
/** How long a server may take to end after its stdin closed, and again after SIGTERM. */
export const STOP_GRACE_MS = 2000;
export const TERM_GRACE_MS = 2000;
/** How long the system may take to bury a killed child. */
export const REAP_MS = 2000;
