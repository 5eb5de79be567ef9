/** One open answer of server-sent events that never holds up its writer. */
import { CanceledError } from "#base";
import { API_HEADERS } from "../http/problems.ts";
import { RECONNECT_MS } from "../limits.ts";

const encoder = new TextEncoder();

/** One event as bytes. `data` becomes one line of JSON, or is sent as it is when it is a string. */
export function sseFrame(
  data: unknown,
  options: { readonly event?: string; readonly id?: number } = {},
): Uint8Array {
  const id = options.id === undefined ? "" : `id: ${options.id}\n`;
  const event = options.event === undefined ? "" : `event: ${options.event}\n`;
  return encoder.encode(`${id}${event}data: ${asLine(data)}\n\n`);
}

const asLine = (data: unknown) => (typeof data === "string" ? data : JSON.stringify(data));

const OPENING = encoder.encode(`retry: ${RECONNECT_MS}\n\n`);
const HEARTBEAT = encoder.encode(": still here\n\n");

/** An open stream. Every member does nothing once it is closed. Disposing breaks it off. */
export interface SseStream extends Disposable {
  readonly response: Response;
  readonly isOpen: boolean;
  /** Sends a frame, unless too much waits for the reader; false when it was left out. */
  push(frame: Uint8Array): boolean;
  /** Sends a frame whatever waits: for the few that must arrive. */
  force(frame: Uint8Array): void;
  /** Tells the reader that `count` events did not reach him, as soon as there is room. */
  lose(count: number): void;
  /** A comment line, which keeps the connection alive. */
  heartbeat(): void;
  /** Ends the stream once the reader has what waits for him. */
  finish(): void;
}

/** How a stream behaves. */
export interface SseOptions {
  /** Bytes that may wait for the reader. */
  readonly backlogBytes: number;
  /** Frames that were left out are counted, and the reader is told by a `lost` event. */
  readonly reportsLost: boolean;
  /** Called once, whoever closes: we, the reader, or the network. */
  readonly onClose: () => void;
}

/** Opens a stream. Its memory is bounded by `backlogBytes` and one frame. */
export function openSseStream(options: SseOptions): SseStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let lost = 0;
  const hasRoom = () => (controller?.desiredSize ?? 0) > 0;
  const sendLost = () => {
    if (lost === 0 || !hasRoom()) return;
    const count = lost;
    lost = 0;
    controller?.enqueue(sseFrame({ count }, { event: "lost" }));
  };
  const ended = () => {
    if (controller === undefined) return;
    controller = undefined;
    options.onClose();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
        opened.enqueue(OPENING);
      },
      // Called when the reader has made room.
      pull: sendLost,
      cancel: ended,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: options.backlogBytes }),
  );
  return {
    response: new Response(body, {
      headers: {
        ...API_HEADERS,
        "content-type": "text/event-stream",
        // Tells nginx not to hold events back.
        "x-accel-buffering": "no",
      },
    }),
    get isOpen() {
      return controller !== undefined;
    },
    push(frame) {
      sendLost();
      if (hasRoom()) {
        controller?.enqueue(frame);
        return true;
      }
      if (options.reportsLost && controller) lost += 1;
      return false;
    },
    force: (frame) => controller?.enqueue(frame),
    lose(count) {
      lost += count;
      sendLost();
    },
    heartbeat() {
      if (hasRoom()) controller?.enqueue(HEARTBEAT);
    },
    finish() {
      const closing = controller;
      ended();
      closing?.close();
    },
    [Symbol.dispose]() {
      const closing = controller;
      const isStalled = !hasRoom();
      ended();
      // A reader that does not read would keep a politely ended stream, and its memory, for ever.
      if (isStalled) closing?.error(new CanceledError("gone", "the reader does not read"));
      else closing?.close();
    },
  };
}
