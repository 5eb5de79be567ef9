/** States in words: a value with its unit, or the one line that tells how a device is. */
import type { Capability, Device } from "#contract";
import { COLORS } from "../content/colors.ts";
import { isLocked, isOn } from "../plan/capabilities.ts";
import { toKelvin, toPercent } from "../plan/numbers.ts";
import { numberText, type Voice } from "./format.ts";

/** Capabilities that people read in percent of the range, whatever the raw range is. */
const IN_PERCENT = new Set(["brightness", "position", "volume", "speed", "tilt"]);

/** The first of `names` that the device has a value for, as text; undefined when it has none. */
export function readValue(
  device: Device,
  names: readonly string[],
  voice: Voice,
): string | undefined {
  for (const name of names) {
    const capability = device.capabilities.find((one) => one.name === name);
    const text = capability && valueText(device, capability, voice);
    if (text !== undefined) return text;
  }
  return undefined;
}

function valueText(device: Device, capability: Capability, voice: Voice): string | undefined {
  const value = device.state[capability.name];
  if (value === undefined || value === null) return undefined;
  if (capability.kind === "numeric" && typeof value === "number") {
    if (capability.name === "color_temp") return `${numberText(toKelvin(capability, value))} K`;
    if (IN_PERCENT.has(capability.name)) return `${numberText(toPercent(capability, value))}%`;
    const unit = capability.unit ?? "";
    const joint = /^[%°]/.test(unit) || unit === "" ? "" : " ";
    return `${numberText(value)}${joint}${unit}`;
  }
  if (capability.kind === "color") {
    const color = COLORS.find(({ hex }) => hex === String(value).toLowerCase())?.color;
    return color ? (voice.say.colors[color] ?? color) : String(value);
  }
  if (capability.kind === "binary") {
    const on = value === capability.valueOn;
    return voice.say.states[on ? "on" : "off"] ?? String(value);
  }
  const text = String(value);
  return voice.say.modes[text] ?? voice.say.states[text] ?? text;
}

/** Numbers that tell most about a device, the most telling first. */
const TELLING = [
  "current_temperature",
  "temperature",
  "humidity",
  "illuminance",
  "power",
  "brightness",
  "position",
  "volume",
  "battery",
];

/** How a device is, in a few words. */
export function describe(device: Device, voice: Voice): string {
  const { states } = voice.say;
  if (device.kind === "lock") {
    const locked = isLocked(device);
    if (locked !== undefined) return states[locked ? "locked" : "unlocked"] ?? "";
  }
  if (device.kind === "person" || device.kind === "vacuum" || device.kind === "lawn_mower") {
    const text = Object.values(device.state).find((value) => typeof value === "string");
    if (typeof text === "string") return states[text] ?? text;
  }
  const isCover = device.kind === "cover" || device.kind === "valve";
  const on = isOn(device);
  const parts =
    on === undefined ? [] : [states[isCover ? (on ? "open" : "closed") : on ? "on" : "off"] ?? ""];
  const names = device.kind === "sensor" ? TELLING.slice(0, 5) : on === false ? [] : TELLING;
  for (const name of names) {
    const value = readValue(device, [name], voice);
    if (value !== undefined) parts.push(value);
  }
  if (parts.length === 0) {
    const first = device.capabilities.find(({ name }) => device.state[name] !== undefined);
    const value = first && readValue(device, [first.name], voice);
    parts.push(value ?? "?");
  }
  return parts.slice(0, 3).join(voice.say.listJoin);
}
