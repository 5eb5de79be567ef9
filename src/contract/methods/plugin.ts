/** Methods that a plugin calls on the kernel. One not in this table is refused. */
import { Type } from "typebox";
import { DeviceDeclarationSchema, DeviceIdSchema, StateSchema } from "../device.ts";
import { EVENT_NAMES } from "../event.ts";
import { ROLES } from "../person.ts";
import { PromptSectionSchema } from "../prompt-section.ts";
import { channelMethods } from "./channels.ts";
import { method } from "./define.ts";

const Name = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" });
const Key = Type.String({ pattern: "^[a-z][a-z0-9_]{0,63}$" });
const Json = Type.Unknown();

export const pluginMethods = {
  ...channelMethods,
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
  "device.register": method<{ readonly id: string }>()(
    "devices",
    "Puts a device into the house, or updates what it is.",
    Type.Object({ device: DeviceDeclarationSchema }),
  ),
  "device.state": method()(
    "devices",
    "Tells state values that changed; `commandId` ties them to the command that caused them.",
    Type.Object({
      id: DeviceIdSchema,
      state: Type.Optional(StateSchema),
      available: Type.Optional(Type.Boolean()),
      commandId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
  ),
  "device.remove": method()(
    "devices",
    "Takes a device of this plugin out of the house.",
    Type.Object({ id: DeviceIdSchema }),
  ),
  "prompt.declare": method()(
    "prompt",
    "Declares a section of the system prompt, named `<plugin>.<section>`; empty content removes it.",
    PromptSectionSchema,
  ),
  "prompt.remove": method()(
    "prompt",
    "Removes a section; one that is absent or foreign is left alone.",
    Type.Object({ section: Type.String({ maxLength: 120 }) }),
  ),
  "lifecycle.autoRestart": method()(
    "core",
    "Opts in or out of the restart after a crash.",
    Type.Object({ enabled: Type.Boolean() }),
  ),
  "settings.get": method<unknown>()(
    "core",
    "Reads one of the plugin's own settings.",
    Type.Object({ key: Key }),
  ),
  "settings.set": method()(
    "core",
    "Writes one of the plugin's own settings.",
    Type.Object({ key: Key, value: Json }),
  ),
  "settings.list": method<Readonly<Record<string, unknown>>>()(
    "core",
    "Reads all of the plugin's own settings.",
    Type.Object({}),
  ),
  "settings.dataDir": method<{ readonly path: string }>()(
    "core",
    "The plugin's private folder, the only one that it may write.",
    Type.Object({}),
  ),
  "log.write": method()(
    "core",
    "Writes a line into the hub's log.",
    Type.Object({
      level: Type.Union([
        Type.Literal("debug"),
        Type.Literal("info"),
        Type.Literal("warn"),
        Type.Literal("error"),
      ]),
      event: Type.String({ pattern: "^[a-z0-9_.-]{1,80}$" }),
      fields: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Json)),
    }),
  ),
  "net.resolve": method<{ readonly addresses: readonly string[] }>()(
    "net",
    "Resolves a host name; plugins have no name service of their own.",
    Type.Object({ host: Type.String({ minLength: 1, maxLength: 253 }) }),
  ),
  "events.subscribe": method()(
    "events",
    "Follows these kernel events and no others; they arrive as `event` notifications.",
    Type.Object({
      names: Type.Array(Type.Enum([...EVENT_NAMES]), {
        maxItems: 32,
      }),
    }),
  ),
  "events.unsubscribe": method()("events", "Follows no events any more.", Type.Object({})),
} as const;
