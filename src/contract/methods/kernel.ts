/** Methods that the kernel calls on a plugin. */
import { type Static, Type } from "typebox";
import { checker } from "../schema.ts";

const Json = Type.Unknown();

/** First frame of the kernel; the child answers {@link HandshakeReplySchema}. */
export const HandshakeSchema = Type.Object({
  protocol: Type.Integer(),
  core_version: Type.String(),
  sdk_version: Type.String(),
  plugin_name: Type.String(),
});
export type Handshake = Static<typeof HandshakeSchema>;

export const HandshakeReplySchema = Type.Object({
  protocol: Type.Integer(),
  sdk_version: Type.String({ maxLength: 40 }),
  plugin_name: Type.String({ maxLength: 64 }),
  pid: Type.Integer(),
});
export type HandshakeReply = Static<typeof HandshakeReplySchema>;
export const handshakeReply = checker(HandshakeReplySchema);

/** What `plugin.init` tells a plugin about where it runs. */
export const PluginInitSchema = Type.Object({
  dataDir: Type.String(),
  settings: Type.Record(Type.String(), Json),
  timeZone: Type.String(),
  /** The stages' shared context: its descriptor, and who the plugin is there. */
  stage: Type.Optional(
    Type.Object({ descriptor: Type.Integer(), token: Type.Integer(), region: Type.Integer() }),
  ),
  /** The descriptor of the plugin's own media arena. */
  arena: Type.Optional(Type.Object({ descriptor: Type.Integer() })),
  /** Descriptors of the event ring, and of the plugin's own page and wake-up pipe there. */
  events: Type.Optional(
    Type.Object({ ring: Type.Integer(), page: Type.Integer(), wake: Type.Integer() }),
  ),
});
export type PluginInit = Static<typeof PluginInitSchema>;

export const DeviceCommandSchema = Type.Object({
  commandId: Type.String(),
  id: Type.String(),
  capability: Type.String(),
  value: Type.Union([Type.Boolean(), Type.Number(), Type.String()]),
});
/** `device.command`: carry this out, then tell the new state with the same commandId. */
export type DeviceCommand = Static<typeof DeviceCommandSchema>;

export const ToolInvokeSchema = Type.Object({
  name: Type.String(),
  arguments: Json,
  /** With `callId` it names the call where the plugin asks the hub on its behalf. */
  turnId: Type.String(),
  callId: Type.String(),
  channel: Type.String(),
});
export type ToolInvoke = Static<typeof ToolInvokeSchema>;

export const ToolInvokeReplySchema = Type.Object({
  content: Type.String(),
  isError: Type.Optional(Type.Boolean()),
});
export type ToolInvokeReply = Static<typeof ToolInvokeReplySchema>;
export const toolInvokeReply = checker(ToolInvokeReplySchema);

/** `cleaner.invoke`: what vectors, keywords and facts are to be made of instead of this result. */
export const CleanerInvokeSchema = Type.Object({ name: Type.String(), content: Type.String() });
export type CleanerInvoke = Static<typeof CleanerInvokeSchema>;

export const CleanerInvokeReplySchema = Type.Object({ content: Type.String() });
export type CleanerInvokeReply = Static<typeof CleanerInvokeReplySchema>;
export const cleanerInvokeReply = checker(CleanerInvokeReplySchema);

export const OutputInvokeSchema = Type.Object({
  channel: Type.String(),
  payload: Type.String(),
  type: Type.String(),
  meta: Type.Optional(Json),
});
export type OutputInvoke = Static<typeof OutputInvokeSchema>;

/** `stage.invoke`: the fields that the handler declared, as they are now. */
export const StageInvokeSchema = Type.Object({
  stage: Type.String(),
  /** 1; more where somebody else wrote what this handler wrote too, and it has to see that first. */
  attempt: Type.Integer(),
  fields: Type.Record(Type.String(), Json),
  /** The context is shared, and found by this; `fields` is empty then. */
  ticket: Type.Optional(Type.Object({ frame: Type.Integer(), epoch: Type.Integer() })),
});
export type StageInvoke = Static<typeof StageInvokeSchema>;

/** What a handler changed; nothing but that is written, field by field. */
export const StageInvokeReplySchema = Type.Object({
  set: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Json)),
  /** Optional fields that are to be absent, which is not the same as empty. */
  unset: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 32 })),
  /** Of a shared context: the versions of these fields that the handler has seen. */
  seen: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Integer())),
});
export type StageInvokeReply = Static<typeof StageInvokeReplySchema>;
export const stageInvokeReply = checker(StageInvokeReplySchema);

/**
 * `say.delta`: a piece of a reply in the making: text, a tool call that has ended, or that the text
 * told so far is void and told anew.
 */
export const SayDeltaSchema = Type.Object({
  streamId: Type.String(),
  text: Type.Optional(Type.String()),
  restart: Type.Optional(Type.Literal(true)),
  tool: Type.Optional(
    Type.Object({ name: Type.String(), arguments: Json, outcome: Type.String() }),
  ),
});
export type SayDelta = Static<typeof SayDeltaSchema>;
export const sayDelta = checker(SayDeltaSchema);

/** Names of the methods that the kernel calls; `event` and `$cancel` are notifications. */
export const KERNEL_METHODS = [
  "handshake",
  "plugin.init",
  "plugin.start",
  "plugin.stop",
  "tool.invoke",
  "cleaner.invoke",
  "output.invoke",
  "stage.invoke",
  "device.command",
  "event",
  "events.lost",
  "say.delta",
] as const;
