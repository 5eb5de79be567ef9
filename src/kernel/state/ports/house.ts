/** The house: what the home wing offers to the others. */
import type {
  Cause,
  CommandResult,
  Device,
  DeviceCommand,
  DeviceDeclaration,
  DeviceState,
  HistoryEntry,
  HouseSnapshot,
} from "#contract";

/** Carries commands to the plugin that owns the devices. Rejects when the plugin says no or dies. */
export type DeviceDriver = (command: DeviceCommand, signal: AbortSignal) => Promise<void>;

/** What changed at a device, as its plugin tells it. */
export interface StateReport {
  readonly id: string;
  readonly state?: DeviceState;
  readonly available?: boolean;
  readonly commandId?: string;
}

/** A request to change one capability of one device. `value` is unchecked. */
export interface CommandRequest {
  readonly id: string;
  readonly capability: string;
  readonly value: unknown;
  /** The chain up to here; the house appends the command itself. */
  readonly cause: readonly Cause[];
}

/** Devices, areas and floors, and the way of a command. */
export interface House {
  /** Everything at this moment; cached until something changes. */
  snapshot(): HouseSnapshot;
  /** Throws `DEVICE_UNKNOWN`. */
  device(id: string): Device;
  /**
   * Validates, sends and waits for the matching state: `ok`, or `unconfirmed` after 5 s. Throws
   * DEVICE_UNKNOWN, CAPABILITY_UNKNOWN, NOT_WRITABLE, VALUE_INVALID, VALUE_OUT_OF_RANGE,
   * DEVICE_UNAVAILABLE, COMMAND_TIMEOUT or PLUGIN_FAILED.
   */
  command(request: CommandRequest, signal: AbortSignal): Promise<CommandResult>;
  /** Past values, oldest first, at most 1 000; times are epoch milliseconds. */
  history(id: string, fromMs: number, toMs: number): readonly HistoryEntry[];
  /** Takes a plugin's driver; its devices are available from their registration on. */
  attach(owner: string, driver: DeviceDriver): void;
  /** Adds or updates a device of `owner`. Throws `CONFLICT` when another owner has the id. */
  register(owner: string, declaration: DeviceDeclaration): void;
  /** Takes a report of `owner`. Throws `DEVICE_UNKNOWN` for a device that is not his. */
  report(owner: string, report: StateReport): void;
  /** Takes a device of `owner` out of the house, with its history. */
  remove(owner: string, id: string): void;
  /**
   * Takes a device that will not come back out of the house, with its history. Throws
   * `DEVICE_UNKNOWN`, and `CONFLICT` while it is available.
   */
  forget(id: string): void;
  /** The owner is gone: its devices stay, unavailable; its pending commands fail. */
  detach(owner: string): void;
}
