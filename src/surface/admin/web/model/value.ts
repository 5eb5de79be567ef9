/** How values read: "30%", "26.5°", "开着", "暖白". Names of capabilities and enum values too. */
import type { Capability, StateValue } from "#contract";
import type { Words } from "../i18n/index.ts";
import type { EnumCapability } from "./capability.ts";
import { isHexColor, kelvinOf, SWATCHES, warmthOf } from "./color.ts";
import { decimalsOf, isShare, percentOf } from "./percent.ts";

/** A capability's name in the page's language; else the plugin's label; else the bare name. */
export function capabilityName(capability: Capability, words: Words): string {
  return words.devices.capabilities[capability.name] ?? capability.label ?? spaced(capability.name);
}

/** An enum value in the page's language, or as the device spells it. */
export function enumText(value: string, words: Words): string {
  return words.devices.values[value.toLowerCase()] ?? spaced(value);
}

/** A capability's value in words. `deviceClass` is the device's own, for binary sensors. */
export function valueText(
  capability: Capability,
  value: StateValue | undefined,
  words: Words,
  deviceClass?: string,
): string {
  if (value === undefined || value === null) return words.common.unknown;
  switch (capability.kind) {
    case "binary": {
      const pair = binaryWords(capability, words, deviceClass);
      return value === capability.valueOn ? pair[0] : pair[1];
    }
    case "numeric":
      return typeof value === "number" ? numberText(capability, value, words) : String(value);
    case "enum":
      return enumText(String(value), words);
    case "color":
      return colorText(value, words);
    case "text":
      return String(value);
  }
}

/** The two words of a binary capability: what "on" means first. */
export function binaryWords(
  capability: Capability,
  words: Words,
  deviceClass?: string,
): readonly [string, string] {
  const table = words.devices.binary;
  return (
    table[capability.deviceClass ?? ""] ??
    table[capability.name] ??
    table[deviceClass ?? ""] ?? [words.common.on, words.common.off]
  );
}

/** Whether a binary capability's words need no name before them: "开着", or the main switch's "开". */
export function tellsItself(capability: Capability, words: Words, deviceClass?: string): boolean {
  const [on] = binaryWords(capability, words, deviceClass);
  return capability.name === "on" || on !== words.common.on;
}

/** A numeric value with its unit. */
function numberText(
  capability: Extract<Capability, { kind: "numeric" }>,
  value: number,
  words: Words,
): string {
  if (isShare(capability)) return `${percentOf(capability, value)}%`;
  if (capability.name === "color_temp") {
    const kelvin = kelvinOf(value, capability.unit);
    return `${words.devices.warmth[warmthOf(kelvin)]} ${kelvin} K`;
  }
  const decimals =
    capability.step !== undefined ? decimalsOf(capability.step) : Math.abs(value) < 100 ? 1 : 0;
  const text = new Intl.NumberFormat(words.locale, { maximumFractionDigits: decimals }).format(
    value,
  );
  return text + unitText(capability.unit);
}

function unitText(unit: string | undefined): string {
  if (unit === undefined || unit === "") return "";
  if (unit === "°C" || unit === "°F" || unit === "C") return "°";
  return unit === "%" ? "%" : ` ${unit}`;
}

function colorText(value: StateValue, words: Words): string {
  if (!isHexColor(value)) return String(value);
  const named = SWATCHES.find(([, hex]) => hex === value.toLowerCase());
  return named ? words.devices.colors[named[0]] : value;
}

function spaced(name: string): string {
  return name.replaceAll("_", " ");
}

/** Whether a writable enum is a set of deeds ("start", "stop") rather than a state to be in. */
export function isDeed(capability: EnumCapability): boolean {
  return capability.name === "action" || !capability.access.includes("read");
}
