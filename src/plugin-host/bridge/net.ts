/** `net.*`: names that the hub resolves for plugins, which have no name service of their own. */
import { lookup } from "node:dns/promises";
import { messageOf } from "#base";
import { problem } from "#contract";
import { RESOLUTIONS_MAX } from "../limits.ts";
import type { PluginLink } from "../plugin-link.ts";
import type { HandlerGroup } from "./types.ts";

/** Handlers of the group. */
export function netHandlers(): HandlerGroup<"net.resolve"> {
  const running = new WeakMap<PluginLink, number>();
  const count = (plugin: PluginLink, change: number) => {
    running.set(plugin, (running.get(plugin) ?? 0) + change);
  };
  return {
    async "net.resolve"({ host }, { plugin, signal }) {
      if ((running.get(plugin) ?? 0) >= RESOLUTIONS_MAX) {
        throw problem("BUSY", `${RESOLUTIONS_MAX} names are being resolved for this plugin`);
      }
      count(plugin, 1);
      try {
        return { addresses: await resolve(host, signal) };
      } finally {
        count(plugin, -1);
      }
    },
  };
}

async function resolve(host: string, signal: AbortSignal): Promise<readonly string[]> {
  const canceled = Promise.withResolvers<never>();
  const onAbort = () => canceled.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const found = await Promise.race([lookup(host, { all: true }), canceled.promise]);
    return found.map(({ address }) => address);
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw problem("NOT_FOUND", `"${host}" has no address: ${messageOf(cause)}`, { cause });
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
