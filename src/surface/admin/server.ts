/** The listening socket: opens it, says in plain words why it cannot be opened, closes it. */
import { OperationalError } from "#base";
import type { AdminApp } from "./app.ts";
import { CONNECTION_IDLE_S } from "./limits.ts";

/** An open socket. Disposing closes it with all its connections. */
export interface AdminServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

/** Where to listen. Port 0 takes any free one. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

/**
 * The app refuses bodies above its own limit with a problem while they arrive; the server's limit,
 * whose refusal has no body, stays out of its way. Bun does not buffer what nobody reads.
 */
const SERVER_BODY_BYTES_MAX = Number.MAX_SAFE_INTEGER;

/** Listens. Throws `PORT_TAKEN` or `LISTEN_FAILED`. */
export function listen(app: AdminApp, { host, port }: ListenOptions): AdminServer {
  const server = open(app, host, port);
  const bound = server.port ?? port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    port: bound,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function open(app: AdminApp, hostname: string, port: number): Bun.Server<undefined> {
  try {
    return Bun.serve({
      hostname,
      port,
      idleTimeout: CONNECTION_IDLE_S,
      maxRequestBodySize: SERVER_BODY_BYTES_MAX,
      fetch: (request, server) =>
        app.http.fetch(request, {
          peer: server.requestIP(request)?.address ?? "",
          keepOpen: () => server.timeout(request, 0),
        }),
    });
  } catch (cause) {
    throw refusal(cause, `${hostname}:${port}`);
  }
}

function refusal(cause: unknown, address: string): OperationalError {
  const code = (cause as { code?: unknown }).code;
  if (code === "EADDRINUSE") {
    return new OperationalError("PORT_TAKEN", `another program listens on ${address} already`, {
      cause,
      hint: "choose another with --http HOST:PORT",
    });
  }
  const why = typeof code === "string" ? ` (${code})` : "";
  return new OperationalError("LISTEN_FAILED", `cannot listen on ${address}${why}`, {
    cause,
    hint: "choose an address of this machine with --http HOST:PORT; ports below 1024 need rights",
  });
}
