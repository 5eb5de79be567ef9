/** A tool's schema as models are shown it, without what only our own check of its arguments needs. */
import type { TSchema } from "typebox";

/**
 * Keywords that cost tokens in every request and tell a model nothing that it needs: a call that
 * offends against one is refused with the field's name and the reason, as ever.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "$id",
  "$schema",
  "$comment",
  "title",
  "examples",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
]);

/** Keywords whose value is a schema, or a list of them. */
const INNER: ReadonlySet<string> = new Set([
  "items",
  "prefixItems",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "additionalProperties",
]);

/** Keywords whose value names schemas; those names are no keywords. */
const NAMED: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
]);

/** Schemas do not change while their tools are registered, and every round shows them. */
const shown = new WeakMap<object, TSchema>();

/** The schema to show; the same one for the same schema. */
export function modelSchema(parameters: TSchema): TSchema {
  const known = shown.get(parameters);
  if (known) return known;
  const slim = slimmed(parameters) as TSchema;
  shown.set(parameters, slim);
  return slim;
}

function slimmed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(slimmed);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries: [string, unknown][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (LEFT_OUT.has(keyword) || (keyword === "additionalProperties" && value === false)) continue;
    if (INNER.has(keyword)) entries.push([keyword, slimmed(value)]);
    else entries.push([keyword, NAMED.has(keyword) ? slimmedNames(value) : value]);
  }
  return Object.fromEntries(entries);
}

function slimmedNames(schemas: unknown): unknown {
  if (typeof schemas !== "object" || schemas === null) return schemas;
  const entries = Object.entries(schemas).map(([name, schema]) => [name, slimmed(schema)] as const);
  return Object.fromEntries(entries);
}
