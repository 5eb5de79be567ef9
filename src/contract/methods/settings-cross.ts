/** Methods of settings that are not the plugin's own; each write is logged with its author. */
import { Type } from "typebox";
import { PLUGIN_NAME_PATTERN } from "../manifest.ts";
import type { ConfigEntry } from "./admin.ts";
import { method } from "./define.ts";
import { CoreKey, Json, Key } from "./parts.ts";

const Plugin = Type.String({ pattern: PLUGIN_NAME_PATTERN });

/** All settings by the namespace that they stand in: `core`, or the name of a plugin. */
export type SettingsDump = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const settingsCrossMethods = {
  "settings.getCore": method<ConfigEntry>()(
    "settings_cross",
    "One setting of the kernel; a secret reads as ***.",
    Type.Object({ key: CoreKey }),
  ),
  "settings.setCore": method<ConfigEntry>()(
    "settings_cross",
    "Changes a setting of the kernel. What decides about access, keys and where they are sent is refused.",
    Type.Object({ key: CoreKey, value: Json }),
  ),
  "settings.listCore": method<readonly ConfigEntry[]>()(
    "settings_cross",
    "The kernel's settings that are not hidden; secrets read as ***.",
    Type.Object({}),
  ),
  "settings.getPlugin": method<ConfigEntry>()(
    "settings_cross",
    "One setting of a plugin; a secret reads as ***.",
    Type.Object({ plugin: Plugin, key: Key }),
  ),
  "settings.setPlugin": method<ConfigEntry>()(
    "settings_cross",
    "Changes a setting of a plugin, but not whether it runs.",
    Type.Object({ plugin: Plugin, key: Key, value: Json }),
  ),
  "settings.listPlugin": method<readonly ConfigEntry[]>()(
    "settings_cross",
    "The settings of a plugin; secrets read as ***.",
    Type.Object({ plugin: Plugin }),
  ),
  "settings.plugins": method<readonly string[]>()(
    "settings_cross",
    "Names of the plugins that have settings.",
    Type.Object({}),
  ),
  "settings.dump": method<SettingsDump>()(
    "settings_cross",
    "All settings that are not hidden, by namespace; secrets read as ***.",
    Type.Object({}),
  ),
} as const;
