/** Settings of plugins in the hub's configuration: `plugin.<name>.<key>`. */
import type { Manifest } from "#contract";
import type { Config, ConfigDefinition } from "#kernel/state";
import { ENABLED_KEY } from "./blueprint.ts";

/** The configuration key of a plugin's setting. */
export function settingKey(plugin: string, key: string): string {
  return `plugin.${plugin}.${key}`;
}

/** The settings of a manifest as the configuration knows them. */
export function settingDefinitions({ name, settings = {} }: Manifest): readonly ConfigDefinition[] {
  return Object.entries(settings).map(
    ([key, { type, default: value, description, options }]): ConfigDefinition => ({
      key: settingKey(name, key),
      type,
      default: value,
      description,
      ...(options ? { options } : {}),
    }),
  );
}

/** Declares the settings of a plugin anew. Throws what is wrong with one of them. */
export function defineSettings(config: Config, manifest: Manifest): void {
  const owner = `plugin.${manifest.name}`;
  config.detach(owner);
  config.define(owner, settingDefinitions(manifest));
}

/** Declares whether a plugin runs; that is the hub's own, and there whatever the manifest says. */
export function defineEnabled(config: Config, name: string): void {
  config.define(`plugin-host.${name}`, [
    {
      key: settingKey(name, ENABLED_KEY),
      type: "bool",
      default: true,
      description: "插件是否运行 · Whether the plugin runs",
    },
  ]);
}

/** Takes back what was declared for a plugin that is gone; its values stay. */
export function detachSettings(config: Config, name: string): void {
  config.detach(`plugin.${name}`);
  config.detach(`plugin-host.${name}`);
}

/** Whether the owner wants the plugin to run. */
export function isEnabled(config: Config, name: string): boolean {
  return config.get(settingKey(name, ENABLED_KEY)) !== false;
}

/** All settings of a plugin, defaults filled in. */
export function readSettings(config: Config, manifest: Manifest): Record<string, unknown> {
  const keys = Object.keys(manifest.settings ?? {});
  return Object.fromEntries(keys.map((key) => [key, config.get(settingKey(manifest.name, key))]));
}
