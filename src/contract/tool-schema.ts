/** Whether the schema of a tool's arguments is one that models and checkers understand. */
import { problem } from "./problem.ts";

const TYPES: ReadonlySet<unknown> = new Set([
  "object",
  "array",
  "string",
  "number",
  "integer",
  "boolean",
  "null",
]);
/** Keywords under which further schemas stand: by name, in a list, or one alone. */
const NAMED = ["properties", "patternProperties", "$defs", "definitions"] as const;
const LISTED = ["anyOf", "oneOf", "allOf", "prefixItems"] as const;
const SINGLE = ["items", "additionalProperties", "not", "if", "then", "else", "contains"] as const;
const DEPTH_MAX = 32;

type Fields = Readonly<Record<string, unknown>>;

/** What is wrong with the schema of a tool's arguments, with its place; undefined where nothing is. */
export function toolSchemaFault(schema: unknown): string | undefined {
  if (!isFields(schema)) return "must be a JSON Schema";
  const { type } = schema;
  if (type !== undefined && type !== "object") {
    return `type must be "object", for arguments have names; it is ${JSON.stringify(type)}`;
  }
  return faultIn(schema, "", 0);
}

/** Throws `INVALID_PARAMS`, naming tool and place, for a schema that no model could make sense of. */
export function requireToolSchema(name: string, parameters: unknown): void {
  const fault = toolSchemaFault(parameters);
  if (fault === undefined) return;
  throw problem("INVALID_PARAMS", `${name}: parameters: ${fault}`, {
    hint: "parameters are a JSON Schema of an object, such as Type.Object({ … })",
  });
}

function faultIn(schema: unknown, place: string, depth: number): string | undefined {
  const at = (part: string) => `${place}/${part}`;
  if (schema === true || schema === false) return undefined;
  if (!isFields(schema)) return `${place || "/"} must be a JSON Schema`;
  if (depth > DEPTH_MAX) return `${place} nests deeper than ${DEPTH_MAX} levels`;
  const { type, required, enum: choices } = schema;
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  if (type !== undefined && !types.every((one) => TYPES.has(one))) {
    return `${at("type")} is ${JSON.stringify(type)}; types are ${[...TYPES].join(", ")}`;
  }
  if (required !== undefined && !isTexts(required))
    return `${at("required")} must be a list of names`;
  if (choices !== undefined && !Array.isArray(choices)) return `${at("enum")} must be a list`;
  for (const [part, inner] of innerSchemas(schema)) {
    const fault = faultIn(inner, at(part), depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function innerSchemas(schema: Fields): readonly (readonly [string, unknown])[] {
  const found: (readonly [string, unknown])[] = [];
  for (const key of NAMED) {
    const named = schema[key];
    if (named === undefined) continue;
    if (!isFields(named)) found.push([key, named]);
    else for (const [name, inner] of Object.entries(named)) found.push([`${key}/${name}`, inner]);
  }
  for (const key of LISTED) {
    const listed = schema[key];
    if (listed === undefined) continue;
    if (!Array.isArray(listed)) found.push([key, listed]);
    else for (const [index, inner] of listed.entries()) found.push([`${key}/${index}`, inner]);
  }
  for (const key of SINGLE) if (schema[key] !== undefined) found.push([key, schema[key]]);
  return found;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string");
