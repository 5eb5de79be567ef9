/** One side of a conversation in frames: calls, replies, notifications and cancellation both ways. */
import { type Clock, type Logger, OperationalError } from "#base";
import { createFrameReader, type FrameHead, type RawFrame } from "./frame-reader.ts";
import { type CallHandler, IncomingCalls } from "./incoming-calls.ts";
import { FRAME_BYTES_MAX, PENDING_IN_MAX, PENDING_OUT_MAX } from "./limits.ts";
import { Outbox, type Send } from "./outbox.ts";
import { isTooLong, OutgoingCalls } from "./outgoing-calls.ts";
import { toWireError } from "./wire-error.ts";

export interface PeerOptions {
  /** Writes whole lines; a promise while the other side does not take them. */
  readonly send: Send;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onCall: CallHandler;
  readonly onNotification?: (method: string, params: unknown) => void;
  /** A line of the other side was no frame; it has been answered with an error frame. */
  readonly onRefused?: (error: OperationalError) => void;
  /** The other side reads again, after so many notifications were dropped. */
  readonly onLost?: (count: number) => void;
  /** The conversation ended, and how. Told once. */
  readonly onClosed?: (reason: OperationalError, end: PeerEnd) => void;
  /** With what calls are rejected when the peer ends by itself; `PEER_STUCK` or `GONE` unless told. */
  readonly endError?: (reason: string) => OperationalError;
  readonly limits?: PeerLimits;
}

/**
 * How a conversation ended: by `close`, because the other side calls but reads nothing, or because
 * its end of the transport is gone.
 */
export type PeerEnd = "closed" | "stuck" | "broken";

/** Bounds other than those of `limits.ts`; for tests and narrow links. */
export interface PeerLimits {
  readonly frameBytesMax?: number;
  readonly pendingOutMax?: number;
  readonly pendingInMax?: number;
  readonly outboxCharsMax?: number;
  readonly outboxCharsHardMax?: number;
}

/** One side of the wire. */
export interface Peer {
  /**
   * Calls a method of the other side. Rejects with its error, with `BUSY` when too much waits,
   * `TOO_LARGE` when the frame would be refused, `CanceledError("deadline")` after `timeoutMs`
   * (60 s unless told), the signal's reason, or the reason of the close. Ending early tells the
   * other side (`$cancel`).
   */
  request(
    method: string,
    params: unknown,
    signal: AbortSignal,
    options?: { readonly timeoutMs?: number },
  ): Promise<unknown>;
  /** Tells the other side something. The oldest are dropped when it does not read. */
  notify(method: string, params: unknown): void;
  /** Takes bytes of the other side. */
  feed(bytes: Uint8Array): void;
  /** Calls that wait for the other side. */
  readonly pending: number;
  /** Resolves when all that was said is written. */
  drained(): Promise<void>;
  /** Ends the conversation: calls of ours reject with `reason`, calls of theirs are aborted. */
  close(reason: OperationalError): void;
}

/** Makes a peer. Nothing is sent before the first call or notification. */
export function createPeer(options: PeerOptions): Peer {
  return new WirePeer(options);
}

class WirePeer implements Peer {
  readonly #options: PeerOptions;
  readonly #frameBytesMax: number;
  readonly #outbox: Outbox;
  readonly #outgoing: OutgoingCalls;
  readonly #incoming: IncomingCalls;
  readonly #reader: ReturnType<typeof createFrameReader>;
  #closed = false;
  #refusals = 0;

  constructor(options: PeerOptions) {
    const { clock, log, limits = {} } = options;
    this.#options = options;
    this.#frameBytesMax = limits.frameBytesMax ?? FRAME_BYTES_MAX;
    this.#outbox = new Outbox({
      send: options.send,
      charsMax: limits.outboxCharsMax,
      charsHardMax: limits.outboxCharsHardMax,
      onLost: (count) => options.onLost?.(count),
      onEnd: (end, reason) => this.#end(end, reason),
    });
    const pendingOutMax = limits.pendingOutMax ?? PENDING_OUT_MAX;
    const pendingInMax = limits.pendingInMax ?? PENDING_IN_MAX;
    const { onCall } = options;
    this.#outgoing = new OutgoingCalls(clock, this.#outbox, pendingOutMax, this.#frameBytesMax);
    this.#incoming = new IncomingCalls(
      this.#outbox,
      log,
      onCall,
      pendingInMax,
      this.#frameBytesMax,
    );
    this.#reader = createFrameReader({
      frameBytesMax: this.#frameBytesMax,
      onFrame: (frame) => this.#take(frame),
      onRefused: (error, head) => this.#refuse(error, head),
    });
  }

  get pending(): number {
    return this.#outgoing.size;
  }

  request(
    method: string,
    params: unknown,
    signal: AbortSignal,
    options: { readonly timeoutMs?: number } = {},
  ): Promise<unknown> {
    return this.#outgoing.request(method, params, signal, options.timeoutMs);
  }

  notify(method: string, params: unknown): void {
    const body = JSON.stringify(params) ?? "null";
    const line = `{"id":0,"method":${JSON.stringify(method)},"params":${body}}\n`;
    if (isTooLong(line, this.#frameBytesMax)) {
      this.#options.log.warn("wire.notification_too_long", { method, chars: line.length });
    } else this.#outbox.push(line, "notification");
  }

  feed(bytes: Uint8Array): void {
    if (!this.#closed) this.#reader.feed(bytes);
  }

  drained(): Promise<void> {
    return this.#outbox.drained();
  }

  close(reason: OperationalError): void {
    this.#close(reason, "closed");
  }

  #end(end: "stuck" | "broken", reason: string): void {
    const code = end === "stuck" ? "PEER_STUCK" : "GONE";
    const error =
      this.#options.endError?.(reason) ??
      new OperationalError(code, `the other side is gone: ${reason}`);
    this.#close(error, end);
  }

  #close(reason: OperationalError, end: PeerEnd): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#outbox.close();
    this.#incoming.close();
    this.#outgoing.close(reason);
    this.#options.onClosed?.(reason, end);
  }

  #take(frame: RawFrame): void {
    // One chunk may hold frames behind the one that closed the peer.
    if (this.#closed) return;
    const { id, method, params } = frame;
    if (typeof method === "string") {
      if (id === undefined || id === null || id === 0) this.#takeNotification(method, params);
      else if (isCallId(id)) this.#incoming.call(id, method, params);
      else this.#refuse(badFrame("the id of a call must be a positive integer"), undefined);
    } else if (isCallId(id)) {
      // A reply that nobody waits for belongs to a call that was given up; that is no error.
      this.#outgoing.settle(id, frame);
    } else if (frame["error"] !== undefined) {
      // Never answered, or two peers would go on refusing each other's refusals for ever.
      this.#takeRefusal(frame["error"]);
    } else this.#refuse(badFrame("a frame is neither a call nor a reply"), undefined);
  }

  /** Told at the first, second, fourth, … so that a side that refuses on and on fills no log. */
  #takeRefusal(error: unknown): void {
    this.#refusals += 1;
    if (Number.isInteger(Math.log2(this.#refusals))) {
      this.#options.log.warn("wire.refused_by_other_side", { error, count: this.#refusals });
    }
  }

  #takeNotification(method: string, params: unknown): void {
    if (method !== "$cancel") {
      try {
        this.#options.onNotification?.(method, params);
      } catch (error) {
        // Contained here: the frames behind this one are not to blame.
        this.#options.log.error("wire.notification_failed", { method, error });
      }
      return;
    }
    const id = typeof params === "object" && params !== null && "id" in params && params.id;
    if (isCallId(id)) this.#incoming.cancel(id);
  }

  #refuse(error: OperationalError, head: FrameHead | undefined): void {
    if (head?.kind === "reply") this.#outgoing.fail(head, error);
    // A reply that is too long gets no id: its number would name a call in the other direction.
    const id = head?.kind === "call" ? head.id : null;
    const line = `{"id":${id},"error":${JSON.stringify(toWireError(error))}}\n`;
    this.#outbox.push(line, "notification");
    this.#options.onRefused?.(error);
  }
}

function isCallId(id: unknown): id is number {
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0;
}

function badFrame(message: string): OperationalError {
  return new OperationalError("BAD_JSON", message, { hint: 'send {"id","method","params"}' });
}
