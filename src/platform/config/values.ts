/** What a setting's type accepts, from JSON or from a command line's text. */
import { unreachable } from "#base";
import { problem } from "#contract";
import type { ConfigDefinition } from "#kernel/state";
import { DURATION_HINT, formatDuration, parseDuration } from "./duration.ts";
import { STRING_LENGTH_MAX, TEXT_LENGTH_MAX } from "./limits.ts";

/** A checked value as it is stored; durations stay text here. */
export type StoredValue = string | number | boolean;

/** How a secret reads; written back it changes nothing. */
export const SECRET_MASK = "***";

/**
 * The value in its type, or `CONFIG_VALUE_INVALID` with the key's name and what is allowed. The
 * value itself is not repeated where it is a secret.
 */
export function checkValue(key: string, definition: ConfigDefinition, value: unknown): StoredValue {
  const refuse = (allowed: string) => invalidValue(key, definition, value, allowed);
  const checked = inType(definition, value);
  if (checked === undefined) throw refuse(allowedBy(definition));
  const compared = measureOf(definition, checked);
  const { min, max } = definition;
  if (compared !== undefined && (compared < (min ?? compared) || compared > (max ?? compared))) {
    throw refuse(allowedBy(definition));
  }
  const wrong = definition.check?.(readValue(definition, checked)) ?? null;
  if (wrong !== null) throw refuse(wrong);
  return checked;
}

/** A stored value as code reads it: durations in milliseconds. */
export function readValue(definition: ConfigDefinition, value: StoredValue): StoredValue {
  return definition.type === "duration" ? (parseDuration(String(value)) ?? 0) : value;
}

/** A stored value as people see it. */
export function showValue(definition: ConfigDefinition, value: StoredValue): StoredValue {
  return definition.type === "password" && value !== "" ? SECRET_MASK : value;
}

function inType(definition: ConfigDefinition, value: unknown): StoredValue | undefined {
  switch (definition.type) {
    case "int":
      return numberOf(value, /^[+-]?\d{1,15}$/, Number.isSafeInteger);
    case "float":
      return numberOf(value, /^[+-]?\d{1,15}(?:\.\d{1,15})?(?:e[+-]?\d{1,3})?$/i, Number.isFinite);
    case "bool":
      if (typeof value === "boolean") return value;
      return value === "true" || value === "false" ? value === "true" : undefined;
    case "duration": {
      const text = typeof value === "string" ? value.trim() : "";
      return parseDuration(text) === undefined ? undefined : text;
    }
    case "select":
      return definition.options?.find((option) => option === value);
    case "string":
    case "password":
      return lineOf(value);
    case "text":
      return typeof value === "string" && value.length <= TEXT_LENGTH_MAX ? value : undefined;
    default:
      return unreachable(definition.type);
  }
}

function numberOf(
  value: unknown,
  pattern: RegExp,
  accepts: (value: number) => boolean,
): number | undefined {
  const isText = typeof value === "string";
  if (isText && !pattern.test(value.trim())) return undefined;
  const number = isText ? Number(value) : value;
  return typeof number === "number" && accepts(number) ? number : undefined;
}

/**
 * Numbers are refused here and not turned into text: of an API key written without quotes, JSON
 * has already lost digits.
 */
function lineOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > STRING_LENGTH_MAX) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f]/.test(value) ? undefined : value;
}

/** What `min` and `max` are compared with. */
function measureOf(definition: ConfigDefinition, value: StoredValue): number | undefined {
  const read = readValue(definition, value);
  return typeof read === "number" ? read : undefined;
}

/** What a definition allows, in words. */
function allowedBy(definition: ConfigDefinition): string {
  const { type, options, min, max } = definition;
  const bound = (value: number | undefined) =>
    value !== undefined && type === "duration" ? formatDuration(value) : value;
  const from = min === undefined ? "" : ` from ${bound(min)}`;
  const range = `${from}${max === undefined ? "" : ` up to ${bound(max)}`}`;
  switch (type) {
    case "int":
      return `a whole number${range}`;
    case "float":
      return `a number${range}`;
    case "bool":
      return "true or false";
    case "duration":
      return `${DURATION_HINT}${range === "" ? "" : `;${range}`}`;
    case "select":
      return `one of ${(options ?? []).join(", ")}`;
    case "string":
    case "password":
      return `text on one line, at most ${STRING_LENGTH_MAX} characters; digits in quotes`;
    case "text":
      return `text of at most ${TEXT_LENGTH_MAX} characters`;
    default:
      return unreachable(type);
  }
}

const SHOWN_MAX = 60;

function invalidValue(key: string, definition: ConfigDefinition, value: unknown, allowed: string) {
  const shown =
    definition.type === "password" ? "this value" : JSON.stringify(value)?.slice(0, SHOWN_MAX);
  return problem("CONFIG_VALUE_INVALID", `${key} does not accept ${shown}: ${allowed}`, {
    hint: allowed,
  });
}
