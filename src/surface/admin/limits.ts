/** The bounds of the HTTP interface: sizes, counts and durations, each with what happens beyond it. */

/** A body above this answers 413 `TOO_LARGE`; it is never read to its end. */
export const BODY_BYTES_MAX = 1024 * 1024;

/**
 * How fast a package is passed on to the kernel: below what it reads of a child in a second, so that
 * the page's own calls go on beside it. Small packages go at once.
 */
export const PACKAGE_BYTES_PER_SECOND = 4 * 1024 * 1024;
export const PACKAGE_BURST_BYTES = 1024 * 1024;

/** How long an installation or a removal may take: unpacking 100 MB on a slow card takes its while. */
export const INSTALL_TIMEOUT_MS = 10 * 60_000;
/** How long what the owner confirmed may take: it may be an installation, and a look at its file before. */
export const CONFIRM_TIMEOUT_MS = 11 * 60_000;
/** Stopping and starting a plugin anew, each with its grace. */
export const GRANT_TIMEOUT_MS = 60_000;

/** A token longer than this is nobody's; it is not even hashed. */
export const TOKEN_LENGTH_MAX = 256;
/** Checked tokens that are remembered; the one used longest ago goes first. */
export const TOKENS_CACHED_MAX = 256;
/** How long a checked token is believed without asking again, unless an event revokes it. */
export const TOKEN_CACHE_MS = 60_000;

/** How long a turn of the agent may take before its caller is told that there is no answer. */
export const SAY_TIMEOUT_MS = 15 * 60_000;

/** Event streams open at once; one more answers 503 `BUSY`. */
export const EVENT_STREAMS_MAX = 256;
/** Streamed replies open at once; one more answers 503 `BUSY`. */
export const REPLY_STREAMS_MAX = 32;
/** Bytes that may wait for one reader of events; beyond it events are dropped and counted. */
export const EVENT_BACKLOG_BYTES = 64 * 1024;
/** Bytes that may wait for one reader of a reply; beyond it deltas are left out. */
export const REPLY_BACKLOG_BYTES = 1024 * 1024;
/** Events kept for readers that come back; the oldest goes first. */
export const EVENTS_KEPT = 200;
/** A comment line this often keeps proxies and phones from closing a quiet stream. */
export const HEARTBEAT_MS = 25_000;
/** What a browser is told to wait before it opens a broken event stream again. */
export const RECONNECT_MS = 3_000;

/** Failed logins of one source before it has to wait. */
export const LOGIN_FAILURES_MAX = 5;
/** The first wait; each further failure doubles it. */
export const LOGIN_WAIT_MS = 60_000;
/** The longest wait. */
export const LOGIN_WAIT_MAX_MS = 15 * 60_000;
/** Failures are forgotten after this long without a new one. */
export const LOGIN_MEMORY_MS = 15 * 60_000;
/** Sources that are remembered; the one that failed longest ago goes first. */
export const LOGIN_SOURCES_MAX = 1024;

/** What `Retry-After` says where the kernel refused and told no time. */
export const RETRY_AFTER_DEFAULT_S = 60;
/** What `Retry-After` says where we are only busy. */
export const RETRY_AFTER_BUSY_S = 5;

/** How long a browser keeps the session cookie: the longest it will; the kernel ends the session. */
export const COOKIE_MAX_AGE_S = 400 * 24 * 3600;

/** A connection that is silent this long is closed; streams are exempt. */
export const CONNECTION_IDLE_S = 60;

/** Files smaller than this are sent as they are: gzip would gain nothing. */
export const GZIP_BYTES_MIN = 512;
