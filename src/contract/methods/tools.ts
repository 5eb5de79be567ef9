/** Methods of tools: offering one, and calling another's. */
import { Type } from "typebox";
import { ROLES } from "../person.ts";
import type { ToolResult } from "../tool.ts";
import { method } from "./define.ts";
import { Json, Name, within } from "./parts.ts";

export const toolMethods = {
  "tool.register": method()(
    "core",
    "Offers a tool; a name that another plugin has is refused.",
    Type.Object({
      name: Name,
      description: Type.String({ minLength: 1, maxLength: 2000 }),
      parameters: Type.Object({}, { additionalProperties: true }),
      parallelSafe: Type.Optional(Type.Boolean()),
      /** Never beside another call, even where both are parallelSafe. */
      serial: Type.Optional(Type.Boolean()),
      /** The output channel that a call speaks on: two on one channel never run side by side. */
      channel: Type.Optional(Name),
      noMemory: Type.Optional(Type.Boolean()),
      /** The hub asks `cleaner.invoke` what is to be derived from a result (F10). */
      cleaner: Type.Optional(Type.Boolean()),
      /** The least role that may call it. Default: guest. */
      role: Type.Optional(Type.Enum([...ROLES])),
      /** Kinds of agent that it makes sense for. Default: all. */
      agents: Type.Optional(
        Type.Array(Type.Enum(["root", "child", "resident"]), { minItems: 1, maxItems: 3 }),
      ),
    }),
  ),
  // `io`: whoever may say "turn the lamp on" on a channel may do it by the tool, and nothing more.
  "tool.invoke": method<ToolResult>()(
    "io",
    "Calls a tool of the hub or of another plugin, with the rights of what the plugin injects; `within` a tool call with no more than its caller's. The arguments are checked; every way to end is an outcome.",
    Type.Object({ name: Name, arguments: Json, ...within }),
  ),
} as const;
