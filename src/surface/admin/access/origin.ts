/** Where a request really came from: its source, and the scheme and host that the browser used. */
import type { Logger } from "#base";
import { createAddressSet, readAddress, sourceOf } from "./addresses.ts";

/** How the browser reached us. `host` is lower case, with its port where it has one. */
export interface External {
  readonly scheme: "http" | "https";
  readonly host: string;
}

/** Reads a request's way to us; believes forwarding headers from declared proxies only. */
export interface Origins {
  /** Whom a login limit counts: the client, or the peer where no declared proxy stands before it. */
  source(peer: string, headers: Headers): string;
  external(peer: string, request: Request): External;
}

/** Makes {@link Origins} for the declared proxies. Entries that cannot be read are logged once. */
export function createOrigins(trustedProxies: readonly string[], log: Logger): Origins {
  const proxies = createAddressSet(trustedProxies, (entry) =>
    log.warn("http.proxy_invalid", { entry: entry.slice(0, 80) }),
  );
  const isProxy = (peer: string) => {
    const address = readAddress(peer);
    return address !== undefined && proxies.has(address);
  };
  return {
    source(peer, headers) {
      let nearest = readAddress(peer);
      if (nearest === undefined) return "unknown";
      const hops = headers.get("x-forwarded-for")?.split(",") ?? [];
      // From the right: each entry was written by the proxy after it, so the first that is not a
      // declared proxy is the client; what stands left of it, the client may have invented.
      while (proxies.has(nearest) && hops.length > 0) {
        const hop = readAddress(hops.pop() ?? "");
        if (hop === undefined) break;
        nearest = hop;
      }
      return sourceOf(nearest);
    },
    external(peer, request) {
      const { headers } = request;
      const own = headers.get("host") ?? new URL(request.url).host;
      if (!isProxy(peer)) return { scheme: "http", host: own.toLowerCase() };
      const scheme = lastOf(headers.get("x-forwarded-proto")) === "https" ? "https" : "http";
      return { scheme, host: (lastOf(headers.get("x-forwarded-host")) ?? own).toLowerCase() };
    },
  };
}

/** The entry that the nearest proxy wrote. */
function lastOf(header: string | null): string | undefined {
  return header?.split(",").pop()?.trim() || undefined;
}
