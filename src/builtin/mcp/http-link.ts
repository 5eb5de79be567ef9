/** A server over streamable HTTP: the SDK's transport over the hub's guarded client. */
import { CanceledError, type Clock, type HttpClient, type Logger } from "#base";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { WIRE_BYTES_PER_SECOND } from "./limits.ts";
import type { Link, LostListener, Transport } from "./link.ts";
import type { Sdk } from "./sdk.ts";

/** What a link over HTTP is made of. */
export interface HttpLinkOptions {
  readonly server: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly sdk: Sdk;
  readonly onLost: LostListener;
}

/** Makes the link; nothing is sent before the client connects. */
export function createHttpLink(options: HttpLinkOptions): Link {
  const { clock, headers, http, log, onLost, sdk, server, url } = options;
  const over = new AbortController();
  const transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: createGuardedFetch({
      http,
      clock,
      signal: over.signal,
      onLost,
      onFlood: () => log.warn("mcp.wire_flood", { server, bytesPerSecond: WIRE_BYTES_PER_SECOND }),
    }),
  });
  return {
    // Its optional members are typed with `undefined`, which says the same.
    transport: transport as unknown as Transport,
    async [Symbol.asyncDispose]() {
      // A server that holds a session for us may let it go; it is not waited for long.
      await transport.terminateSession().catch((error: unknown) => {
        log.debug("mcp.farewell_failed", { server, error });
      });
      await transport.close();
      over.abort(new CanceledError("gone"));
    },
  };
}
