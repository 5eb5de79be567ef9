/** `hub.llm` and `hub.plugins`: the hub's model sources, and the other plugins. */
import type { LlmSource, LoadedPlugin } from "#contract";
import type { HubLink } from "../hub-link.ts";

export interface HubLlm {
  /** In the order in which they are asked; never with a key. */
  list(): Promise<readonly LlmSource[]>;
  current(): Promise<LlmSource>;
  /** Has a source asked first; "" goes back to the order of priorities. */
  use(name: string): Promise<LlmSource>;
}

export interface HubPlugins {
  /** All plugins, with what they publish to others. */
  list(): Promise<readonly LoadedPlugin[]>;
  /** Reads another plugin anew; answers whether its code changed. */
  reload(name: string): Promise<boolean>;
  isDisabled(name: string): Promise<boolean>;
}

/** A plugin that starts slowly may take this long. */
const RELOAD_TIMEOUT_MS = 2 * 60_000;

/** The group. */
export function createLlm({ call, signal }: HubLink): HubLlm {
  return {
    list: () => call("llm.listSources", {}, signal),
    current: () => call("llm.currentSource", {}, signal),
    use: (name) => call("llm.setSource", { name }, signal),
  };
}

/** The group. */
export function createPlugins({ call, signal }: HubLink): HubPlugins {
  return {
    list: () => call("plugin.listLoaded", {}, signal),
    async reload(name) {
      const patience = { timeoutMs: RELOAD_TIMEOUT_MS };
      return (await call("plugin.reloadOne", { name }, signal, patience)).changed;
    },
    isDisabled: async (name) => (await call("plugin.isDisabled", { name }, signal)).disabled,
  };
}
