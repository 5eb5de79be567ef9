/** A hub with the plugin that may do everything, or copies of it under other names and with less. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ToolResult } from "#contract";
import { openPluginHub, type PluginHub, type PluginHubOptions } from "./plugin-hub.ts";

const FIXTURE = resolve(import.meta.dirname, "../fixtures/plugins/every");
const never = new AbortController().signal;

/** Copies of the plugin: name → what its manifest has otherwise. */
export type Copies = Readonly<Record<string, object>>;

export interface EveryHub extends PluginHub {
  /** A method, called by the plugin; its answer, or `CODE: message (hint)`. */
  call(method: string, params?: object, plugin?: string): Promise<unknown>;
}

/** Opens the hub; `before` can fill slots while no plugin runs yet. */
export async function openEvery(
  options: PluginHubOptions & { readonly before?: (hub: PluginHub) => void } = {},
  copies: Copies = { every: {} },
): Promise<EveryHub> {
  const hub = await openPluginHub(options);
  for (const [name, change] of Object.entries(copies)) {
    const folder = join(hub.state.paths.plugins, name);
    cpSync(FIXTURE, folder, { recursive: true });
    const path = join(folder, "plugin.json");
    const manifest = JSON.parse(readFileSync(path, "utf8")) as object;
    writeFileSync(path, JSON.stringify({ ...manifest, name, ...change }));
  }
  options.before?.(hub);
  await hub.host.boot(never);
  await hub.host.settled();
  return Object.assign(hub, {
    async call(method: string, params: object = {}, plugin = "every") {
      return read(await hub.tool(`${plugin}_call`, { method, params }));
    },
  });
}

/** What a tool of the plugin answered. */
export function read({ content }: ToolResult): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return content;
  }
}
