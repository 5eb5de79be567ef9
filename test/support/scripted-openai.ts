/**
 * A real HTTP server that speaks OpenAI's streaming chat protocol as the scripts of a test say,
 * with every fault that real servers were seen to have. It writes raw bytes to the socket, since
 * frameworks would mend what is to be tried.
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
export interface ScriptedOpenAi extends AsyncDisposable {
  /** What to set as `base_url`. */
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Queues answers, one for each request. Without any, requests are answered with 500. */
  script(...replies: Reply[]): void;
  /** Resolves when so many requests have come in all. */
  received(count: number): Promise<void>;
}

/** Starts a server on a free port of this machine. */
export async function startScriptedOpenAi(...replies: Reply[]): Promise<ScriptedOpenAi> {
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
    url: `http://127.0.0.1:${port}/v1`,
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

/** A chunk of OpenAI's stream as its JSON. */
export function chunk(
  delta: Readonly<Record<string, unknown>>,
  finish: string | null = null,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_764_500_000,
    model: "scripted",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  };
}

/** The piece that counts tokens: it has no choices at all. */
export function usageChunk(usage: Readonly<Record<string, unknown>>) {
  return { ...chunk({}), choices: [], usage };
}

/** A piece of a tool call; whatever is not given is absent, as on the wire. */
export function callDelta(call: {
  readonly index?: number;
  readonly id?: string;
  readonly name?: string;
  readonly arguments?: string;
}): Readonly<Record<string, unknown>> {
  const { index, id, name } = call;
  const target = {
    ...(name === undefined ? {} : { name }),
    ...(call.arguments === undefined ? {} : { arguments: call.arguments }),
  };
  return {
    ...(index === undefined ? {} : { index }),
    ...(id === undefined ? {} : { id, type: "function" }),
    function: target,
  };
}

/** How a stream is written down. */
export interface StreamOptions {
  readonly newline?: "\n" | "\r\n" | "\r";
  /** Without it the stream just ends. */
  readonly done?: boolean;
  /** A comment before each event, as queues send them to keep a connection alive. */
  readonly comments?: boolean;
  /** `data:{…}` without the space that most servers write. */
  readonly tight?: boolean;
}

/** The text of a stream: JSON values, or texts that go in as they are. */
export function streamText(
  events: readonly (string | object)[],
  { newline = "\n", done = true, comments = false, tight = false }: StreamOptions = {},
): string {
  const data = (text: string) => `data:${tight ? "" : " "}${text}`;
  const lines: string[] = [];
  for (const event of events) {
    if (comments) lines.push(": keep-alive", "");
    lines.push(typeof event === "string" ? event : data(JSON.stringify(event)), "");
  }
  if (done) lines.push(data("[DONE]"), "");
  return lines.map((line) => line + newline).join("");
}

const EVENT_STREAM = { "content-type": "text/event-stream" };

/** A whole stream, every event in a piece of its own. */
export function streamReply(events: readonly (string | object)[], options?: StreamOptions): Reply {
  return async (exchange) => {
    await exchange.head(200, EVENT_STREAM);
    for (const event of events) {
      await exchange.write(streamText([event], { ...options, done: false }));
    }
    if (options?.done !== false) await exchange.write(streamText([], options));
    await exchange.end();
  };
}

/** Bytes of a stream in these pieces, with a pause between them so that each arrives alone. */
export function pieceReply(pieces: readonly Uint8Array[]): Reply {
  return async (exchange) => {
    await exchange.head(200, EVENT_STREAM);
    for (const piece of pieces) {
      await exchange.write(piece);
      await wait(1);
    }
    await exchange.end();
  };
}

/** A plain answer in text. */
export function textReply(...texts: readonly string[]): Reply {
  return streamReply([
    ...texts.map((content) => chunk({ content })),
    chunk({}, "stop"),
    usageChunk({ prompt_tokens: 12, completion_tokens: 3 }),
  ]);
}

/** One call of a tool: id and name first, then its arguments in pieces of `size` letters. */
export function toolCallReply(
  call: { readonly id: string; readonly name: string; readonly arguments: string },
  size = 5,
): Reply {
  const first = callDelta({ index: 0, id: call.id, name: call.name, arguments: "" });
  const letters = [...call.arguments];
  const rest = Array.from({ length: Math.ceil(letters.length / size) }, (_, position) =>
    callDelta({
      index: 0,
      arguments: letters.slice(position * size, (position + 1) * size).join(""),
    }),
  );
  return streamReply([
    ...[first, ...rest].map((delta) => chunk({ tool_calls: [delta] })),
    chunk({}, "tool_calls"),
  ]);
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

/** Sends these events and then nothing more, with the connection open. */
export function hangAfterReply(events: readonly (string | object)[]): Reply {
  return async (exchange) => {
    await exchange.head(200, EVENT_STREAM);
    await exchange.write(streamText(events, { done: false }));
  };
}

/** Sends these events and then drops the connection. */
export function cutAfterReply(events: readonly (string | object)[]): Reply {
  return async (exchange) => {
    await hangAfterReply(events)(exchange);
    // What was written must be out before the end overtakes it.
    await wait(20);
    exchange.cut();
  };
}

/** Sends these events and ends the body cleanly, as if that were all. */
export function endAfterReply(events: readonly (string | object)[]): Reply {
  return streamReply(events, { done: false });
}
