/** Methods that only the built-in admin child may call: the page and the HTTP interface stand on them. */
import { Type } from "typebox";
import {
  ConfirmationIdSchema,
  type DecidedConfirmation,
  type PendingConfirmation,
} from "../confirmation.ts";
import type { CommandResult, Device, DeviceState, HouseSnapshot } from "../device.ts";
import type { KernelEvents } from "../event.ts";
import { GrantDecisionSchema, type PluginGrants } from "../grant.ts";
import {
  type InstalledPackage,
  PackagePartSchema,
  type PackageUpload,
  UploadIdSchema,
} from "../package.ts";
import type { Principal, Role } from "../person.ts";
import { PERSONA_BYTES_MAX, PERSONA_CHOICES, type PersonaView } from "../persona.ts";
import { SAY_TEXT_MAX, type SayReply } from "../say.ts";
import type { HubStatus, PluginStatus, ProviderStatus } from "../status.ts";
import { method } from "./define.ts";

/** One setting as people see it; secrets read as "***". */
export interface ConfigEntry {
  readonly key: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly type: string;
  readonly description: string;
  readonly options?: readonly string[];
  readonly hidden: boolean;
  readonly requiresRestart: boolean;
}

/** A token as it is listed; the token itself is shown once, when it is made. */
export interface TokenInfo {
  readonly id: string;
  readonly name: string;
  readonly personId: string;
  readonly role: Role;
  readonly kind: "token" | "session";
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** A token or session that was just made. */
export interface IssuedToken {
  readonly token: string;
  readonly role: Role;
}

/** One past value of a device. */
export interface HistoryEntry {
  readonly at: string;
  readonly state: DeviceState;
  readonly cause: KernelEvents["device_state"]["cause"];
}

const Id = Type.String({ minLength: 1, maxLength: 96 });
const Password = Type.String({ minLength: 8, maxLength: 200 });
/** Milliseconds since 1970, as far as a date reaches. */
const Instant = Type.Number({ minimum: 0, maximum: 8.64e15 });
const MessageId = Type.String({ minLength: 1, maxLength: 64 });
const PersonName = Type.String({ minLength: 1, maxLength: 64 });
/** The caller as the admin child verified him; the kernel checks the role again. */
const TokenHash = Type.String({ pattern: "^[0-9a-f]{64}$" });
const caller = { caller: TokenHash };

export const adminMethods = {
  "admin.setup": method<IssuedToken>()(
    "admin",
    "First set-up: the code, the owner's name and password; answers a session.",
    Type.Object({ code: Type.String({ maxLength: 32 }), name: PersonName, password: Password }),
  ),
  "admin.setupState": method<{ readonly needed: boolean }>()(
    "admin",
    "Whether the hub still waits for its first set-up.",
    Type.Object({}),
  ),
  "admin.login": method<IssuedToken>()(
    "admin",
    "Checks name and password; answers a session. A wrong name costs the same time as a wrong password.",
    Type.Object({ name: PersonName, password: Type.String({ maxLength: 200 }) }),
  ),
  "admin.logout": method()("admin", "Ends the caller's session.", Type.Object({ ...caller })),
  "admin.verify": method<Principal | null>()(
    "admin",
    "Who stands behind a token's hash; null for nobody.",
    Type.Object({ ...caller }),
  ),
  "admin.say": method<SayReply>()(
    "admin",
    "One sentence through the agent; with a streamId, deltas arrive as `say.delta` notifications.",
    Type.Object({
      ...caller,
      text: Type.String({ minLength: 1, maxLength: SAY_TEXT_MAX }),
      user: Type.Optional(PersonName),
      /** The client's own id: sent again with the same text it joins the first. */
      messageId: Type.Optional(MessageId),
      streamId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
  ),
  "admin.stop": method<{ readonly stopped: number }>()(
    "admin",
    "Ends what the caller's conversations are doing or have queued now.",
    Type.Object({ ...caller }),
  ),
  "admin.house": method<HouseSnapshot>()(
    "admin",
    "The house as the caller may see it.",
    Type.Object({ ...caller }),
  ),
  "admin.device": method<Device>()("admin", "One device.", Type.Object({ ...caller, id: Id })),
  "admin.forgetDevice": method()(
    "admin",
    "Takes a device that is gone out of the house, with its history.",
    Type.Object({ ...caller, id: Id }),
  ),
  "admin.history": method<readonly HistoryEntry[]>()(
    "admin",
    "Past values of a device, oldest first, at most 1 000.",
    Type.Object({
      ...caller,
      id: Id,
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
    }),
  ),
  "admin.command": method<CommandResult>()(
    "admin",
    "Commands one capability of a device.",
    Type.Object({ ...caller, id: Id, capability: Id, value: Type.Unknown() }),
  ),
  "admin.configList": method<readonly ConfigEntry[]>()(
    "admin",
    "All settings that are not hidden.",
    Type.Object({ ...caller }),
  ),
  "admin.configGet": method<ConfigEntry>()(
    "admin",
    "One setting.",
    Type.Object({ ...caller, key: Type.String({ maxLength: 128 }) }),
  ),
  "admin.configSet": method<{
    readonly key: string;
    readonly value: unknown;
    readonly requiresRestart: boolean;
  }>()(
    "admin",
    "Changes one setting.",
    Type.Object({ ...caller, key: Type.String({ maxLength: 128 }), value: Type.Unknown() }),
  ),
  "admin.persona": method<PersonaView>()(
    "admin",
    "The persona of the house's agent, and what the owner answered when asked for one.",
    Type.Object({ ...caller }),
  ),
  "admin.personaSet": method<PersonaView>()(
    "admin",
    "Keeps the owner's answer; a text goes with the choice `custom`.",
    Type.Object({
      ...caller,
      choice: Type.Enum(PERSONA_CHOICES),
      // The persona counts bytes, of which a character has one at least.
      text: Type.Optional(Type.String({ maxLength: PERSONA_BYTES_MAX })),
    }),
  ),
  "admin.status": method<HubStatus>()("admin", "The hub's health.", Type.Object({ ...caller })),
  "admin.providers": method<readonly ProviderStatus[]>()(
    "admin",
    "Model sources in their order.",
    Type.Object({ ...caller }),
  ),
  "admin.plugins": method<readonly PluginStatus[]>()(
    "admin",
    "All plugins.",
    Type.Object({ ...caller }),
  ),
  "admin.pluginUpload": method<PackageUpload>()(
    "admin",
    "Takes the next part of a plugin package; the first one, without an id, begins it.",
    Type.Object({ ...caller, ...PackagePartSchema.properties }),
  ),
  "admin.pluginUploadDrop": method()(
    "admin",
    "Forgets an upload that will not be ended.",
    Type.Object({ ...caller, uploadId: UploadIdSchema }),
  ),
  "admin.pluginInstall": method<InstalledPackage>()(
    "admin",
    "Installs an uploaded package; with `overwrite` in the place of the version that is there.",
    Type.Object({ ...caller, uploadId: UploadIdSchema, overwrite: Type.Optional(Type.Boolean()) }),
  ),
  "admin.pluginRemove": method()(
    "admin",
    "Removes an installed plugin; its folder, settings and devices as well unless `keepData`.",
    Type.Object({ ...caller, name: Id, keepData: Type.Boolean() }),
  ),
  "admin.pluginGrants": method<PluginGrants>()(
    "admin",
    "What a plugin asks for, with its reasons, and what of it the owner granted.",
    Type.Object({ ...caller, name: Id }),
  ),
  "admin.pluginGrant": method<PluginGrants>()(
    "admin",
    "Keeps what the owner grants, null for nothing; the plugin starts anew with just that.",
    Type.Object({ ...caller, name: Id, ...GrantDecisionSchema.properties }),
  ),
  "admin.confirmations": method<readonly PendingConfirmation[]>()(
    "admin",
    "What waits for the owner's yes, oldest first.",
    Type.Object({ ...caller }),
  ),
  "admin.confirm": method<DecidedConfirmation>()(
    "admin",
    "The owner's answer to what waits; what he allows is done once, and how it ended is answered.",
    Type.Object({ ...caller, id: ConfirmationIdSchema, allow: Type.Boolean() }),
  ),
  "admin.users": method<readonly Omit<Principal, "areas">[]>()(
    "admin",
    "All people with an account.",
    Type.Object({ ...caller }),
  ),
  "admin.tokens": method<readonly TokenInfo[]>()(
    "admin",
    "Tokens and sessions.",
    Type.Object({ ...caller }),
  ),
  "admin.tokenRevoke": method()(
    "admin",
    "Ends a token or session at once.",
    Type.Object({ ...caller, id: Id }),
  ),
  "admin.logs": method<readonly KernelEvents["log"][]>()(
    "admin",
    "The newest log lines, at most 500.",
    Type.Object({ ...caller }),
  ),
  "admin.listening": method()(
    "admin",
    "Tells the kernel where the child listens, once it does.",
    Type.Object({ url: Type.String({ maxLength: 200 }) }),
  ),
} as const;
