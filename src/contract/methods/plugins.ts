/** Methods about other plugins: what runs, what it offers, and reading one anew. */
import { Type } from "typebox";
import { PLUGIN_NAME_PATTERN } from "../manifest.ts";
import type { PluginStatus } from "../status.ts";
import { method } from "./define.ts";
import { Name } from "./parts.ts";

const Plugin = Type.String({ pattern: PLUGIN_NAME_PATTERN });

/** What a plugin publishes for other plugins: they call the tool by `tool.invoke`. */
export interface PublishedApi {
  readonly name: string;
  readonly description: string;
  readonly tool: string;
}

/** A plugin as others see it. */
export interface LoadedPlugin extends PluginStatus {
  readonly api: readonly PublishedApi[];
}

export const pluginManagerMethods = {
  "api.register": method()(
    "core",
    "Publishes one of the plugin's tools to other plugins, which find it by plugin.listLoaded and call it by tool.invoke.",
    Type.Object({
      name: Name,
      description: Type.String({ minLength: 1, maxLength: 2000 }),
      tool: Name,
    }),
  ),
  "plugin.reloadOne": method<{ readonly changed: boolean }>()(
    "plugin_mgr",
    "Stops another plugin, reads it anew and starts it; parts of the hub and the caller itself are refused.",
    Type.Object({ name: Plugin }),
  ),
  "plugin.listLoaded": method<readonly LoadedPlugin[]>()(
    "plugin_mgr",
    "All plugins with their state and what they publish to others.",
    Type.Object({}),
  ),
  "plugin.isDisabled": method<{ readonly disabled: boolean }>()(
    "plugin_mgr",
    "Whether a plugin is off, by the owner or after failures.",
    Type.Object({ name: Plugin }),
  ),
} as const;
