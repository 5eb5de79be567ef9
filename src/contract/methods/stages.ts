/** Methods of the stages of a turn and of the memory that their handlers share. */
import { Type } from "typebox";
import { STAGES } from "../stage.ts";
import { STAGE_FIELDS } from "../stage-fields.ts";
import { method } from "./define.ts";

/** A piece of the media arena as its owner is told of it. */
export interface ArenaSlot {
  readonly handle: number;
  readonly offset: number;
  readonly lengthBytes: number;
}

export const stageMethods = {
  "stage.register": method()(
    "stage",
    "Hooks a stage: `stage.invoke` comes for each turn that reaches it. A second time replaces the first.",
    Type.Object({
      stage: Type.Enum([...STAGES]),
      /** `own_tools`, for the two tool stages: calls of the plugin's own tools alone. */
      scope: Type.Optional(Type.Enum(["global", "own_tools"])),
      /** What the handler reads and writes; fewer fields are quicker. Default: all. */
      fields: Type.Optional(
        Type.Array(Type.Enum([...STAGE_FIELDS]), { minItems: 1, maxItems: STAGE_FIELDS.length }),
      ),
    }),
  ),
  "stage.lock": method()(
    "stage",
    "Takes the context's lock, as often as wanted. A handler keeps it until it ends, when what it changed is written.",
    Type.Object({}),
  ),
  "stage.unlock": method()(
    "stage",
    "Takes one `stage.lock` back. The lock is free when the handler ends.",
    Type.Object({}),
  ),
  // `io`: the arena is how media too large for a frame are injected.
  "arena.alloc": method<ArenaSlot>()(
    "io",
    "Takes a piece of the shared memory for media.",
    Type.Object({ lengthBytes: Type.Integer({ minimum: 1, maximum: 64 * 1024 * 1024 }) }),
  ),
  "arena.free": method()(
    "io",
    "Gives a piece back; all of them are taken back when the plugin ends.",
    Type.Object({ handle: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) }),
  ),
} as const;
