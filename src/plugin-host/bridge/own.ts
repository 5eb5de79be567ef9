/** What every plugin may do: its own settings and folder, lines in the log, a word about restarts. */
import type { LogFields } from "#base";
import { problem } from "#contract";
import { ENABLED_KEY } from "../blueprint.ts";
import { LOG_FIELDS_CHARS_MAX, LOG_LINES_BURST, LOG_LINES_PER_SECOND } from "../limits.ts";
import type { PluginLink } from "../plugin-link.ts";
import { readSettings, settingKey } from "../plugin-settings.ts";
import { createLineLimit, type LineLimit } from "../rate-limit.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names =
  | "settings.get"
  | "settings.set"
  | "settings.list"
  | "settings.dataDir"
  | "log.write"
  | "lifecycle.autoRestart";

/** Handlers of the group. */
export function ownHandlers({ state }: GroupDeps): HandlerGroup<Names> {
  const limits = new WeakMap<PluginLink, LineLimit>();
  const limitOf = (plugin: PluginLink): LineLimit => {
    const known = limits.get(plugin);
    if (known) return known;
    const made = createLineLimit(state.clock, LOG_LINES_PER_SECOND, LOG_LINES_BURST, (dropped) =>
      state.log.warn("plugin.log_flood", { plugin: plugin.name, dropped }),
    );
    limits.set(plugin, made);
    return made;
  };
  return {
    "settings.get": ({ key }, { plugin }) => state.config.get(ownKey(plugin, key)),
    "settings.set": ({ key, value }, { plugin }) => {
      state.config.set(ownKey(plugin, key), value);
      return null;
    },
    "settings.list": (_params, { plugin }) => readSettings(state.config, plugin.manifest),
    "settings.dataDir": (_params, { plugin }) => ({ path: plugin.dataDir }),
    "log.write": ({ level, event, fields }, { plugin }) => {
      if (limitOf(plugin).take()) {
        state.log.scope(`plugin.${plugin.name}`)[level](event, boundedFields(fields));
      }
      return null;
    },
    "lifecycle.autoRestart": ({ enabled }, { plugin }) => {
      plugin.autoRestart = enabled;
      return null;
    },
  };
}

/** A plugin's own key; whether it runs at all is the owner's to say. */
function ownKey(plugin: PluginLink, key: string): string {
  if (key !== ENABLED_KEY && Object.hasOwn(plugin.manifest.settings ?? {}, key)) {
    return settingKey(plugin.name, key);
  }
  throw problem("CONFIG_KEY_UNKNOWN", `plugin.json declares no setting "${key}"`, {
    hint: 'declare it under "settings"',
  });
}

/** Fields as they may stand in the log, whose newest lines are all kept in memory. */
function boundedFields(fields: LogFields | undefined): LogFields {
  if (!fields) return {};
  const text = JSON.stringify(fields);
  return text.length <= LOG_FIELDS_CHARS_MAX
    ? fields
    : { cut: text.slice(0, LOG_FIELDS_CHARS_MAX) };
}
