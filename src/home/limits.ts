/** Bounds of the house. Numbers that an owner can change reach `createHouse` as its limits. */

/** What `createHouse` can be told to do otherwise. */
export interface HouseLimits {
  /** A command that the plugin took and no matching state confirmed by then is `unconfirmed`. */
  readonly confirmTimeoutMs: number;
  /** A plugin that has not answered a command by then: `COMMAND_TIMEOUT`. */
  readonly driverTimeoutMs: number;
  /** Commands under way in the whole house; one more is `BUSY`. */
  readonly commandsOpenMax: number;
  /** Commands under way or remembered for one device; one more under way is `BUSY`. */
  readonly commandsPerDeviceMax: number;
  /** How long a state that comes late is still put down to its command. */
  readonly commandMemoryMs: number;
  /** History older than this goes. */
  readonly historyKeepMs: number;
  /** Rows of history that one device may have; the oldest go first. */
  readonly historyRowsMax: number;
  /** History of one device is thinned within this time. */
  readonly historyGrainMs: number;
  /** Rows within one grain that a device may write; what comes above is merged into one. */
  readonly historyBurstMax: number;
  /** How often old history is looked for. */
  readonly historyPruneMs: number;
}

export const DEFAULT_LIMITS: HouseLimits = {
  confirmTimeoutMs: 5_000,
  driverTimeoutMs: 10_000,
  commandsOpenMax: 256,
  commandsPerDeviceMax: 32,
  commandMemoryMs: 60_000,
  historyKeepMs: 30 * 24 * 3_600_000,
  historyRowsMax: 10_000,
  historyGrainMs: 10_000,
  historyBurstMax: 20,
  historyPruneMs: 3_600_000,
};

/** Devices in one house; more is a plugin gone wild, not a home. */
export const DEVICES_MAX = 2_000;
/** Of them, those that one plugin may have, present or gone. */
export const DEVICES_PER_OWNER_MAX = 1_000;
export const AREAS_MAX = 200;
export const FLOORS_MAX = 50;
/** State values of a device that stand for none of its capabilities. */
export const UNKNOWN_STATES_MAX = 32;
/** Longest text value of a state or command, in characters. */
export const TEXT_VALUE_MAX = 4_096;
/** Rows that one history query answers. */
export const HISTORY_QUERY_MAX = 1_000;
/** Values that a hint lists before it only counts. */
export const HINT_VALUES_MAX = 20;

/** Longest text that `device_query` gives a model, in characters. */
export const QUERY_TEXT_MAX = 4_000;
/** Longest list of devices with their states in the prompt, in characters (F18); beyond, an index. */
export const PROMPT_TEXT_MAX = 2_400;
/** Longest index of devices by room, in characters; what it leaves out is counted. */
export const PROMPT_INDEX_MAX = 3_000;
