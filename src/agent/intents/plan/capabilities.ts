/** Which capability of a device carries a wish, and what its raw value is. */
import type { Capability, Device, StateValue } from "#contract";

/** One thing to do with one device. */
export interface Step {
  readonly capability: string;
  readonly value: boolean | number | string;
}

export type Numeric = Extract<Capability, { kind: "numeric" }>;
type Enum = Extract<Capability, { kind: "enum" }>;
type Binary = Extract<Capability, { kind: "binary" }>;

const isWritable = (capability: Capability) => capability.access.includes("write");

/** A numeric capability that can be set, the first of `names` that the device has. */
export function numericOf(device: Device, ...names: string[]): Numeric | undefined {
  return find(
    device,
    names,
    (capability): capability is Numeric => capability.kind === "numeric" && isWritable(capability),
  );
}

/** A capability that can be read, the first of `names` that the device has. */
export function readableOf(device: Device, ...names: string[]): Capability | undefined {
  return find(device, names, (capability): capability is Capability =>
    capability.access.includes("read"),
  );
}

function find<Found extends Capability>(
  device: Device,
  names: readonly string[],
  accepts: (capability: Capability) => capability is Found,
): Found | undefined {
  for (const name of names) {
    const capability = device.capabilities.find((one) => one.name === name);
    if (capability && accepts(capability)) return capability;
  }
  return undefined;
}

function binaryOf(device: Device, ...names: string[]): Binary | undefined {
  return find(
    device,
    names,
    (capability): capability is Binary => capability.kind === "binary" && isWritable(capability),
  );
}

/** An enum value that means one of `wanted`, compared without case and joints. */
export function enumStep(
  device: Device,
  names: readonly string[],
  wanted: readonly string[],
): Step | undefined {
  for (const name of names) {
    const capability = find(
      device,
      [name],
      (one): one is Enum => one.kind === "enum" && isWritable(one),
    );
    const value = capability && pick(capability.values, wanted);
    if (capability && value !== undefined) return { capability: capability.name, value };
  }
  return undefined;
}

function pick(values: readonly string[], wanted: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  for (const want of wanted) {
    const value = values.find((one) => plain(one) === plain(want));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A binary capability set to its own word for on or off. */
export function binaryStep(device: Device, name: string, on: boolean): Step | undefined {
  const capability = binaryOf(device, name);
  return capability && { capability: name, value: on ? capability.valueOn : capability.valueOff };
}

/** Switches a device on or off, opens or closes it, in whatever way it can. */
export function switchStep(device: Device, on: boolean): Step | undefined {
  switch (device.kind) {
    case "cover":
    case "valve":
      return (
        enumStep(device, ["state", "action"], on ? ["open"] : ["close", "closed"]) ??
        positionEnd(device, on) ??
        binaryStep(device, "on", on)
      );
    case "lock":
      return undefined;
    case "scene":
    case "script":
    case "button":
      return on ? activation(device) : binaryStep(device, "on", false);
    default:
      return (
        binaryStep(device, "on", on) ??
        enumStep(device, ["mode"], on ? ["on", "auto", "heat_cool"] : ["off"])
      );
  }
}

function positionEnd(device: Device, on: boolean): Step | undefined {
  const position = numericOf(device, "position");
  return (
    position && {
      capability: position.name,
      value: on ? (position.max ?? 100) : (position.min ?? 0),
    }
  );
}

function activation(device: Device): Step | undefined {
  const named = enumStep(
    device,
    ["action", "state"],
    ["activate", "run", "start", "press", "on", "turn_on", "trigger"],
  );
  if (named) return named;
  return ["on", "press", "activate"]
    .map((name) => binaryStep(device, name, true))
    .find((step) => step !== undefined);
}

/** Whether a device is on (open, unlocked) by its state; undefined when the state does not tell. */
export function isOn(device: Device): boolean | undefined {
  const { state } = device;
  const position = device.capabilities.find(({ name }) => name === "position");
  if (device.kind === "cover" || device.kind === "valve") {
    if (typeof state["position"] === "number" && position?.kind === "numeric")
      return state["position"] > (position.min ?? 0);
    const said = String(state["state"] ?? "").toLowerCase();
    if (said !== "") return said.startsWith("open") || said === "closing";
  }
  for (const name of [
    "on",
    "contact",
    "occupancy",
    "motion",
    "presence",
    "moisture",
    "water_leak",
    "smoke",
    "state",
  ]) {
    const known = binaryValue(device, name, state[name]);
    if (known !== undefined) return known;
  }
  const binary = device.capabilities.find(
    ({ kind, access }) => kind === "binary" && access.includes("read"),
  );
  if (device.kind === "binary_sensor" && binary)
    return binaryValue(device, binary.name, state[binary.name]);
  if (typeof state["mode"] === "string") return state["mode"] !== "off";
  return undefined;
}

function binaryValue(
  device: Device,
  name: string,
  value: StateValue | undefined,
): boolean | undefined {
  const capability = device.capabilities.find((one) => one.name === name);
  if (capability?.kind !== "binary" || value === undefined || value === null) return undefined;
  return value === capability.valueOn ? true : value === capability.valueOff ? false : undefined;
}

/** Whether a lock is locked; undefined when its state does not tell. */
export function isLocked(device: Device): boolean | undefined {
  return binaryValue(device, "locked", device.state["locked"]);
}
