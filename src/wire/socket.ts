/** Peers over unix sockets: the kernel's own socket and those who connect to it. */
import { accessSync, constants, existsSync, lstatSync, unlinkSync } from "node:fs";
import { type Clock, type Logger, messageOf, OperationalError } from "#base";
import { CONNECTIONS_MAX } from "./limits.ts";
import type { Send } from "./outbox.ts";
import { createPeer, type Peer, type PeerLimits, type PeerOptions } from "./peer.ts";

/** What a side of a connection does with calls and notifications. */
export type PeerHandlers = Pick<PeerOptions, "onCall" | "onNotification" | "onClosed" | "onLost">;

export interface SocketServerOptions {
  /** Path of the socket; it is made with mode 0600. */
  readonly path: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called for each connection, before anything is read from it. */
  readonly accept: (connection: SocketConnection) => PeerHandlers;
  /** Connections at once; one more is closed at once. */
  readonly connectionsMax?: number;
  readonly limits?: PeerLimits;
}

/** One connection as its handlers see it. */
export interface SocketConnection {
  /** Calls and notifies who connected. Not to be used before `accept` has returned. */
  readonly peer: Peer;
}

/** A listening socket; disposing closes it, its connections, and removes the file. */
export interface SocketServer extends AsyncDisposable {
  readonly connections: number;
}

/** A connection of ours; disposing closes it. */
export interface ClientConnection extends Disposable {
  readonly peer: Peer;
}

/** What hangs on a socket of Bun's. */
interface Attached {
  link: Link | undefined;
}
type UnixSocket = Bun.Socket<Attached>;

/**
 * Listens on a unix socket. A file that a dead process left is removed; one that somebody answers
 * on, or that is no socket, is refused with `CONFLICT`.
 */
export async function listenOnSocket(options: SocketServerOptions): Promise<SocketServer> {
  await removeStale(options.path);
  const links = new Set<Link>();
  const connectionsMax = options.connectionsMax ?? CONNECTIONS_MAX;
  // The mask makes the file private from its first moment on; a chmod afterwards would be late.
  const mask = process.umask(0o177);
  let listener: Bun.UnixSocketListener<Attached>;
  try {
    listener = Bun.listen<Attached>({
      unix: options.path,
      data: { link: undefined },
      socket: {
        open(socket) {
          socket.data = { link: undefined };
          if (links.size >= connectionsMax) {
            options.log.warn("socket.too_many_connections", { connectionsMax });
            socket.end();
            return;
          }
          const link = attach(socket, options, (connection) => options.accept(connection));
          links.add(link);
          link.onEnd = () => links.delete(link);
        },
        data: (socket, bytes) => socket.data.link?.peer.feed(bytes),
        drain: (socket) => socket.data.link?.drained(),
        close: (socket) => socket.data.link?.end("the connection was closed"),
        error: (socket, error) => socket.data.link?.end(messageOf(error)),
      },
    });
  } finally {
    process.umask(mask);
  }
  return {
    get connections() {
      return links.size;
    },
    async [Symbol.asyncDispose]() {
      listener.stop(false);
      for (const link of [...links]) {
        await Promise.race([link.peer.drained(), link.closed]);
        link.end("the hub is stopping");
      }
      if (existsSync(options.path)) unlinkSync(options.path);
    },
  };
}

/** Connects to a unix socket. Rejects with `NOT_AVAILABLE` when nobody listens there. */
export async function connectToSocket(
  options: {
    readonly path: string;
    readonly clock: Clock;
    readonly log: Logger;
    readonly limits?: PeerLimits;
  } & Partial<PeerHandlers>,
  signal: AbortSignal,
): Promise<ClientConnection> {
  signal.throwIfAborted();
  let socket: UnixSocket;
  try {
    socket = await Bun.connect<Attached>({
      unix: options.path,
      data: { link: undefined },
      socket: {
        data: (open, bytes) => open.data.link?.peer.feed(bytes),
        drain: (open) => open.data.link?.drained(),
        close: (open) => open.data.link?.end("the hub closed the connection"),
        error: (open, error) => open.data.link?.end(messageOf(error)),
      },
    });
  } catch (cause) {
    throw noAnswer(options.path, cause);
  }
  const refuseCalls = () => {
    throw new OperationalError("METHOD_UNKNOWN", "this side takes no calls");
  };
  const { peer, end } = attach(socket, options, () => ({ onCall: refuseCalls, ...options }));
  return { peer, [Symbol.dispose]: () => end("closed by this side") };
}

/** Why nobody could be reached: a socket that is not ours is another matter than one that is dead. */
function noAnswer(path: string, cause: unknown): OperationalError {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    if ((error as { code?: unknown }).code === "EACCES") {
      return new OperationalError("FORBIDDEN", `${path} belongs to another user`, {
        cause,
        hint: "run this as the user of the hub",
      });
    }
  }
  return new OperationalError("NOT_AVAILABLE", `nobody answers on ${path}`, {
    cause,
    hint: "is homed running? --socket names another socket",
  });
}

/** A socket and the peer that speaks over it. */
interface Link {
  readonly peer: Peer;
  readonly closed: Promise<void>;
  onEnd: (() => void) | undefined;
  drained(): void;
  end(reason: string): void;
}

function attach(
  socket: UnixSocket,
  options: { readonly clock: Clock; readonly log: Logger; readonly limits?: PeerLimits },
  accept: (connection: SocketConnection) => PeerHandlers,
): Link {
  const writer = createSocketWriter(socket);
  const closed = Promise.withResolvers<void>();
  const connection = {} as { peer: Peer };
  const handlers = accept(connection);
  const peer = createPeer({
    ...handlers,
    clock: options.clock,
    log: options.log,
    ...(options.limits ? { limits: options.limits } : {}),
    send: writer.send,
    onClosed(reason, how) {
      socket.end();
      closed.resolve();
      link.onEnd?.();
      handlers.onClosed?.(reason, how);
    },
  });
  connection.peer = peer;
  const link: Link = {
    peer,
    closed: closed.promise,
    onEnd: undefined,
    drained: writer.drained,
    end: (reason) => peer.close(new OperationalError("GONE", reason)),
  };
  socket.data.link = link;
  return link;
}

/** Writes to a socket that takes only part of what it is given. */
function createSocketWriter(socket: UnixSocket): { send: Send; drained: () => void } {
  let rest: Uint8Array | undefined;
  let waiting: PromiseWithResolvers<void> | undefined;
  /** Writes; true when the socket took all of it. */
  const write = (bytes: Uint8Array): boolean => {
    const taken = Math.max(socket.write(bytes), 0);
    rest = taken < bytes.length ? bytes.subarray(taken) : undefined;
    return rest === undefined;
  };
  return {
    send(text) {
      if (write(Buffer.from(text))) return undefined;
      waiting = Promise.withResolvers();
      return waiting.promise;
    },
    drained() {
      if (!rest || !write(rest)) return;
      waiting?.resolve();
      waiting = undefined;
    },
  };
}

/** Removes a socket file on which nobody answers. */
async function removeStale(path: string): Promise<void> {
  if (!existsSync(path)) return;
  if (!lstatSync(path).isSocket()) {
    throw new OperationalError("CONFLICT", `${path} exists and is no socket`, {
      hint: "name another path with --socket",
    });
  }
  let answered: { end(): void } | undefined;
  try {
    answered = await Bun.connect({ unix: path, socket: { data: () => undefined } });
  } catch {
    // Nobody answers: the file is all that a dead process left.
    unlinkSync(path);
  }
  if (!answered) return;
  answered.end();
  throw new OperationalError("CONFLICT", `another process answers on ${path}`, {
    hint: "stop it first, or name another path with --socket",
  });
}
