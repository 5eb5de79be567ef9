/** Methods of channels: declaring where a plugin speaks and is spoken to, and saying things to the hub. */
import { Type } from "typebox";
import { SAY_TEXT_MAX } from "../say.ts";
import { method } from "./define.ts";

const Name = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" });

/** What every injection may say of itself. */
const injection = {
  channel: Name,
  text: Type.String({ minLength: 1, maxLength: SAY_TEXT_MAX }),
  /** 1 background, 2 message (the default), 3 interactive. 4 is the hub's own and counts as 3. */
  priority: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  /** Nothing is derived from it: no vector, no keyword, no fact. The conversation keeps it (F10). */
  noMemory: Type.Optional(Type.Boolean()),
  /** The plugin's own id of the message: two texts with different ids are two, however alike. */
  messageId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  /** The call of one of the plugin's tools, as `tool.invoke` told it, on whose behalf this is said. */
  within: Type.Optional(
    Type.Object({
      turnId: Type.String({ minLength: 1, maxLength: 64 }),
      callId: Type.String({ minLength: 1, maxLength: 256 }),
    }),
  ),
};

/** Where a turn of the conversation is under way: tell that one, now or before its next model call. */
const interrupt = Type.Optional(Type.Enum(["cancel", "inject"]));

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
} as const;
