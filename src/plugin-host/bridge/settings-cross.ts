/** `settings.*` beyond a plugin's own: the kernel's and other plugins', never a secret, each write named. */
import { type ConfigEntry, problem } from "#contract";
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

/**
 * What a plugin may change in the kernel. A list of what is allowed, so that a setting which somebody
 * adds later (who may sign in, what may be run) is not a plugin's by oversight.
 */
const WRITABLE = ["core.agent.", "core.house.", "core.timer.", "core.home.", "core.memory."];
/** Within these: where things are sent, run or kept. With another address a key goes to a stranger. */
const RESERVED_PART =
  /(?:^|_)(?:url|endpoint|address|adapter|provider|command|args|env|dir|path|workdir|key|token|password|options)$/;

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

function requireWritable({ key, type, hidden }: ConfigEntry): void {
  const isOpen = WRITABLE.some((prefix) => key.startsWith(prefix));
  const isReserved = key.split(".").some((part) => RESERVED_PART.test(part));
  if (isOpen && !isReserved && !hidden && type !== "password") return;
  throw problem("FORBIDDEN", `${key} is the owner's to change, not a plugin's`, {
    hint: `waiter config set ${key} …`,
  });
}
