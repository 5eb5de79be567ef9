/** Methods of a plugin's own settings and its own folder. */
import { Type } from "typebox";
import type { ConfigEntry } from "./admin.ts";
import { method } from "./define.ts";
import { Json, Key } from "./parts.ts";

export const settingsMethods = {
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
  "settings.defs": method<readonly ConfigEntry[]>()(
    "core",
    "What settings the plugin has, as people see them: type, default, description, value with secrets as ***.",
    Type.Object({}),
  ),
  "settings.registerDef": method()(
    "core",
    "Declares one more setting of the plugin's own until it ends; the value outlives it.",
    Type.Object({
      key: Key,
      type: Type.Enum(["string", "int", "float", "bool", "duration", "password", "select", "text"]),
      default: Type.Union([Type.String({ maxLength: 4000 }), Type.Number(), Type.Boolean()]),
      description: Type.String({ minLength: 1, maxLength: 500 }),
      options: Type.Optional(
        Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 50 }),
      ),
      min: Type.Optional(Type.Number()),
      max: Type.Optional(Type.Number()),
    }),
  ),
  "settings.dataDir": method<{ readonly path: string }>()(
    "core",
    "The plugin's private folder, the only one that it may write.",
    Type.Object({}),
  ),
} as const;
