/** HTTP for a script: only to ports that plugin.json names, and no larger than allowed. */
import { type Clock, createHttpClient, OperationalError } from "#base";
import type { LuaHttp } from "#platform/lua";
import { HTTP_BODY_MAX_BYTES } from "./limits.ts";

/** The way out. The sandbox holds the ports too; here the script is told in words. */
export function createWeb(clock: Clock, ports: readonly number[]): LuaHttp {
  const client = createHttpClient({
    clock,
    limits: { bodyMaxBytes: HTTP_BODY_MAX_BYTES },
    // The SDK puts a `fetch` in place that has names resolved by the hub.
    fetch: (url, init) => fetch(url, init),
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
