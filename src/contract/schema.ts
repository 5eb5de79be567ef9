/** Schemas at the border: outside data is `unknown` until a compiled check accepts it. */

import type { Static, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { OperationalError } from "#base";

/** One reason why a value was refused. `field` is a JSON pointer, empty for the value itself. */
export interface Refusal {
  readonly field: string;
  readonly reason: string;
}

/** A compiled check over one schema; compiled on first use, since compiling costs ~0.2 ms. */
export interface Checker<Schema extends TSchema> {
  readonly schema: Schema;
  /** Whether the value fits. */
  accepts(value: unknown): value is Static<Schema>;
  /** Up to five reasons why it does not; empty when it does. */
  refusals(value: unknown): readonly Refusal[];
  /** The value, or an `OperationalError` with `code` that names `what` and the first reason. */
  require(value: unknown, what: string, code?: string): Static<Schema>;
}

const REFUSALS_MAX = 5;

/** Makes a checker for a TypeBox schema, or for raw JSON Schema (as plugins send it). */
export function checker<Schema extends TSchema>(schema: Schema): Checker<Schema> {
  let compiled: Validator | undefined;
  const validator = () => {
    compiled ??= Compile(schema) as unknown as Validator;
    return compiled;
  };
  const refusals = (value: unknown): Refusal[] => {
    if (validator().Check(value)) return [];
    return [...validator().Errors(value)].slice(0, REFUSALS_MAX).map((error) => ({
      field: error.instancePath,
      reason: reasonOf(error),
    }));
  };
  return {
    schema,
    accepts: (value): value is Static<Schema> => validator().Check(value),
    refusals,
    require(value, what, code = "INVALID_PARAMS") {
      const [first] = refusals(value);
      if (!first) return value as Static<Schema>;
      const where = first.field === "" ? what : `${what}${first.field}`;
      throw new OperationalError(code, `${where} ${first.reason}`);
    },
  };
}

/** Names what an error is about where the library only says that there is one. */
function reasonOf(error: { message: string; keyword?: string; params?: object }): string {
  const params = error.params as Record<string, unknown> | undefined;
  const named = params?.["additionalProperties"] ?? params?.["requiredProperties"];
  const allowed = params?.["allowedValues"];
  // What the library says of a key that `additionalProperties: false` shuts out.
  if (error.message === "schema is false") return "is not known here";
  if (Array.isArray(named)) return `${error.message}: ${named.join(", ")}`;
  if (Array.isArray(allowed)) return `${error.message}: ${allowed.join(", ")}`;
  return error.message;
}
