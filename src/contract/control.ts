/** Methods of the kernel's own unix socket: what `waiter` calls. Who opens the socket is the owner. */
import { type TSchema, Type } from "typebox";
import { ConfirmationIdSchema } from "./confirmation.ts";
import { GrantDecisionSchema } from "./grant.ts";
import { PackagePartSchema, UploadIdSchema } from "./package.ts";
import { PERSONA_CHOICES } from "./persona.ts";
import { SAY_TEXT_MAX } from "./say.ts";
import { type Checker, checker } from "./schema.ts";

const Key = Type.String({ minLength: 1, maxLength: 128 });
const Name = Type.String({ minLength: 1, maxLength: 96 });

const none = Type.Object({});
const schemas = {
  say: Type.Object({
    text: Type.String({ minLength: 1, maxLength: SAY_TEXT_MAX }),
    user: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    trace: Type.Optional(Type.Boolean()),
  }),
  status: none,
  devices: none,
  plugins: none,
  providers: none,
  prompt: none,
  persona: none,
  "persona.set": Type.Object({
    choice: Type.Enum(PERSONA_CHOICES),
    text: Type.Optional(Type.String()),
  }),
  stop: none,
  "setup-code": none,
  confirmations: none,
  confirm: Type.Object({ id: ConfirmationIdSchema, allow: Type.Boolean() }),
  "device.set": Type.Object({ id: Name, capability: Name, value: Type.Unknown() }),
  "device.forget": Type.Object({ id: Name }),
  /** What somebody may know of the memory. */
  "memory.recall": Type.Object({
    query: Type.String({ minLength: 1, maxLength: 2000 }),
    user: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  }),
  /** A tool in the owner's name, as the agent would call it. */
  "tool.call": Type.Object({
    name: Type.String({ minLength: 1, maxLength: 64 }),
    arguments: Type.Unknown(),
  }),
  "config.list": none,
  "config.get": Type.Object({ key: Key }),
  "config.set": Type.Object({ key: Key, value: Type.Unknown() }),
  "config.unset": Type.Object({ key: Key }),
  "token.create": Type.Object({
    name: Type.String({ minLength: 1, maxLength: 64 }),
    role: Type.Union([Type.Literal("owner"), Type.Literal("member"), Type.Literal("guest")]),
    areas: Type.Optional(Type.Array(Name, { maxItems: 200 })),
  }),
  "plugin.enable": Type.Object({ name: Name }),
  "plugin.disable": Type.Object({ name: Name }),
  "plugin.reload": Type.Object({ name: Name }),
  "plugin.link": Type.Object({ path: Type.String({ minLength: 1, maxLength: 4096 }) }),
  "plugin.unlink": Type.Object({ name: Name }),
  /** The newest lines of the log; with an area, of that alone. */
  logs: Type.Object({ area: Type.Optional(Type.String({ minLength: 1, maxLength: 96 })) }),
  "plugin.upload": PackagePartSchema,
  "plugin.install": Type.Object({
    uploadId: UploadIdSchema,
    overwrite: Type.Optional(Type.Boolean()),
  }),
  "plugin.grants": Type.Object({ name: Name }),
  "plugin.grant": Type.Object({ name: Name, ...GrantDecisionSchema.properties }),
  "plugin.remove": Type.Object({ name: Name, keepData: Type.Optional(Type.Boolean()) }),
} as const;

export type ControlMethod = keyof typeof schemas;

/** Method → check of its parameters. A method not in it is refused. */
export const controlMethods: { readonly [Name in ControlMethod]: Checker<TSchema> } =
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, checker(schema)]),
  ) as never;
