/** `settings.*` beyond a plugin's own: the kernel's and other plugins', never a secret, each write named. */
import { type ConfigEntry, isOpenSetting, problem } from "#contract";
import { ENABLED_KEY } from "../blueprint.ts";
import { settingKey } from "../plugin-settings.ts";
import type { OwnLimits } from "./own-limits.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names =
  | "settings.getCore"
  | "settings.setCore"
  | "settings.listCore"
  | "settings.getPlugin"
  | "settings.setPlugin"
  | "settings.listPlugin"
  | "settings.plugins"
  | "settings.dump";

/** Handlers of the group. */
export function settingsCrossHandlers(
  { state }: GroupDeps,
  limits: OwnLimits,
): HandlerGroup<Names> {
  const { config } = state;
  const listed = (prefix: string) => config.list().filter(({ key }) => key.startsWith(prefix));
  const write = (by: string, key: string, value: unknown): ConfigEntry => {
    const entry = config.set(key, value);
    state.log.info("settings.cross_write", { plugin: by, key });
    return entry;
  };
  return {
    "settings.getCore": ({ key }) => config.entry(key),
    "settings.setCore": ({ key, value }, { plugin }) => {
      requireWritable(config.entry(key));
      limits.requireSetting(plugin);
      return write(plugin.name, key, value);
    },
    "settings.listCore": () => listed("core."),
    "settings.getPlugin": ({ plugin, key }) => config.entry(settingKey(plugin, key)),
    "settings.setPlugin": ({ plugin: name, key, value }, { plugin }) => {
      if (key === ENABLED_KEY) {
        throw problem("FORBIDDEN", `whether "${name}" runs is the owner's to say`);
      }
      config.entry(settingKey(name, key));
      limits.requireSetting(plugin);
      return write(plugin.name, settingKey(name, key), value);
    },
    "settings.listPlugin": ({ plugin }) => listed(settingKey(plugin, "")),
    "settings.plugins": () => [...new Set(listed("plugin.").map(({ key }) => namespaceOf(key)))],
    "settings.dump": () => {
      const dump: Record<string, Record<string, unknown>> = {};
      for (const { key, value } of config.list()) {
        const own = dump[namespaceOf(key)] ?? {};
        own[key] = value;
        dump[namespaceOf(key)] = own;
      }
      return dump;
    },
  };
}

/** `core` and the like, or the plugin's name. */
function namespaceOf(key: string): string {
  const [first = "", second = ""] = key.split(".");
  return first === "plugin" ? second : first;
}

function requireWritable(entry: ConfigEntry): void {
  if (isOpenSetting(entry)) return;
  throw problem("FORBIDDEN", `${entry.key} is the owner's to change, not a plugin's`, {
    hint: `waiter config set ${entry.key} …`,
  });
}
