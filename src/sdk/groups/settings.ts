/** `hub.settings`: the plugin's own settings and, with `settings_cross`, everybody's. */
import type { ConfigEntry, MethodParams, SettingsDump } from "#contract";
import type { HubLink } from "../hub-link.ts";

type SettingValue = string | number | boolean;

export interface HubSettings {
  /** Own settings as they were at start, defaults filled in. */
  readonly initial: Readonly<Record<string, unknown>>;
  get(key: string): Promise<unknown>;
  set(key: string, value: SettingValue): Promise<void>;
  /** All of the plugin's own as they are now. */
  list(): Promise<Readonly<Record<string, unknown>>>;
  /** What they are, as the page shows them. */
  definitions(): Promise<readonly ConfigEntry[]>;
  /** Declares one that plugin.json does not know, until the plugin ends; its value stays. */
  declare(definition: MethodParams<"settings.registerDef">): Promise<void>;
  /** The kernel's; capability `settings_cross`. Secrets read as "***". */
  readonly kernel: {
    get(key: string): Promise<ConfigEntry>;
    set(key: string, value: SettingValue): Promise<ConfigEntry>;
    list(): Promise<readonly ConfigEntry[]>;
  };
  /** Other plugins'; capability `settings_cross`. Secrets read as "***". */
  readonly others: {
    get(plugin: string, key: string): Promise<ConfigEntry>;
    set(plugin: string, key: string, value: SettingValue): Promise<ConfigEntry>;
    list(plugin: string): Promise<readonly ConfigEntry[]>;
    plugins(): Promise<readonly string[]>;
    /** Everything, by namespace. */
    dump(): Promise<SettingsDump>;
  };
}

/** The group. */
export function createSettings(
  { call, signal }: HubLink,
  initial: HubSettings["initial"],
): HubSettings {
  return {
    initial,
    get: (key) => call("settings.get", { key }, signal),
    set: async (key, value) => void (await call("settings.set", { key, value }, signal)),
    list: () => call("settings.list", {}, signal),
    definitions: () => call("settings.defs", {}, signal),
    declare: async (definition) => void (await call("settings.registerDef", definition, signal)),
    kernel: {
      get: (key) => call("settings.getCore", { key }, signal),
      set: (key, value) => call("settings.setCore", { key, value }, signal),
      list: () => call("settings.listCore", {}, signal),
    },
    others: {
      get: (plugin, key) => call("settings.getPlugin", { plugin, key }, signal),
      set: (plugin, key, value) => call("settings.setPlugin", { plugin, key, value }, signal),
      list: (plugin) => call("settings.listPlugin", { plugin }, signal),
      plugins: () => call("settings.plugins", {}, signal),
      dump: () => call("settings.dump", {}, signal),
    },
  };
}
