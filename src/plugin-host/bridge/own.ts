/** What every plugin may do: its own settings and folder, lines in the log, a word about restarts. */
import type { LogFields } from "#base";
import { problem } from "#contract";
import {
  LOG_FIELDS_CHARS_MAX,
  LOG_LINES_BURST,
  LOG_LINES_PER_SECOND,
  SETTINGS_BURST,
  SETTINGS_PER_SECOND,
} from "../limits.ts";
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
  const settingLimit = perPlugin(() =>
    createLineLimit(state.clock, SETTINGS_PER_SECOND, SETTINGS_BURST, () => undefined),
  );
  const logLimit = perPlugin((plugin) =>
    createLineLimit(state.clock, LOG_LINES_PER_SECOND, LOG_LINES_BURST, (dropped) =>
      state.log.warn("plugin.log_flood", { plugin: plugin.name, dropped }),
    ),
  );
  return {
    "settings.get": ({ key }, { plugin }) => state.config.get(ownKey(plugin, key)),
    "settings.set": ({ key, value }, { plugin }) => {
      if (!settingLimit(plugin).take()) {
        throw problem("BUSY", "a plugin may not write its settings that often", {
          hint: "keep what changes often in a file of the data folder",
        });
      }
      state.config.set(ownKey(plugin, key), value);
      return null;
    },
    "settings.list": (_params, { plugin }) => readSettings(state.config, plugin.manifest),
    "settings.dataDir": (_params, { plugin }) => ({ path: plugin.dataDir }),
    "log.write": ({ level, event, fields }, { plugin }) => {
      if (logLimit(plugin).take()) {
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

/** One limit for each run of a plugin, made when it is first needed. */
function perPlugin(make: (plugin: PluginLink) => LineLimit): (plugin: PluginLink) => LineLimit {
  const made = new WeakMap<PluginLink, LineLimit>();
  return (plugin) => {
    const limit = made.get(plugin) ?? make(plugin);
    made.set(plugin, limit);
    return limit;
  };
}

/** A plugin's own key: one of its manifest, which cannot name the owner's switch. */
function ownKey(plugin: PluginLink, key: string): string {
  if (Object.hasOwn(plugin.manifest.settings ?? {}, key)) {
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
