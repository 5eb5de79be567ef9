/** What a capability takes and tells: the checks between the outside and a plugin (contract §2). */
import { unreachable } from "#base";
import { type Capability, problem, type StateValue } from "#contract";
import { HINT_VALUES_MAX, TEXT_VALUE_MAX } from "./limits.ts";

/** A value that can be sent to a device. */
export type CommandValue = Exclude<StateValue, null>;

type Numeric = Extract<Capability, { kind: "numeric" }>;

const COLOR = /^#[0-9a-f]{6}$/i;

/**
 * The raw value to send for what somebody asked. Throws `VALUE_OUT_OF_RANGE` or `VALUE_INVALID`
 * with what is allowed as the hint. A number between two steps becomes the nearest step.
 */
export function commandValue(capability: Capability, value: unknown): CommandValue {
  const { name } = capability;
  switch (capability.kind) {
    case "binary": {
      const raw = binaryValue(capability, value);
      if (raw === undefined) throw invalid(`${name} is on or off`, value, binaryHint(capability));
      return raw;
    }
    case "numeric":
      return numericValue(capability, value);
    case "enum":
      if (typeof value === "string" && capability.values.includes(value)) return value;
      throw invalid(`${name} takes one of its values`, value, listOf(capability.values));
    case "text": {
      const longest = Math.min(capability.maxLength ?? TEXT_VALUE_MAX, TEXT_VALUE_MAX);
      if (typeof value !== "string") throw invalid(`${name} takes text`, value, "a text");
      const length = [...value].length;
      if (length <= longest) return value;
      throw problem("VALUE_INVALID", `${name} is ${length} characters long`, {
        hint: `at most ${longest} characters`,
      });
    }
    case "color":
      if (typeof value === "string" && COLOR.test(value)) return value.toLowerCase();
      throw invalid(`${name} takes a color`, value, "#rrggbb");
    default:
      return unreachable(capability);
  }
}

/**
 * A value as a plugin tells it, brought into the capability's own form; undefined when its type is
 * wrong. A number outside the range or an unlisted word is kept: what is, is.
 */
export function reportedValue(capability: Capability, value: unknown): StateValue | undefined {
  if (value === null) return null;
  switch (capability.kind) {
    case "binary":
      return binaryValue(capability, value);
    case "numeric":
      return typeof value === "number" && Number.isFinite(value) ? value : undefined;
    case "enum":
    case "text":
      return typeof value === "string" && value.length <= TEXT_VALUE_MAX ? value : undefined;
    case "color":
      return typeof value === "string" && COLOR.test(value) ? value.toLowerCase() : undefined;
    default:
      return unreachable(capability);
  }
}

/**
 * Whether a reported value is the one that was sent. Numbers may differ by half a step, or where
 * the report names the command by a whole one: devices round to what their hardware can do.
 */
export function sameValue(
  capability: Capability,
  sent: CommandValue,
  reported: StateValue,
  namesCommand: boolean,
): boolean {
  if (capability.kind !== "numeric") return sent === reported;
  if (typeof sent !== "number" || typeof reported !== "number") return false;
  const step = stepOf(capability);
  return Math.abs(sent - reported) <= (namesCommand ? step : step / 2) + 1e-9;
}

/** The step of a numeric capability; where none is declared, a hundredth of the range. */
function stepOf({ min, max, step }: Numeric): number {
  if (step !== undefined) return step;
  return min === undefined || max === undefined ? 0 : (max - min) / 100;
}

function numericValue(capability: Numeric, value: unknown): number {
  const { name, min, max } = capability;
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw invalid(`${name} takes a number`, value, rangeOf(capability));
  }
  if (max !== undefined && value > max) throw outOfRange(capability, `${value} is above ${max}`);
  if (min !== undefined && value < min) throw outOfRange(capability, `${value} is below ${min}`);
  return toStep(capability, value);
}

/** The nearest step from the lower end. The upper end stays itself even where no step meets it. */
function toStep({ min, max, step }: Numeric, value: number): number {
  if (step === undefined || value === max) return value;
  const origin = min ?? 0;
  const last =
    max === undefined ? Number.POSITIVE_INFINITY : Math.floor((max - origin) / step + 1e-9);
  const count = Math.min(Math.round((value - origin) / step), last);
  // 0.1 + 2 × 0.1 is 0.30000000000000004; nobody wants to send that to a device.
  const rounded = Number((origin + count * step).toPrecision(12));
  // A step far too small for the value's size counts to infinity.
  return Number.isFinite(rounded) ? rounded : value;
}

function binaryValue(
  { valueOn, valueOff }: Extract<Capability, { kind: "binary" }>,
  value: unknown,
): CommandValue | undefined {
  // Raw values first: a device may say `true` for off.
  if (value === valueOn || value === valueOff) return value as CommandValue;
  if (typeof value === "boolean") return value ? valueOn : valueOff;
  return undefined;
}

function binaryHint({ valueOn, valueOff }: Extract<Capability, { kind: "binary" }>): string {
  const raw = [valueOn, valueOff].filter((value) => typeof value !== "boolean");
  return listOf(["true", "false", ...raw.map((value) => JSON.stringify(value))]);
}

function rangeOf({ min, max }: Numeric): string {
  if (min !== undefined && max !== undefined) return `${min}–${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? "a number" : `at most ${max}`;
}

/** Values as a hint, bounded. */
export function listOf(values: readonly string[]): string {
  const more = values.length - HINT_VALUES_MAX;
  return values.slice(0, HINT_VALUES_MAX).join(", ") + (more > 0 ? `, … (${more} more)` : "");
}

function outOfRange(capability: Numeric, what: string) {
  return problem("VALUE_OUT_OF_RANGE", `${capability.name} ${what}`, {
    hint: rangeOf(capability),
  });
}

function invalid(rule: string, value: unknown, hint: string) {
  const shown = (typeof value === "number" ? `${value}` : `${JSON.stringify(value)}`).slice(0, 60);
  return problem("VALUE_INVALID", `${rule}, not ${shown}`, { hint });
}
