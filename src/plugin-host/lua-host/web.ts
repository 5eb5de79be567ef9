/** HTTP for a script: only to ports that plugin.json names, names resolved by the hub, size bounded. */
import { isIP } from "node:net";
import { type Clock, createHttpClient, type Fetch, OperationalError } from "#base";
import type { LuaHttp } from "#platform/lua";
import type { Hub } from "#sdk";
import { HTTP_BODY_MAX_BYTES } from "./limits.ts";

/** The way out. The sandbox holds the ports too; here the script is told in words. */
export function createWeb(hub: Hub, clock: Clock, ports: readonly number[]): LuaHttp {
  const client = createHttpClient({
    clock,
    limits: { bodyMaxBytes: HTTP_BODY_MAX_BYTES },
    fetch: async (url, init) => {
      const target = await resolved(hub, new URL(url));
      return await (fetch as Fetch)(target.href, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...target.headers },
        ...(target.serverName === undefined ? {} : { tls: { serverName: target.serverName } }),
      });
    },
  });
  return async ({ method, url, headers, body }, signal) => {
    requirePort(url, ports);
    const request = { method, url, headers, ...(method === "POST" ? { body } : {}) };
    const answer = await client.request(request, signal);
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: answer.text(),
    };
  };
}

function requirePort(text: string, ports: readonly number[]): void {
  const url = URL.parse(text);
  // What is no address at all, the client refuses by its own words.
  if (!url) return;
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  if (ports.includes(port)) return;
  throw new OperationalError("CAPABILITY_DENIED", `this plugin may not connect to port ${port}`, {
    hint: `name it in plugin.json: "net": { "connect": [${port}] }`,
  });
}

/** The address in place of the name, which a plugin in its sandbox cannot look up. */
async function resolved(hub: Hub, url: URL) {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host)) return { href: url.href, headers: {}, serverName: undefined };
  const [address] = await hub.net.resolve(host);
  if (address === undefined) {
    throw new OperationalError("HTTP_UNREACHABLE", `${url.origin} has no address`);
  }
  const target = new URL(url.href);
  target.hostname = isIP(address) === 6 ? `[${address}]` : address;
  const serverName = url.protocol === "https:" ? host : undefined;
  return { href: target.href, headers: { host: url.host }, serverName };
}
