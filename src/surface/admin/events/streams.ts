/** All open streams: bounded in number, kept alive, and closed when their token ends. */
import type { Clock } from "#base";
import { RetryLater } from "../http/problems.ts";
import {
  EVENT_BACKLOG_BYTES,
  EVENT_STREAMS_MAX,
  HEARTBEAT_MS,
  REPLY_BACKLOG_BYTES,
  REPLY_STREAMS_MAX,
  RETRY_AFTER_BUSY_S,
} from "../limits.ts";
import { openSseStream, type SseStream } from "./sse.ts";

/** `events` follows the hub for as long as it likes; `reply` carries one answer of the agent. */
export type StreamKind = "events" | "reply";

const KINDS = {
  events: { max: EVENT_STREAMS_MAX, backlogBytes: EVENT_BACKLOG_BYTES, reportsLost: true },
  reply: { max: REPLY_STREAMS_MAX, backlogBytes: REPLY_BACKLOG_BYTES, reportsLost: false },
} as const;

/** The open streams by caller. */
export class Streams implements Disposable {
  readonly #clock: Clock;
  readonly #open = new Map<SseStream, { readonly kind: StreamKind; readonly caller: string }>();
  #heartbeat: Disposable | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many streams of a kind are open. */
  count(kind: StreamKind): number {
    let count = 0;
    for (const entry of this.#open.values()) if (entry.kind === kind) count += 1;
    return count;
  }

  /** Opens a stream, or throws `BUSY`. `onClose` hears of its end. */
  open(kind: StreamKind, caller: string, onClose: () => void = () => undefined): SseStream {
    const { max, backlogBytes, reportsLost } = KINDS[kind];
    if (this.count(kind) >= max) {
      throw new RetryLater("BUSY", `${max} streams are open already`, RETRY_AFTER_BUSY_S, {
        hint: "close one, or wait",
      });
    }
    const stream = openSseStream({
      backlogBytes,
      reportsLost,
      onClose: () => {
        this.#open.delete(stream);
        onClose();
      },
    });
    this.#open.set(stream, { kind, caller });
    this.#heartbeat ??= this.#clock.every(HEARTBEAT_MS, () => this.#beat());
    return stream;
  }

  /** Ends all streams of a token or session that is no longer valid. */
  closeCaller(caller: string): void {
    for (const [stream, entry] of [...this.#open]) {
      if (entry.caller === caller) stream[Symbol.dispose]();
    }
  }

  [Symbol.dispose](): void {
    this.#heartbeat?.[Symbol.dispose]();
    for (const stream of [...this.#open.keys()]) stream[Symbol.dispose]();
  }

  #beat(): void {
    for (const stream of this.#open.keys()) stream.heartbeat();
  }
}
