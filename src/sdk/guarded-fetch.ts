/** `fetch` inside a plugin: names are resolved by the hub, and a refusal says which grant is missing. */
import { isIP } from "node:net";
import { messageOf, OperationalError } from "#base";

const REDIRECTS_MAX = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };
/** Headers that belong to a body; they go when a redirect turns the request into a GET. */
const BODY_HEADERS = ["content-length", "content-type", "content-encoding", "transfer-encoding"];
/** Headers that another host must not see. */
const PRIVATE_HEADERS = ["authorization", "cookie", "proxy-authorization"];

type Fetch = (request: string, init: RequestInit) => Promise<Response>;

/**
 * A `fetch` over `plain`. The sandbox has no name service, so `resolve` asks the hub; without the
 * capability `net` that throws, and the text says what plugin.json lacks.
 */
export function createGuardedFetch(
  plain: Fetch,
  resolve: (host: string) => Promise<readonly string[]>,
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const asked = new Request(input, init);
    const scheme = new URL(asked.url).protocol;
    // data: and blob: open no connection.
    if (DEFAULT_PORTS[scheme] === undefined) return await plain(asked.url, { ...init });
    const body = asked.body === null ? undefined : await asked.arrayBuffer();
    let request: OneRequest = {
      url: new URL(asked.url),
      method: asked.method,
      headers: new Headers(asked.headers),
      body,
    };
    for (let count = 0; ; count += 1) {
      const response = await send(plain, resolve, request, asked.signal);
      const next = response.headers.get("location");
      if (!REDIRECTS.has(response.status) || next === null) return response;
      if (asked.redirect === "manual") return response;
      if (asked.redirect === "error" || count >= REDIRECTS_MAX) {
        throw new OperationalError("NET_FAILED", `${request.url.host} redirects once too often`);
      }
      await response.body?.cancel();
      request = redirected(request, response.status, new URL(next, request.url));
    }
  };
}

interface OneRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: ArrayBuffer | undefined;
}

/** The request that a redirect asks for. */
function redirected(before: OneRequest, status: number, url: URL): OneRequest {
  const headers = new Headers(before.headers);
  if (url.origin !== before.url.origin) for (const name of PRIVATE_HEADERS) headers.delete(name);
  const isPost = before.method === "POST" && (status === 301 || status === 302);
  if (!isPost && (status !== 303 || before.method === "HEAD")) return { ...before, url, headers };
  for (const name of BODY_HEADERS) headers.delete(name);
  return { url, method: "GET", headers, body: undefined };
}

async function send(
  plain: Fetch,
  resolve: (host: string) => Promise<readonly string[]>,
  { url, method, headers, body }: OneRequest,
  signal: AbortSignal,
): Promise<Response> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (DEFAULT_PORTS[url.protocol] ?? 0);
  const addresses = await resolveFor(resolve, host, port);
  headers.set("host", url.host);
  let failure: unknown;
  for (const address of addresses) {
    const target = new URL(url);
    target.hostname = isIP(address) === 6 ? `[${address}]` : address;
    try {
      const response = await plain(target.href, {
        method,
        headers,
        signal,
        redirect: "manual",
        ...(body === undefined ? {} : { body }),
        // The certificate is checked against the name, though the address is dialed.
        ...(isIP(host) === 0 ? { tls: { serverName: host } } : {}),
      });
      // The author asked for a name; the address is how it was reached.
      return Object.defineProperty(response, "url", { value: url.href });
    } catch (error) {
      if (signal.aborted) throw error;
      failure = error;
    }
  }
  throw new OperationalError(
    "NET_FAILED",
    `fetch ${host}:${port}: ${messageOf(failure)} (does plugin.json grant the port? "net": {"connect": [${port}]})`,
    { cause: failure },
  );
}

async function resolveFor(
  resolve: (host: string) => Promise<readonly string[]>,
  host: string,
  port: number,
): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch (error) {
    if (!(error instanceof OperationalError) || error.code !== "CAPABILITY_DENIED") throw error;
    throw new OperationalError(
      "CAPABILITY_DENIED",
      `fetch ${host} needs the capability "net", which this plugin does not have — declare it in plugin.json: "capabilities": {"net": {"connect": [${port}]}}`,
      { cause: error },
    );
  }
}
