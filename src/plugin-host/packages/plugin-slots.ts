/** What installing and removing need of the plugin host: who stands where, and a way to swap him. */
import type { PluginStatus } from "#contract";

/** What installing needs of the plugin host. */
export interface PluginSlots {
  /** Throws `CONFLICT` for a name under which no package may stand. */
  requireInstallable(name: string): void;
  /** Throws `PLUGIN_UNKNOWN`, or `CONFLICT` for a plugin that was not installed. */
  requireRemovable(name: string): void;
  status(name: string): PluginStatus | undefined;
  announce(status: PluginStatus): void;
  /** Stops the plugin, swaps its code, and starts it as it ran before; takes up a new one. */
  replace(
    name: string,
    swap: () => Promise<void>,
  ): Promise<{ readonly status: PluginStatus; readonly changed: boolean }>;
  /** Stops a plugin for good; its code is taken out meanwhile. */
  retire(name: string, takeOut: () => Promise<void>): Promise<void>;
  /** Deletes what a plugin leaves behind: its folder, settings and devices. */
  wipe(name: string): Promise<void>;
}
