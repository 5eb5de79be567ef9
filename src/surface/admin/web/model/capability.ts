/** Questions about a device's capabilities that cards, sheets and replies all ask. */
import type { Capability, Device, DeviceState, StateValue } from "#contract";

export type BinaryCapability = Extract<Capability, { kind: "binary" }>;
export type NumericCapability = Extract<Capability, { kind: "numeric" }>;
export type EnumCapability = Extract<Capability, { kind: "enum" }>;
/** A numeric capability with both ends, as a slider needs it. */
export type RangedCapability = NumericCapability & { readonly min: number; readonly max: number };

/** Whether the capability takes commands. */
export function isWritable(capability: Capability): boolean {
  return capability.access.includes("write");
}

/** Whether the capability has a value to show. */
export function isReadable(capability: Capability): boolean {
  return capability.access.includes("read");
}

/** The capability with this name. */
export function capabilityOf(device: Device, name: string): Capability | undefined {
  return device.capabilities.find((capability) => capability.name === name);
}

/** The numeric capability with this name. */
export function numericOf(device: Device, name: string): NumericCapability | undefined {
  const found = capabilityOf(device, name);
  return found?.kind === "numeric" ? found : undefined;
}

/** The enum capability with this name. */
export function enumOf(device: Device, name: string): EnumCapability | undefined {
  const found = capabilityOf(device, name);
  return found?.kind === "enum" ? found : undefined;
}

/** Whether a numeric capability has both ends of its range. */
export function isRanged(capability: Capability): capability is RangedCapability {
  return (
    capability.kind === "numeric" &&
    capability.min !== undefined &&
    capability.max !== undefined &&
    capability.max > capability.min
  );
}

/** Whether a binary capability stands at its "on" value. */
export function isOn(capability: BinaryCapability, state: DeviceState): boolean {
  return state[capability.name] === capability.valueOn;
}

/** The number that a state holds under a name; undefined for anything else. */
export function numberAt(state: DeviceState, name: string): number | undefined {
  const value = state[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** What turns a device on and off at a tap: the present side and what to send for the other. */
interface MainSwitch {
  readonly capability: string;
  readonly on: boolean;
  readonly next: StateValue;
}

const SWITCH_NAMES = ["on", "locked", "state", "power", "active"];

/** The device's main switch: a binary one by its usual names, or a mode that can be "off". */
export function mainSwitch(device: Device, state: DeviceState): MainSwitch | null {
  for (const name of SWITCH_NAMES) {
    const capability = capabilityOf(device, name);
    if (capability?.kind !== "binary" || !isWritable(capability)) continue;
    const on = isOn(capability, state);
    return { capability: name, on, next: on ? capability.valueOff : capability.valueOn };
  }
  const mode = enumOf(device, "mode");
  if (!mode || !isWritable(mode) || !mode.values.includes("off")) return null;
  const waking = mode.values.includes("auto") ? "auto" : mode.values.find((v) => v !== "off");
  if (waking === undefined) return null;
  const on = state["mode"] !== undefined && state["mode"] !== null && state["mode"] !== "off";
  return { capability: "mode", on, next: on ? "off" : waking };
}

/** Whether a capability is measured: it wanders by itself, so a curve tells it better than a list. */
export function isMeasurement(capability: Capability): boolean {
  return capability.kind === "numeric" && !isWritable(capability);
}

/** Whether a capability tells about the device itself (battery, signal), not about the house. */
export function isUpkeep(capability: Capability): boolean {
  return (
    capability.category === "diagnostic" ||
    capability.category === "config" ||
    ["battery", "battery_low", "linkquality", "voltage", "rssi", "tamper"].includes(capability.name)
  );
}
