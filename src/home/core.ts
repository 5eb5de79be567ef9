/** What the parts of the house share: the model, its records, and the ways to tell of a change. */
import type { Clock, EventBus, Ids, Logger } from "#base";
import type { Cause, DeviceState, KernelEvents } from "#contract";
import type { DeviceDriver } from "#kernel/state";
import type { Commands } from "./commands.ts";
import type { GroupedWriter } from "./grouped-writer.ts";
import type { History } from "./history.ts";
import type { DeviceEntry, HouseModel } from "./model.ts";
import type { HouseRecords } from "./records.ts";

/** The shared parts of one house. */
export interface HouseCore {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventBus<KernelEvents>;
  readonly log: Logger;
  readonly model: HouseModel;
  readonly records: HouseRecords;
  readonly writer: GroupedWriter;
  readonly history: History;
  readonly commands: Commands;
  /** The running plugins, by name. */
  readonly drivers: Map<string, DeviceDriver>;
  /** Devices whose state waits for the next group. */
  readonly unsaved: Set<string>;
}

/** Tells everyone that names, areas or members changed. */
export function announceNames(core: HouseCore): void {
  core.model.namesChanged();
  core.events.emit("house_changed", { revision: core.model.revision });
}

/** Tells everyone how a device is now. */
export function announceState(
  core: HouseCore,
  entry: DeviceEntry,
  at: string,
  cause: readonly Cause[],
): void {
  core.model.stateChanged(entry.id);
  const { state } = entry;
  const available = core.model.available(entry);
  core.events.emit("device_state", { deviceId: entry.id, state, available, at, cause });
}

/** Takes changed values into the model, the history and, with the next group, the disk. */
export function applyChange(
  core: HouseCore,
  entry: DeviceEntry,
  changed: DeviceState,
  cause: readonly Cause[],
): string {
  const at = new Date(core.clock.now()).toISOString();
  entry.state = { ...entry.state, ...changed };
  entry.lastChange = { at, cause };
  const measured = isMeasured(entry, changed) && cause.every(({ kind }) => kind !== "command");
  core.history.record({ deviceId: entry.id, state: changed, cause, measured });
  saveStateSoon(core, entry);
  return at;
}

/** However often a state changes, one write of it waits for the group. */
export function saveStateSoon(core: HouseCore, entry: DeviceEntry): void {
  if (core.unsaved.has(entry.id)) return;
  core.unsaved.add(entry.id);
  const written = () => void core.unsaved.delete(entry.id);
  core.writer.write(() => {
    written();
    core.records.saveState(entry);
    // What the disk refused is written with the next change.
  }, written);
}

function isMeasured(entry: DeviceEntry, changed: DeviceState): boolean {
  return Object.entries(changed).every(([name, value]) => {
    const kind = entry.capabilities.get(name)?.kind;
    return kind === undefined ? typeof value === "number" : kind === "numeric";
  });
}
