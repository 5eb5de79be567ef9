/** A device in one short line, for models: id, name, area, kind and what matters of its state. */
import type { Device } from "#contract";
import { SECTION_TEXT } from "./texts.ts";

/** State values that say most about a device, most telling first. */
const MAIN_STATES = [
  "on",
  "brightness",
  "mode",
  "target_temperature",
  "current_temperature",
  "position",
  "locked",
  "state",
  "playback",
  "contact",
  "occupancy",
  "temperature",
  "humidity",
  "illuminance",
  "power",
  "battery",
] as const;
const MAIN_STATES_MAX = 3;
const NAME_CHARS_MAX = 60;
const VALUE_CHARS_MAX = 24;

/** Head of the line: what the device is. */
export function describeDevice(device: Device): string {
  const area = device.area ? ` [${device.area.name.slice(0, NAME_CHARS_MAX)}]` : "";
  return `${device.id} ${device.name.slice(0, NAME_CHARS_MAX)}${area} ${device.kind}`;
}

/** A device in the fewest words by which it can be found and commanded. */
export function shortDevice({ id, name, kind }: Device): string {
  return `${id} ${name.slice(0, NAME_CHARS_MAX)} ${kind}`;
}

/** The few values that say most, or that nothing can be said. */
export function describeMainState(device: Device): string {
  if (!device.available) return ` ${SECTION_TEXT.offline}`;
  const known = MAIN_STATES.filter((name) => (device.state[name] ?? null) !== null);
  return describeValues(device, known.slice(0, MAIN_STATES_MAX));
}

/** Named values of a device's state as ` name=value`, long ones cut. */
export function describeValues(device: Device, names: readonly string[]): string {
  return names
    .map((name) => ` ${name}=${String(device.state[name]).slice(0, VALUE_CHARS_MAX)}`)
    .join("");
}

/** As many whole lines as fit into `charsMax`, and how many were left out. */
export function fitLines(
  lines: readonly string[],
  charsMax: number,
): { readonly text: string; readonly left: number } {
  let chars = 0;
  let count = 0;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > charsMax) break;
    count += 1;
  }
  return { text: lines.slice(0, count).join("\n"), left: lines.length - count };
}
