/** `plugin.json`: what a plugin is and what it asks for. Nothing declared means nothing allowed. */
import { type Static, Type } from "typebox";
import { problem } from "./problem.ts";
import { checker } from "./schema.ts";

/** A text in the languages of the house. */
export const LocalTextSchema = Type.Object(
  { zh: Type.String({ maxLength: 500 }), en: Type.String({ maxLength: 500 }) },
  { additionalProperties: false },
);
export type LocalText = Static<typeof LocalTextSchema>;

/** Why a capability is wanted; shown to the owner. */
const reason = { reason: Type.Optional(LocalTextSchema) };
const Plain = Type.Object(reason, { additionalProperties: false });
const Port = Type.Integer({ minimum: 1, maximum: 65_535 });
const AbsolutePath = Type.String({ pattern: "^/", maxLength: 1024 });

/** Every capability that a manifest can ask for (architecture §7; `admin` is the hub's own child's). */
export const CapabilitiesSchema = Type.Object(
  {
    io: Type.Optional(Plain),
    memory: Type.Optional(Plain),
    doc_memory: Type.Optional(Plain),
    knowledge: Type.Optional(Plain),
    text_memory: Type.Optional(Plain),
    llm: Type.Optional(Plain),
    social: Type.Optional(Plain),
    events: Type.Optional(Plain),
    plugin_mgr: Type.Optional(Plain),
    settings_cross: Type.Optional(Plain),
    stage: Type.Optional(Plain),
    devices: Type.Optional(Plain),
    prompt: Type.Optional(Plain),
    net: Type.Optional(
      Type.Object(
        {
          connect: Type.Optional(Type.Array(Port, { maxItems: 64 })),
          listen: Type.Optional(Type.Array(Port, { maxItems: 64 })),
          udp: Type.Optional(Type.Boolean()),
          ...reason,
        },
        { additionalProperties: false },
      ),
    ),
    fs: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: AbsolutePath,
            mode: Type.Union([Type.Literal("r"), Type.Literal("rw")]),
            ...reason,
          },
          { additionalProperties: false },
        ),
        { maxItems: 32 },
      ),
    ),
    device: Type.Optional(
      Type.Array(
        Type.Object(
          { path: Type.String({ pattern: "^/dev/", maxLength: 256 }), ...reason },
          { additionalProperties: false },
        ),
        { maxItems: 32 },
      ),
    ),
    exec: Type.Optional(
      Type.Array(
        Type.Object(
          {
            argv: Type.Array(Type.String({ maxLength: 1024 }), { minItems: 1, maxItems: 32 }),
            ...reason,
          },
          { additionalProperties: false },
        ),
        { maxItems: 32 },
      ),
    ),
  },
  { additionalProperties: false },
);
export type Capabilities = Static<typeof CapabilitiesSchema>;

/** Capability names that guard methods of the wire; `core` is implicit, `admin` is the hub's own. */
export type CapabilityName = keyof Capabilities | "core" | "admin";

export const PLUGIN_NAME_PATTERN = "^[a-z][a-z0-9-]{1,40}$";

/** The manifest, in its one canonical spelling. */
export const ManifestSchema = Type.Object(
  {
    name: Type.String({ pattern: PLUGIN_NAME_PATTERN }),
    version: Type.String({ pattern: "^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$", maxLength: 64 }),
    entry: Type.String({ pattern: "^[A-Za-z0-9_-][A-Za-z0-9_./-]*$", maxLength: 200 }),
    sdk: Type.Optional(Type.String({ pattern: "^\\d+\\.\\d+\\.\\d+$" })),
    autoStart: Type.Optional(Type.Boolean()),
    description: Type.Optional(LocalTextSchema),
    displayName: Type.Optional(LocalTextSchema),
    author: Type.Optional(Type.String({ maxLength: 200 })),
    license: Type.Optional(Type.String({ maxLength: 100 })),
    homepage: Type.Optional(Type.String({ maxLength: 500 })),
    capabilities: Type.Optional(CapabilitiesSchema),
    /** Settings of the plugin: key → default, shown in the order in which they stand. */
    settings: Type.Optional(
      Type.Record(
        Type.String({ pattern: "^[a-z][a-z0-9_]{0,63}$" }),
        Type.Object(
          {
            type: Type.Enum(["string", "int", "float", "bool", "duration", "password", "select"]),
            default: Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
            description: Type.String({ maxLength: 500 }),
            options: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
);
export type Manifest = Static<typeof ManifestSchema>;
export const manifest = checker(ManifestSchema);

/** Older spellings of the seeds that are read too. */
const OLD_SPELLINGS: Readonly<Record<string, string>> = { auto_start: "autoStart" };

/** Reads a manifest in the canonical or an older spelling. Throws `MANIFEST_INVALID`. */
export function readManifest(value: unknown): Manifest {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return requireManifest(value);
  }
  const { name_zh: zh, name_en: en, ...rest } = value as Record<string, unknown>;
  const renamed: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(rest)) renamed[OLD_SPELLINGS[key] ?? key] = item;
  if (typeof zh === "string" || typeof en === "string") {
    renamed["displayName"] ??= { zh: zh ?? en, en: en ?? zh };
  }
  if (typeof renamed["description"] === "string") {
    renamed["description"] = { zh: renamed["description"], en: renamed["description"] };
  }
  return requireManifest(renamed);
}

/** Tells all that is wrong at once: an author should not have to try as often as he erred. */
function requireManifest(value: unknown): Manifest {
  const refusals = manifest.refusals(value);
  if (refusals.length === 0) return value as Manifest;
  const told = refusals.map(({ field, reason: why }) => `plugin.json${field} ${why}`);
  throw problem("MANIFEST_INVALID", told.join("; "));
}
