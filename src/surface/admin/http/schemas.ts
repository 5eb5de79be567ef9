/** Schemas of what the interface answers; the compiler holds them to the contract's types. */
import { Type } from "typebox";
import { CapabilitySchema, DEVICE_KINDS, PERSONA_CHOICES, PLUGIN_CONSENTS, ROLES } from "#contract";

const Text = Type.String();
const NullableText = Type.Union([Text, Type.Null()]);

const CauseSchema = Type.Object({
  kind: Type.Enum([
    "person",
    "plugin",
    "timer",
    "automation",
    "turn",
    "tool",
    "command",
    "device",
    "channel",
  ]),
  id: Text,
});
const StateSchema = Type.Record(
  Type.String(),
  Type.Union([Type.Boolean(), Type.Number(), Type.String(), Type.Null()]),
);

export const DeviceSchema = Type.Object({
  id: Text,
  name: Text,
  aliases: Type.Array(Text),
  area: Type.Union([Type.Object({ id: Text, name: Text }), Type.Null()]),
  plugin: Text,
  kind: Type.Enum(DEVICE_KINDS),
  deviceClass: Type.Optional(Text),
  available: Type.Boolean(),
  capabilities: Type.Array(CapabilitySchema),
  state: StateSchema,
  lastChange: Type.Union([Type.Object({ at: Text, cause: Type.Array(CauseSchema) }), Type.Null()]),
});

const Place = { id: Text, name: Text, aliases: Type.Array(Text) };
export const HouseSchema = Type.Object({
  revision: Type.Number(),
  floors: Type.Array(Type.Object({ ...Place, level: Type.Union([Type.Number(), Type.Null()]) })),
  areas: Type.Array(Type.Object({ ...Place, floorId: NullableText })),
  devices: Type.Array(DeviceSchema),
});

export const HistorySchema = Type.Array(
  Type.Object({ at: Text, state: StateSchema, cause: Type.Array(CauseSchema) }),
);

export const CommandResultSchema = Type.Object({
  commandId: Text,
  outcome: Type.Enum(["ok", "unconfirmed", "failed"]),
  state: StateSchema,
  message: Type.Optional(Text),
});

const ToolCallSchema = Type.Object({
  name: Text,
  arguments: Type.Unknown(),
  outcome: Type.Enum([
    "ok",
    "unknown",
    "invalid",
    "denied",
    "failed",
    "timeout",
    "aborted",
    "unconfirmed",
  ]),
});

export const SayReplySchema = Type.Object({
  reply: Text,
  turnId: Text,
  provider: Text,
  toolCalls: Type.Array(ToolCallSchema),
  durationMs: Type.Number(),
});

export const IssuedTokenSchema = Type.Object({ token: Text, role: Type.Enum(ROLES) });

export const TokenInfoSchema = Type.Object({
  id: Text,
  name: Text,
  personId: Text,
  role: Type.Enum(ROLES),
  kind: Type.Enum(["token", "session"]),
  createdAt: Text,
  lastUsedAt: NullableText,
});

export const UserSchema = Type.Object({ personId: Text, name: Text, role: Type.Enum(ROLES) });

export const ConfigEntrySchema = Type.Object({
  key: Text,
  value: Type.Unknown(),
  default: Type.Unknown(),
  type: Text,
  description: Text,
  options: Type.Optional(Type.Array(Text)),
  hidden: Type.Boolean(),
  requiresRestart: Type.Boolean(),
});

export const PersonaSchema = Type.Object({
  state: Type.Enum(["unasked", ...PERSONA_CHOICES]),
  text: Text,
  problem: Type.Optional(Text),
});

export const PluginStatusSchema = Type.Object({
  name: Text,
  version: Text,
  state: Type.Enum(["running", "starting", "backoff", "disabled", "installing", "removed"]),
  sandbox: Type.Enum(["landlock", "none", "no_process"]),
  restarts: Type.Number(),
  reason: NullableText,
  source: Type.Enum(["built-in", "shipped", "installed"]),
  sha256: NullableText,
  consent: Type.Optional(Type.Enum(PLUGIN_CONSENTS)),
  asks: Type.Optional(Type.Array(Text)),
  grants: Type.Optional(Type.Array(Text)),
});

export const ProviderStatusSchema = Type.Object({
  name: Text,
  state: Type.Enum(["ready", "probing", "off"]),
  lastError: NullableText,
  errorCode: Type.Optional(Text),
});

export const HubStatusSchema = Type.Object({
  version: Text,
  uptimeMs: Type.Number(),
  boot: Type.Array(Type.Object({ module: Text, ms: Type.Number() })),
  degraded: Type.Array(Type.Object({ part: Text, reason: Text })),
  plugins: Type.Array(PluginStatusSchema),
  providers: Type.Array(ProviderStatusSchema),
});

export const LogSchema = Type.Object({
  at: Text,
  level: Text,
  area: Text,
  event: Text,
  fields: Type.Record(Type.String(), Type.Unknown()),
});

export const ProblemSchema = Type.Object({
  type: Text,
  title: Text,
  status: Type.Integer(),
  code: Text,
  detail: Text,
  hint: Type.Optional(Text),
});
