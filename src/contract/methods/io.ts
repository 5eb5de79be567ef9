/** Methods of what a plugin says to the hub: texts and media as inputs, media as results. */
import { Type } from "typebox";
import { SAY_TEXT_MAX } from "../say.ts";
import { method } from "./define.ts";
import { CallNameSchema, MediaBlocksSchema, Name, within } from "./parts.ts";

/** What every injection may say of itself. */
const circumstances = {
  channel: Name,
  /** 1 background, 2 message (the default), 3 interactive. 4 is the hub's own and counts as 3. */
  priority: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  /** Nothing is derived from it: no vector, no keyword, no fact. The conversation keeps it (F10). */
  noMemory: Type.Optional(Type.Boolean()),
  /** The plugin's own id of the message: two texts with different ids are two, however alike. */
  messageId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  ...within,
};

const injection = {
  ...circumstances,
  text: Type.String({ minLength: 1, maxLength: SAY_TEXT_MAX }),
};

/** A picture needs no words, but words help. */
const mediaInjection = {
  ...circumstances,
  text: Type.Optional(Type.String({ maxLength: SAY_TEXT_MAX })),
  media: MediaBlocksSchema,
};

/** Where a turn of the conversation is under way: tell that one, now or before its next model call. */
const interrupt = Type.Optional(Type.Enum(["cancel", "inject"]));

export const ioMethods = {
  "io.injectText": method()(
    "io",
    "Queues a text as if it had been said on one of the plugin's input channels; answered when it has its place in the queue. The reply goes out on the plugin's output channel of that name, if there is one.",
    Type.Object({ ...injection, interrupt }),
  ),
  "io.injectTextNoMem": method()(
    "io",
    "The same, kept out of memory: nothing is derived from it.",
    Type.Object({ ...injection, interrupt }),
  ),
  "io.injectInterrupt": method()(
    "io",
    "Barges in: where a turn of the same conversation is under way its model call is called off and it hears this first; else the same as io.injectText.",
    Type.Object({ ...injection }),
  ),
  "io.injectInputSync": method<{ readonly reply: string }>()(
    "io",
    "Injects a text and waits for the reply; `within` a tool call it runs inside the turn that waits for that call.",
    Type.Object({ ...injection }),
  ),
  "io.injectMedia": method()(
    "io",
    "io.injectText with pictures, sounds or files: bytes in base64, or the digest of media that the plugin may see.",
    Type.Object({ ...mediaInjection, interrupt }),
  ),
  "io.injectMediaSync": method<{ readonly reply: string }>()(
    "io",
    "io.injectInputSync with media.",
    Type.Object({ ...mediaInjection }),
  ),
  "io.injectInterruptMedia": method()(
    "io",
    "io.injectInterrupt with media.",
    Type.Object({ ...mediaInjection }),
  ),
  "io.setToolBlocks": method()(
    "io",
    "Attaches media to the result of a tool call that the plugin has not answered yet; a second time in the place of the first.",
    Type.Object({ within: CallNameSchema, media: MediaBlocksSchema }),
  ),
} as const;
