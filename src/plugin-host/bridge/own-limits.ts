/** How often a plugin may write settings and log lines, counted for each of its runs. */
import { problem } from "#contract";
import type { KernelState } from "#kernel/state";
import type { Floods } from "../floods.ts";
import {
  LOG_LINES_BURST,
  LOG_LINES_PER_SECOND,
  SETTINGS_BURST,
  SETTINGS_PER_SECOND,
} from "../limits.ts";
import type { PluginLink } from "../plugin-link.ts";
import { createLineLimit, type LineLimit } from "../rate-limit.ts";

/** The limits of all plugins. */
export interface OwnLimits {
  /** Throws `BUSY` where a plugin writes settings too often: each is a write to the disk. */
  requireSetting(plugin: PluginLink): void;
  /** False where a line is one too many. */
  takeLogLine(plugin: PluginLink): boolean;
}

/** Makes the limits. */
export function createOwnLimits({ clock }: KernelState, floods: Floods): OwnLimits {
  const settings = perPlugin(({ name }) =>
    createLineLimit(clock, SETTINGS_PER_SECOND, SETTINGS_BURST, () =>
      floods.note(name, "settings"),
    ),
  );
  const lines = perPlugin(({ name }) =>
    createLineLimit(clock, LOG_LINES_PER_SECOND, LOG_LINES_BURST, () =>
      floods.note(name, "log lines"),
    ),
  );
  return {
    requireSetting(plugin) {
      if (settings(plugin).take()) return;
      throw problem("BUSY", "a plugin may not write its settings that often", {
        hint: "keep what changes often in a file of the data folder",
      });
    },
    takeLogLine: (plugin) => lines(plugin).take(),
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
