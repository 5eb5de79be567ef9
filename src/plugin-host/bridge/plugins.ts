/** `plugin.*` and `api.*`: other plugins, and what one publishes for them. */
import { type PluginStatus, type PublishedApi, problem } from "#contract";
import { APIS_PER_PLUGIN_MAX, RELOADS_BURST, RELOADS_PER_SECOND } from "../limits.ts";
import { createLineLimit, type LineLimit } from "../rate-limit.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names = "plugin.reloadOne" | "plugin.listLoaded" | "plugin.isDisabled" | "api.register";

/** Handlers of the group. */
export function pluginHandlers({ state, registrations }: GroupDeps): HandlerGroup<Names> {
  const published = new Map<string, Map<string, PublishedApi>>();
  // By name and not by run: two that reload each other are new runs every time.
  const reloads = new Map<string, LineLimit>();
  const limitOf = (plugin: string): LineLimit => {
    const limit =
      reloads.get(plugin) ??
      createLineLimit(state.clock, RELOADS_PER_SECOND, RELOADS_BURST, () => undefined);
    reloads.set(plugin, limit);
    return limit;
  };
  const find = (name: string): PluginStatus => {
    const found = state.plugins.list().find((plugin) => plugin.name === name);
    if (found) return found;
    throw problem("PLUGIN_UNKNOWN", `there is no plugin "${name}"`);
  };
  return {
    "api.register": ({ name, description, tool }, { plugin }) => {
      if (state.tools.find(tool)?.owner !== plugin.name) {
        throw problem("NOT_FOUND", `"${tool}" is no tool of this plugin`, {
          hint: "register it with tool.register first",
        });
      }
      const publish = () => {
        const own = published.get(plugin.name) ?? new Map<string, PublishedApi>();
        published.set(plugin.name, own.set(name, { name, description, tool }));
        return { [Symbol.dispose]: () => void own.delete(name) };
      };
      registrations.replace(plugin.name, `api:${name}`, publish, APIS_PER_PLUGIN_MAX);
      return null;
    },
    "plugin.reloadOne": async ({ name }, { plugin }) => {
      requireOther(plugin.name, find(name));
      if (!limitOf(plugin.name).take()) {
        throw problem("BUSY", "a plugin may not reload others that often");
      }
      state.log.info("plugin.reload_asked", { plugin: name, by: plugin.name });
      return await state.plugins.reload(name);
    },
    "plugin.listLoaded": () =>
      state.plugins.list().map((plugin) => ({
        ...plugin,
        api: [...(published.get(plugin.name)?.values() ?? [])],
      })),
    "plugin.isDisabled": ({ name }) => ({ disabled: find(name).state === "disabled" }),
  };
}

function requireOther(asker: string, { name, source }: PluginStatus): void {
  // Its call would wait for the end of the process that makes it, at each start anew.
  if (name === asker) {
    throw problem("CONFLICT", "a plugin cannot reload itself", {
      hint: "end the process; the hub starts it again",
    });
  }
  if (source === "built-in") {
    throw problem("FORBIDDEN", `"${name}" is a part of the hub and not a plugin's to reload`);
  }
}
