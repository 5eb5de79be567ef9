/** Our calls to the other side: each ends once, by reply, deadline, cancellation or close. */
import { CanceledError, type Clock, OperationalError } from "#base";
import type { FrameHead, RawFrame } from "./frame-reader.ts";
import { CALL_TIMEOUT_MS } from "./limits.ts";
import type { Outbox } from "./outbox.ts";
import { fromWireError } from "./wire-error.ts";

interface PendingCall {
  readonly deadlineAt: number;
  readonly timeoutMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal;
  readonly onAbort: () => void;
}

/** Calls that wait for the other side. */
export class OutgoingCalls {
  readonly #clock: Clock;
  readonly #outbox: Outbox;
  readonly #pendingMax: number;
  readonly #frameBytesMax: number;
  readonly #pending = new Map<number, PendingCall>();
  #nextId = 1;
  #closed: OperationalError | undefined;
  #timer: Disposable | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, outbox: Outbox, pendingMax: number, frameBytesMax: number) {
    this.#clock = clock;
    this.#outbox = outbox;
    this.#pendingMax = pendingMax;
    this.#frameBytesMax = frameBytesMax;
  }

  get size(): number {
    return this.#pending.size;
  }

  /** Sends a call and waits for its end. */
  request(
    method: string,
    params: unknown,
    signal: AbortSignal,
    timeoutMs: number = CALL_TIMEOUT_MS,
  ): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#pending.size >= this.#pendingMax) return Promise.reject(busy(method));
    const id = this.#nextId;
    this.#nextId += 1;
    const body = JSON.stringify(params) ?? "null";
    const line = `{"id":${id},"method":${JSON.stringify(method)},"params":${body}}\n`;
    if (isTooLong(line, this.#frameBytesMax)) return Promise.reject(tooLong(method));
    if (!this.#outbox.push(line, "call")) return Promise.reject(this.#closed ?? busy(method));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onAbort = () => this.#giveUp(id, signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    const deadlineAt = this.#clock.monotonic() + timeoutMs;
    this.#pending.set(id, { deadlineAt, timeoutMs, resolve, reject, signal, onAbort });
    if (deadlineAt < this.#timerAt) this.#armTimer(deadlineAt, timeoutMs);
    return promise;
  }

  /** Takes a reply. False when nobody waits for it (any more). */
  settle(id: number, frame: RawFrame): boolean {
    const call = this.#take(id);
    if (!call) return false;
    if (frame["error"] === undefined) call.resolve(frame["result"]);
    else call.reject(fromWireError(frame["error"]));
    return true;
  }

  /** A reply was refused at the border, so it will not come. */
  fail(head: FrameHead, error: OperationalError): void {
    this.#take(head.id)?.reject(error);
  }

  /** Rejects all, and every later call. */
  close(reason: OperationalError): void {
    this.#closed = reason;
    this.#timer?.[Symbol.dispose]();
    for (const id of [...this.#pending.keys()]) this.#take(id)?.reject(reason);
  }

  #take(id: number): PendingCall | undefined {
    const call = this.#pending.get(id);
    if (!call) return undefined;
    this.#pending.delete(id);
    call.signal.removeEventListener("abort", call.onAbort);
    return call;
  }

  #giveUp(id: number, reason: unknown): void {
    const call = this.#take(id);
    if (!call) return;
    this.#outbox.push(`{"id":0,"method":"$cancel","params":{"id":${id}}}\n`, "notification");
    call.reject(reason);
  }

  /** One timer for all: a timer a call would cost more than the call. */
  #armTimer(deadlineAt: number, delayMs: number): void {
    this.#timer?.[Symbol.dispose]();
    this.#timerAt = deadlineAt;
    this.#timer = this.#clock.after(delayMs, () => this.#sweep());
  }

  #sweep(): void {
    const now = this.#clock.monotonic();
    let next = Number.POSITIVE_INFINITY;
    this.#timerAt = next;
    for (const [id, call] of this.#pending) {
      if (call.deadlineAt > now) next = Math.min(next, call.deadlineAt);
      else {
        const message = `no answer within ${call.timeoutMs} ms`;
        this.#giveUp(id, new CanceledError("deadline", message));
      }
    }
    if (next < this.#timerAt) this.#armTimer(next, next - now);
  }
}

/** Whether a line (with its newline) is a frame that the other side would refuse. */
export function isTooLong(line: string, bytesMax: number): boolean {
  // A UTF-16 unit is at most three bytes of UTF-8, so short lines need no exact count.
  return line.length * 3 > bytesMax && Buffer.byteLength(line) - 1 > bytesMax;
}

function busy(method: string): OperationalError {
  return new OperationalError("BUSY", `${method}: too many calls wait for the other side`, {
    hint: "wait for replies before calling again",
  });
}

function tooLong(method: string): OperationalError {
  return new OperationalError("TOO_LARGE", `${method}: the frame would be too long`, {
    hint: "send less at once; media go by the arena",
  });
}
