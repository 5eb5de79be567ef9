/** A server that writes raw bytes, for what no HTTP library would ever send. */
import { createServer, type Socket } from "node:net";

/** A running server. */
export interface RawServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** The heads of the requests so far. */
  readonly heads: readonly string[];
}

/** Starts a server on a free port; `answer` gets each request's head and the socket. */
export async function startRawServer(
  answer: (head: string, socket: Socket) => void,
): Promise<RawServer> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // Clients that hang up are part of the tests.
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      const [head = ""] = data.toString("latin1").split("\r\n\r\n");
      heads.push(head);
      answer(head, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    heads,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A whole answer with a length. */
export function plainAnswer(status: number, body: string, headers: readonly string[] = []): string {
  const lines = [`HTTP/1.1 ${status} X`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
