/**
 * A real HTTP server that answers as the scripts of a test say, with every fault that real servers
 * were seen to have. It writes raw bytes to the socket, since frameworks would mend what is to be
 * tried. What the APIs of models say on it stands in the other `scripted-*` files.
 */
import { createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A request as it came in. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** One request on its way to be answered. */
export interface Exchange {
  readonly request: ReceivedRequest;
  /** Writes the head. Without a length the body is chunked, as in every stream. */
  head(status: number, headers?: Readonly<Record<string, string>>, length?: number): Promise<void>;
  /** Writes a piece of the body, at once. */
  write(piece: string | Uint8Array): Promise<void>;
  /** Ends the body cleanly. */
  end(): Promise<void>;
  /** Drops the connection in the middle of everything. */
  cut(): void;
}

/** Answers one request. One that returns without ending leaves the client hanging. */
export type Reply = (exchange: Exchange) => Promise<void>;

/** The server. */
export interface ScriptedServer extends AsyncDisposable {
  /** Its root, without a path. */
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Queues answers, one for each request. Without any, requests are answered with 500. */
  script(...replies: Reply[]): void;
  /** Resolves when so many requests have come in all. */
  received(count: number): Promise<void>;
}

/** Starts a server on a free port of this machine. */
export async function startScriptedServer(...replies: Reply[]): Promise<ScriptedServer> {
  const queue = [...replies];
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const watchers = new Set<() => void>();
  const unscripted = statusReply(500, { error: { message: "the script has no reply left" } });

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client that hangs up is part of many scripts.
    socket.on("error", () => undefined);
    readRequests(socket, async (request) => {
      requests.push(request);
      for (const watcher of watchers) watcher();
      await (queue.shift() ?? unscripted)(exchangeOn(socket, request));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    script: (...more) => void queue.push(...more),
    received: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (requests.length < count) return;
          watchers.delete(check);
          resolve();
        };
        watchers.add(check);
        check();
      }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Parses requests one after the other; each must have a Content-Length, as our client's do. */
function readRequests(socket: Socket, answer: (request: ReceivedRequest) => Promise<void>): void {
  let buffer = Buffer.alloc(0);
  socket.on("data", (data: Buffer) => {
    buffer = Buffer.concat([buffer, data]);
    const split = buffer.indexOf("\r\n\r\n");
    if (split < 0) return;
    const [first = "", ...lines] = buffer.subarray(0, split).toString("latin1").split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers["content-length"] ?? 0);
    if (buffer.length < split + 4 + length) return;
    const body = buffer.subarray(split + 4, split + 4 + length).toString("utf8");
    buffer = buffer.subarray(split + 4 + length);
    const [method = "", path = ""] = first.split(" ");
    answer({ method, path, headers, body: body === "" ? {} : JSON.parse(body) }).catch(() =>
      socket.destroy(),
    );
  });
}

function exchangeOn(socket: Socket, request: ReceivedRequest): Exchange {
  let isChunked = false;
  const send = (bytes: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  return {
    request,
    async head(status, headers = {}, length) {
      isChunked = length === undefined;
      const all = {
        ...(isChunked ? { "transfer-encoding": "chunked" } : { "content-length": String(length) }),
        ...headers,
      };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      await send(`HTTP/1.1 ${status} Scripted\r\n${lines.join("")}\r\n`);
    },
    async write(piece) {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : Buffer.from(piece);
      if (bytes.length === 0) return;
      if (!isChunked) return send(bytes);
      const size = Buffer.from(`${bytes.length.toString(16)}\r\n`);
      await send(Buffer.concat([size, bytes, Buffer.from("\r\n")]));
    },
    async end() {
      if (isChunked) await send("0\r\n\r\n");
    },
    cut: () => void socket.destroy(),
  };
}

/** Texts as they go over the wire, each in a piece of its own, and then a clean end. */
export function rawReply(texts: readonly string[], contentType = "text/event-stream"): Reply {
  return async (exchange) => {
    await exchange.head(200, { "content-type": contentType });
    for (const text of texts) await exchange.write(text);
    await exchange.end();
  };
}

/** Bytes of a stream in these pieces, with a pause between them so that each arrives alone. */
export function pieceReply(
  pieces: readonly Uint8Array[],
  contentType = "text/event-stream",
): Reply {
  return async (exchange) => {
    await exchange.head(200, { "content-type": contentType });
    for (const piece of pieces) {
      await exchange.write(piece);
      await wait(1);
    }
    await exchange.end();
  };
}

/** An answer with a status and a JSON body, or a text such as a proxy's page. */
export function statusReply(
  status: number,
  body: object | string = {},
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return async (exchange) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const type = typeof body === "string" ? "text/html" : "application/json";
    await exchange.head(status, { "content-type": type, ...headers }, Buffer.byteLength(text));
    await exchange.write(text);
    await exchange.end();
  };
}

/** Takes the request and never says anything. */
export const hangReply: Reply = () => Promise.resolve();
