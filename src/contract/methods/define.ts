/** How one method of the wire is written down: who may call it, with what, for what answer. */
import type { Static, TSchema } from "typebox";
import type { CapabilityName } from "../manifest.ts";
import { type Checker, checker } from "../schema.ts";

/** A method: the capability that its caller needs and the schema of its parameters. */
export interface Method<Params extends TSchema = TSchema, Result = unknown> {
  readonly capability: CapabilityName;
  readonly params: Checker<Params>;
  /** One sentence for the plugin author. */
  readonly doc: string;
  /** Carries the type of the answer only; there is no value. */
  readonly result?: Result;
}

/** Parameters of a method as a type. */
export type ParamsOf<M> = M extends Method<infer Params, unknown> ? Static<Params> : never;
/** Answer of a method as a type. */
export type ResultOf<M> = M extends Method<TSchema, infer Result> ? Result : never;

/** Writes down a method; the type parameter names its answer. */
export function method<Result = null>() {
  return <Params extends TSchema>(
    capability: CapabilityName,
    doc: string,
    params: Params,
  ): Method<Params, Result> => ({ capability, doc, params: checker(params) });
}
