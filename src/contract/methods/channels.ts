/** Methods of channels: declaring where a plugin speaks and where it is spoken to. */
import { Type } from "typebox";
import { method } from "./define.ts";
import { Name } from "./parts.ts";

export const channelMethods = {
  "output.register": method()(
    "core",
    "Declares an output channel; `caps` adds text 1, file 2, image 4, audio 8, structured 16.",
    Type.Object({
      name: Name,
      caps: Type.Integer({ minimum: 1, maximum: 31 }),
      description: Type.String({ maxLength: 500 }),
      /** What `meta` may hold, for a model that asks. */
      help: Type.Optional(Type.String({ maxLength: 4000 })),
      /** Longest text of one message in characters; below 64 a part would be nothing but its mark. */
      textMax: Type.Optional(Type.Integer({ minimum: 64, maximum: 65_536 })),
    }),
  ),
  "input.register": method()(
    "core",
    "Declares an input channel that the plugin will inject from.",
    Type.Object({ name: Name, description: Type.String({ maxLength: 500 }) }),
  ),
} as const;
