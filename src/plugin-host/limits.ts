/** Bounds and durations of the plugin host. */

/** How long a child may take to answer the handshake and `plugin.init`. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;
/** How long `plugin.start` may take. */
export const START_TIMEOUT_MS = 30_000;
/** How long a plugin may take over its stop before it is killed. */
export const STOP_GRACE_MS = 5000;
/** How long a child whose stdin is closed may take to end by itself; less than {@link REAP_MS}. */
export const PIPE_BROKEN_GRACE_MS = 500;
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

/** How long a stage's handler may take; the stage itself waits no longer. */
export const STAGE_TIMEOUT_MS = 10_000;
/** How often a stage's handler is asked where others write the same field at the same time. */
export const STAGE_ATTEMPTS_MAX = 8;
/**
 * Characters of a context from which on it lies in shared memory instead of traveling in each call:
 * below, the calls are quicker, with the same guarantees. By `bench:stage` both take the same at 64 KB
 * for one plugin and at 32 KB for five; 4 KB take half the time in the calls, 256 KB half in memory.
 */
export const STAGE_SHARED_CHARS_MIN = 32 * 1024;
/** How long the lock of an unshared context is waited for, and how often one handler may take it. */
export const STAGE_LOCK_WAIT_MS = 5000;
export const STAGE_LOCK_DEPTH_MAX = 64;

/** What one plugin may register. */
export const TOOLS_PER_PLUGIN_MAX = 128;
export const CHANNELS_PER_PLUGIN_MAX = 32;
export const DEVICES_PER_PLUGIN_MAX = 1000;
export const SECTIONS_PER_PLUGIN_MAX = 32;
export const APIS_PER_PLUGIN_MAX = 64;
export const SETTINGS_PER_PLUGIN_MAX = 64;
/** Registrations of one plugin, of all kinds: a start with a thousand devices is none too many. */
export const REGISTRATIONS_PER_SECOND = 20;
export const REGISTRATIONS_BURST = 2000;
/** Tools that one plugin calls at once, and how many plugins may call one through another. */
export const TOOL_CALLS_MAX = 16;
export const PLUGINS_IN_CHAIN_MAX = 8;
/** Programs that the hub runs for one plugin at once, how long and how much they may say. */
export const EXEC_RUNS_MAX = 4;
export const EXEC_TIMEOUT_MS = 30_000;
export const EXEC_OUTPUT_BYTES_MAX = 32_000;
/** Reloads of others that one plugin may ask for. */
export const RELOADS_PER_SECOND = 0.1;
export const RELOADS_BURST = 3;
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
/** How often a limit tells what it dropped. */
export const FLOOD_REPORT_PERIOD_MS = 10_000;
/** How long nothing may be dropped before a flood counts as over; longer than the period above. */
export const FLOOD_QUIET_MS = 25_000;
/** Calls and notifications that are taken from a child; beyond it the hub lets it wait. */
export const CALLS_PER_SECOND = 5000;
export const CALLS_BURST = 2000;
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
