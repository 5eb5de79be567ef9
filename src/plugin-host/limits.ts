/** Bounds and durations of the plugin host. */

/** How long a child may take to answer the handshake and `plugin.init`. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;
/** How long `plugin.start` may take. */
export const START_TIMEOUT_MS = 30_000;
/** How long a plugin may take over its stop before it is killed. */
export const STOP_GRACE_MS = 5000;
/** How long the system may take to bury a killed child. */
export const REAP_MS = 2000;
/** Restarts after crashes within {@link CRASH_WINDOW_MS}; one crash more disables. */
export const RESTARTS_MAX = 3;
export const CRASH_WINDOW_MS = 5 * 60_000;
/** The n-th restart waits n times this. */
export const BACKOFF_STEP_MS = 1000;

/** How long a plugin may take over a tool call, at most; the caller's own limit is shorter. */
export const TOOL_TIMEOUT_MS = 10 * 60_000;
/** How long it may take to clean a result; the turn itself waits no longer. */
export const CLEANER_TIMEOUT_MS = 10_000;
export const OUTPUT_TIMEOUT_MS = 10_000;
export const DEVICE_COMMAND_TIMEOUT_MS = 10_000;

/** What one plugin may register. */
export const TOOLS_PER_PLUGIN_MAX = 128;
export const CHANNELS_PER_PLUGIN_MAX = 32;
export const DEVICES_PER_PLUGIN_MAX = 1000;
export const SECTIONS_PER_PLUGIN_MAX = 32;
/** Injected texts of one plugin that wait for their turn, and names that it has resolved at once. */
export const INJECTIONS_MAX = 16;
export const RESOLUTIONS_MAX = 16;

/** Lines in the log that one plugin may write, by `log.write` and by stderr each. */
export const LOG_LINES_PER_SECOND = 50;
export const LOG_LINES_BURST = 200;
export const LOG_LINE_CHARS_MAX = 2000;
export const LOG_FIELDS_CHARS_MAX = 4096;
/** Characters of log lines in one reply: a third of a frame, since a character may take three bytes. */
export const LOG_REPLY_CHARS_MAX = 340_000;
/** Settings that one plugin may write: each is a write to the disk. */
export const SETTINGS_PER_SECOND = 2;
export const SETTINGS_BURST = 50;
/** Refusals of one plugin that are logged, by the second. */
export const REFUSALS_PER_SECOND = 1;
export const REFUSALS_BURST = 20;
/** How often a plugin that floods is named. */
export const FLOOD_REPORT_PERIOD_MS = 10_000;
/** Bytes a second that are read from a child; beyond it the hub lets it wait. */
export const WIRE_BYTES_PER_SECOND = 8 * 1024 * 1024;
export const STDERR_BYTES_PER_SECOND = 256 * 1024;
/** Lines on a child's stdout that are no frames, after which it is ended. */
export const REFUSED_FRAMES_MAX = 100;
/** Last lines of stderr in which the reason of an exit is looked for. */
export const STDERR_TAIL_LINES = 40;

export const MANIFEST_BYTES_MAX = 64 * 1024;
export const PLUGINS_MAX = 200;
export const PLUGIN_FILES_MAX = 4000;
export const PLUGIN_BYTES_MAX = 100 * 1024 * 1024;
