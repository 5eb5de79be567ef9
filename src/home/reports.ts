/** What plugins tell of their devices: checked value by value, and only real changes go on. */
import type { Cause, DeviceState, StateValue } from "#contract";
import type { StateReport } from "#kernel/state";
import { announceState, applyChange, type HouseCore } from "./core.ts";
import { TEXT_VALUE_MAX, UNKNOWN_STATES_MAX } from "./limits.ts";
import type { DeviceEntry } from "./model.ts";
import { reportedValue } from "./values.ts";

/** Takes a report about a device of its owner. */
export function takeReport(core: HouseCore, entry: DeviceEntry, report: StateReport): void {
  const reported = acceptable(entry, report.state ?? {}, (event, name) =>
    complain(core, entry, event, name),
  );
  const changed = changesOf(entry, reported);
  const names = Object.keys(changed);
  const match = core.commands.match(entry.id, reported, names, report.commandId);
  const wasAvailable = core.model.available(entry);
  entry.reachable = report.available ?? entry.reachable;
  // A device that speaks for itself is the origin; of its connection only the plugin knows.
  const self: Cause = { kind: "device", id: entry.id };
  const cause = match.cause ?? [self];
  if (names.length > 0) {
    announceState(core, entry, applyChange(core, entry, changed, cause), cause);
  } else if (core.model.available(entry) !== wasAvailable) {
    announceAvailability(core, entry);
  }
  match.settle();
}

/** Tells that a device can be reached again, or no longer; its last change stays what it was. */
export function announceAvailability(core: HouseCore, entry: DeviceEntry): void {
  const at = new Date(core.clock.now()).toISOString();
  announceState(core, entry, at, [{ kind: "plugin", id: entry.owner }]);
}

/** The values of a state that can be believed, in their capabilities' own form. */
export function acceptable(
  entry: DeviceEntry,
  state: DeviceState,
  refused: (event: string, name: string) => void,
): DeviceState {
  const accepted: Record<string, StateValue> = {};
  const unknown = new Set(Object.keys(entry.state).filter((name) => !entry.capabilities.has(name)));
  for (const [name, value] of Object.entries(state)) {
    const capability = entry.capabilities.get(name);
    if (!capability) unknown.add(name);
    const taken = capability ? reportedValue(capability, value) : unknownValue(value);
    if (taken === undefined) refused("home.value_mistyped", name);
    else if (!capability && unknown.size > UNKNOWN_STATES_MAX) {
      unknown.delete(name);
      refused("home.states_too_many", name);
    } else accepted[name] = taken;
  }
  return accepted;
}

/** The part of `reported` that differs from what is known. */
export function changesOf(entry: DeviceEntry, reported: DeviceState): DeviceState {
  return Object.fromEntries(
    Object.entries(reported).filter(([name, value]) => entry.state[name] !== value),
  );
}

/** A value under a name that is no capability: kept as it is, within bounds. */
function unknownValue(value: unknown): StateValue | undefined {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" && value.length <= TEXT_VALUE_MAX ? value : undefined;
}

/** Once a device: a plugin that is wrong once is wrong with every report. */
export function complain(core: HouseCore, entry: DeviceEntry, event: string, name: string): void {
  if (entry.complained) return;
  entry.complained = true;
  core.log.warn(event, { device: entry.id, plugin: entry.owner, name });
}
