/** Front door of the wire: frames, calls in both directions, and peers over unix sockets. */
export {
  createFrameReader,
  type FrameHead,
  type FrameReader,
  type FrameReaderOptions,
  type RawFrame,
} from "./frame-reader.ts";
export type { CallHandler } from "./incoming-calls.ts";
export { CALL_TIMEOUT_MS, FRAME_BYTES_MAX, PENDING_IN_MAX, PENDING_OUT_MAX } from "./limits.ts";
export type { Send } from "./outbox.ts";
export { createPeer, type Peer, type PeerEnd, type PeerLimits, type PeerOptions } from "./peer.ts";
export {
  type ClientConnection,
  connectToSocket,
  listenOnSocket,
  type PeerHandlers,
  type SocketConnection,
  type SocketServer,
  type SocketServerOptions,
} from "./socket.ts";
export { fromWireError, toWireError, WireError, type WireErrorDetails } from "./wire-error.ts";
