/** A field's value as bytes and back: text as UTF-8, everything else as JSON that its schema accepts. */
import { JSON_DEPTH_MAX, jsonDepth, parseJson } from "#base";
import { problem, STAGE_FIELD_RULES, STAGE_FIELDS, type StageField } from "#contract";
import { type FieldRecord, garbled } from "./frame.ts";
import { RECORD_KIND } from "./layout.ts";

/** A value ready to be written. */
export type EncodedValue = Pick<FieldRecord, "kind" | "value">;

const numbers = new Map(STAGE_FIELDS.map((field, index) => [field, index]));

/** The number of a field: its place among the header's words. */
export function numberOf(field: StageField): number {
  return numbers.get(field) ?? 0;
}

/** Encodes a value. Throws `VALUE_INVALID` for one that the field cannot hold. */
export function encode(field: StageField, value: unknown): EncodedValue {
  const { check, optional } = STAGE_FIELD_RULES[field];
  if (value === undefined && optional) return { kind: RECORD_KIND.unset, value: Buffer.alloc(0) };
  check.require(value, field, "VALUE_INVALID");
  // Half of a surrogate pair has no UTF-8; JSON escapes it.
  if (typeof value === "string" && value.isWellFormed()) {
    return { kind: RECORD_KIND.text, value: Buffer.from(value) };
  }
  const text = JSON.stringify(value);
  if (jsonDepth(text) > JSON_DEPTH_MAX) {
    throw problem("VALUE_INVALID", `${field} nests deeper than ${JSON_DEPTH_MAX} levels`);
  }
  return { kind: RECORD_KIND.json, value: Buffer.from(text) };
}

/** Decodes what stands in memory, where anybody may have written. Throws for what is no value. */
export function decode(field: StageField, record: EncodedValue): unknown {
  const { check, optional } = STAGE_FIELD_RULES[field];
  if (record.kind === RECORD_KIND.unset && optional) return undefined;
  const value = parse(record);
  if (!check.accepts(value)) throw garbled(numberOf(field));
  return value;
}

function parse({ kind, value }: EncodedValue): unknown {
  if (kind === RECORD_KIND.text) return value.toString("utf8");
  if (kind !== RECORD_KIND.json) return undefined;
  try {
    return parseJson(value.toString("utf8"));
  } catch {
    // No schema accepts it either, so that the caller says what is wrong.
    return undefined;
  }
}

/** Freezes a value and all that is in it: a change to a copy would be lost without a word. */
export function freezeDeep(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freezeDeep(inner);
}
