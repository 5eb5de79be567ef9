/** Methods of the text log. */
import { Type } from "typebox";
import { method } from "./define.ts";
import { Name } from "./parts.ts";

export const textMemoryMethods = {
  "textmemory.append": method()(
    "text_memory",
    "Adds an exchange to the text log, under the plugin's own name and the hub's time.",
    Type.Object({
      input: Type.String({ maxLength: 64_000 }),
      response: Type.String({ maxLength: 64_000 }),
      toolsUsed: Type.Optional(Type.Array(Name, { maxItems: 64 })),
    }),
  ),
} as const;
