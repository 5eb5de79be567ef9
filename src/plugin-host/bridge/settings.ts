/** `settings.*` of a plugin's own: keys of its manifest, and those that it declares while it runs. */
import type { ConfigEntry, MethodParams } from "#contract";
import { problem } from "#contract";
import type { ConfigDefinition, KernelState } from "#kernel/state";
import { SETTINGS_PER_PLUGIN_MAX } from "../limits.ts";
import type { PluginLink } from "../plugin-link.ts";
import { settingKey } from "../plugin-settings.ts";
import type { OwnLimits } from "./own-limits.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names =
  | "settings.get"
  | "settings.set"
  | "settings.list"
  | "settings.defs"
  | "settings.registerDef"
  | "settings.dataDir";

/** Handlers of the group. */
export function settingsHandlers(
  { state, registrations }: GroupDeps,
  limits: OwnLimits,
): HandlerGroup<Names> {
  /** Keys that runs declared themselves. */
  const declared = new WeakMap<PluginLink, Set<string>>();
  const keysOf = (plugin: PluginLink) => [
    ...Object.keys(plugin.manifest.settings ?? {}),
    ...(declared.get(plugin) ?? []),
  ];
  /** A plugin's own key, which cannot be the owner's switch. */
  const ownKey = (plugin: PluginLink, key: string): string => {
    if (keysOf(plugin).includes(key)) return settingKey(plugin.name, key);
    throw problem("CONFIG_KEY_UNKNOWN", `plugin.json declares no setting "${key}"`, {
      hint: 'declare it under "settings"',
    });
  };
  return {
    "settings.get": ({ key }, { plugin }) => state.config.get(ownKey(plugin, key)),
    "settings.set": ({ key, value }, { plugin }) => {
      limits.requireSetting(plugin);
      state.config.set(ownKey(plugin, key), value);
      return null;
    },
    "settings.list": (_params, { plugin }) =>
      Object.fromEntries(
        keysOf(plugin).map((key) => [key, state.config.get(settingKey(plugin.name, key))]),
      ),
    "settings.defs": (_params, { plugin }): readonly ConfigEntry[] =>
      keysOf(plugin).map((key) => state.config.entry(settingKey(plugin.name, key))),
    "settings.registerDef": (definition, { plugin }) => {
      registrations.replace(
        plugin.name,
        `setting:${definition.key}`,
        () => {
          declare(state, plugin, definition);
          declared.set(plugin, (declared.get(plugin) ?? new Set()).add(definition.key));
          // The next start declares all anew; until then the page still shows what was set.
          return { [Symbol.dispose]: () => undefined };
        },
        SETTINGS_PER_PLUGIN_MAX,
      );
      return null;
    },
    "settings.dataDir": (_params, { plugin }) => ({ path: plugin.dataDir }),
  };
}

function declare(
  state: KernelState,
  { name, manifest }: PluginLink,
  { key, type, default: value, ...rest }: MethodParams<"settings.registerDef">,
): void {
  if (Object.hasOwn(manifest.settings ?? {}, key)) {
    throw problem("CONFLICT", `the setting "${key}" is declared in plugin.json already`);
  }
  const { description, options, min, max } = rest;
  const definition: ConfigDefinition = {
    key: settingKey(name, key),
    type,
    default: value,
    description,
    ...(options === undefined ? {} : { options }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
  // The owner is the plugin: a key of the hub in its namespace, such as `enabled`, is refused here.
  state.config.define(`plugin.${name}`, [definition]);
}
