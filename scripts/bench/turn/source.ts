/**
 * A model source for benches: speaks OpenAI's streaming chat over a bare socket, answers at once and
 * measures itself, so that what it took can be taken off the hub's time. Between the end of a
 * request and the end of its answer nothing waits, unless a script says so.
 */
import { createServer, type Socket } from "node:net";

/** What a source says to one request, and what it notes meanwhile. */
export type Answer = (answering: Answering) => Promise<void> | void;

/** One request under way. */
export interface Answering {
  /** Pieces of the stream as JSON; all in one write. */
  say(...chunks: readonly object[]): void;
  /** Ends the stream. */
  end(): void;
}

/** The source. */
export interface BenchSource extends AsyncDisposable {
  /** What to set as `base_url`. */
  readonly url: string;
  /** What it did since the last time that this was asked. */
  take(): { readonly requests: number; readonly ownMs: number };
}

const HEAD =
  "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
const LAST = "0\r\n\r\n";
const HEADERS_END = "\r\n\r\n";

/** Starts a source that answers each request as `answer` says; connections are kept alive. */
export async function startBenchSource(answer: Answer): Promise<BenchSource> {
  let ownMs = 0;
  let requests = 0;
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    let buffer: Buffer = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      const begin = performance.now();
      buffer = buffer.length === 0 ? bytes : Buffer.concat([buffer, bytes]);
      const length = requestLength(buffer);
      if (length !== undefined) {
        buffer = buffer.subarray(length);
        requests += 1;
        void answer(answeringOn(socket));
      }
      ownMs += performance.now() - begin;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    take() {
      const taken = { requests, ownMs };
      requests = 0;
      ownMs = 0;
      return taken;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The length of the request that the buffer begins with, once all of it is there. */
function requestLength(buffer: Buffer): number | undefined {
  const split = buffer.indexOf(HEADERS_END);
  if (split < 0) return undefined;
  const head = buffer.subarray(0, split).toString("latin1");
  const body = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  const length = split + HEADERS_END.length + body;
  return buffer.length < length ? undefined : length;
}

/** Head and first piece go out in one write, as servers that do not dawdle do it. */
function answeringOn(socket: Socket): Answering {
  let head = HEAD;
  const write = (text: string) => {
    socket.write(head + text);
    head = "";
  };
  return {
    say: (...chunks) => write(framed(chunks.map(eventOf).join(""))),
    end: () => write(framed("data: [DONE]\n\n") + LAST),
  };
}

const eventOf = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;

function framed(text: string): string {
  return text === "" ? "" : `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/** A piece of an answer. */
export function delta(content: object, finish: string | null = null): object {
  return {
    id: "chatcmpl-9f2c1d7e",
    object: "chat.completion.chunk",
    created: 1_764_500_000,
    model: "bench",
    choices: [{ index: 0, delta: content, logprobs: null, finish_reason: finish }],
  };
}

/** A whole answer that calls one tool. */
export function toolCall(id: string, name: string, args: object): readonly object[] {
  const call = { index: 0, id, type: "function", function: { name, arguments: "" } };
  const rest = { index: 0, function: { arguments: JSON.stringify(args) } };
  return [
    delta({ role: "assistant", tool_calls: [call] }),
    delta({ tool_calls: [rest] }),
    delta({}, "tool_calls"),
  ];
}
