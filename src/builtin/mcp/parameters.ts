/**
 * The JSON Schema that a server gives for a tool's arguments, copied into one that is safe to
 * compile, to check with and to show: bounded, without references, without regular expressions.
 */
import type { TSchema } from "typebox";
import { checker, problem } from "#contract";
import {
  ARGUMENT_DESCRIPTION_CHARS_MAX,
  SCHEMA_CHARS_MAX,
  SCHEMA_DEPTH_MAX,
  SCHEMA_NODES_MAX,
} from "./limits.ts";
import { oneLine } from "./outside-text.ts";

type Json = Readonly<Record<string, unknown>>;

/** What the models' APIs take; one tool beyond it, and they refuse the whole request. */
const ARGUMENT_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
const ODD_NAME_CHARS_MAX = 40;

const TYPES: ReadonlySet<unknown> = new Set([
  "object",
  "array",
  "string",
  "number",
  "integer",
  "boolean",
  "null",
]);
const NUMBERS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
] as const;

/**
 * Copies a schema. The copy accepts whatever the original accepts, and mostly nothing else: the
 * form of texts is the server's to check, since a foreign regular expression can hold up the whole
 * hub. Throws `TOO_LARGE` or `INVALID_PARAMS`.
 */
export function readParameters(schema: unknown): TSchema {
  const chars = lengthOf(schema);
  if (chars > SCHEMA_CHARS_MAX) throw tooLarge(`has ${chars} characters`);
  if (!isObject(schema) || schema["type"] !== "object") {
    throw problem("INVALID_PARAMS", "its arguments are no object");
  }
  const copy = flattened(new Copying(schema).copy(schema, 0));
  const odd = Object.keys(copy.properties).find((name) => !ARGUMENT_NAME.test(name));
  if (odd !== undefined) {
    const shown = JSON.stringify(oneLine(odd, ODD_NAME_CHARS_MAX));
    throw problem("INVALID_PARAMS", `its argument ${shown} has a name that models do not take`);
  }
  if (lengthOf(copy) > SCHEMA_CHARS_MAX) throw tooLarge("is too long once its references are in");
  // Compiled now, so that what cannot be is refused here and not in somebody's turn.
  checker(copy).accepts({});
  return copy;
}

interface ObjectSchema extends Json {
  readonly type: "object";
  readonly properties: Json;
}

/**
 * An object and nothing but an object: the models' APIs take no alternatives at the top. What these
 * name becomes optional, what all of them demand stays demanded.
 */
function flattened(copy: Json): ObjectSchema {
  const { description, additionalProperties } = copy;
  const all = branchesOf(copy["allOf"]);
  const any = branchesOf(copy["anyOf"]);
  const required = [copy, ...all].flatMap((part) => (part["required"] as string[]) ?? []);
  // Of two demands on one argument the first is kept, the tool's own before those of its parts.
  const named = new Map<string, unknown>();
  const name = ([argument, schema]: [string, unknown]) => {
    if (!named.has(argument)) named.set(argument, schema);
  };
  for (const part of [copy, ...all]) propertiesOf(part).forEach(name);
  for (const [argument] of any.flatMap(propertiesOf)) {
    // A branch that does not know the argument takes anything for it.
    const choices = any.map((part) => (part["properties"] as Json | undefined)?.[argument] ?? {});
    name([argument, { anyOf: choices }]);
  }
  return {
    type: "object",
    properties: Object.fromEntries(named),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
    ...(description === undefined ? {} : { description }),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
}

function propertiesOf(schema: Json): [string, unknown][] {
  return Object.entries((schema["properties"] as Json | undefined) ?? {});
}

function branchesOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function tooLarge(what: string) {
  return problem("TOO_LARGE", `its schema ${what}`, {
    hint: `at most ${SCHEMA_CHARS_MAX} characters, ${SCHEMA_NODES_MAX} parts, ${SCHEMA_DEPTH_MAX} levels`,
  });
}

/** How long something is as JSON; what nests too deeply for that is endless. */
function lengthOf(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    // The only way in which a parsed value fails: it is nested too deeply.
    return Number.POSITIVE_INFINITY;
  }
}

class Copying {
  readonly #root: Json;
  /** References that are being followed; one inside itself has no end. */
  readonly #following = new Set<string>();
  #nodes = 0;

  constructor(root: Json) {
    this.#root = root;
  }

  copy(schema: unknown, depth: number): Json {
    this.#nodes += 1;
    if (this.#nodes > SCHEMA_NODES_MAX) throw tooLarge(`has more than ${SCHEMA_NODES_MAX} parts`);
    if (depth > SCHEMA_DEPTH_MAX) throw tooLarge(`nests deeper than ${SCHEMA_DEPTH_MAX} levels`);
    // `true`, `false` and what is no schema at all: anything goes, the server says the rest.
    if (!isObject(schema)) return {};
    const reference = schema["$ref"];
    if (typeof reference === "string") return this.#follow(reference, schema, depth);
    return {
      ...this.#words(schema),
      ...this.#bounds(schema),
      ...this.#parts(schema, depth),
    };
  }

  /** What is meant by `#/$defs/x`, in place; a circle and a foreign document become "anything". */
  #follow(reference: string, schema: Json, depth: number): Json {
    const words = this.#words({ description: schema["description"] });
    if (this.#following.has(reference)) return words;
    this.#following.add(reference);
    const copy = this.copy(resolve(this.#root, reference), depth + 1);
    this.#following.delete(reference);
    return { ...copy, ...words };
  }

  /** What people and models read; patterns and formats are told instead of checked. */
  #words(schema: Json): Json {
    const said = [
      text(schema["description"]) ?? text(schema["title"]),
      hint("format", schema["format"]),
      hint("pattern", schema["pattern"]),
    ].filter((part) => part !== undefined);
    if (said.length === 0) return {};
    return { description: oneLine(said.join(" "), ARGUMENT_DESCRIPTION_CHARS_MAX) };
  }

  #bounds(schema: Json): Json {
    const kept: Record<string, unknown> = {};
    const { type } = schema;
    const types = Array.isArray(type) ? type : [type];
    if (types.length > 0 && types.every((one) => TYPES.has(one))) kept["type"] = type;
    for (const name of NUMBERS) {
      // Older drafts write exclusiveMinimum as true or false; those go.
      if (Number.isFinite(schema[name])) kept[name] = schema[name];
    }
    // A multiple of nothing is nothing that anybody could send.
    if (Number(kept["multipleOf"]) <= 0) delete kept["multipleOf"];
    if (Array.isArray(schema["enum"])) kept["enum"] = schema["enum"];
    if ("const" in schema) kept["const"] = schema["const"];
    if ("default" in schema) kept["default"] = schema["default"];
    return kept;
  }

  /**
   * Schemas inside. `oneOf` becomes `anyOf` and `not` goes: with their patterns gone, branches that
   * were distinct no longer are.
   */
  #parts(schema: Json, depth: number): Json {
    const kept: Record<string, unknown> = {};
    const within = (part: unknown) => this.copy(part, depth + 1);
    const { properties, required, items, allOf } = schema;
    if (isObject(properties)) {
      // A name such as __proto__ must become a property and nothing else.
      kept["properties"] = Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, within(part)]),
      );
    }
    if (Array.isArray(required) && required.every((name) => typeof name === "string")) {
      if (required.length > 0) kept["required"] = required;
    }
    // Models' APIs want to be told what a list is of, be it anything.
    if (isObject(items)) kept["items"] = within(items);
    else if ([schema["type"]].flat().includes("array")) kept["items"] = {};
    const branches = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(branches) && branches.length > 0) kept["anyOf"] = branches.map(within);
    if (Array.isArray(allOf) && allOf.length > 0) kept["allOf"] = allOf.map(within);
    const others = schema["additionalProperties"];
    if (isObject(others)) kept["additionalProperties"] = within(others);
    // With the patterns of names gone, "no others" would refuse what they allowed.
    if (others === false && !("patternProperties" in schema)) kept["additionalProperties"] = false;
    return kept;
  }
}

/** The part of `root` that a reference within it names; undefined for any other. */
function resolve(root: Json, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  let part: unknown = root;
  for (const step of reference.slice(1).split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isObject(part) || !Object.hasOwn(part, name)) return undefined;
    part = part[name];
  }
  return part;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function hint(name: string, value: unknown): string | undefined {
  const said = text(value);
  return said === undefined ? undefined : `(${name}: ${said})`;
}
