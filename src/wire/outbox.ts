/** Lines on their way out: gathered within a tick, bounded while the other side does not read. */
import { messageOf } from "#base";
import { BATCH_CHARS_MAX, OUTBOX_CHARS_HARD_MAX, OUTBOX_CHARS_MAX } from "./limits.ts";
import { createWaitingLines } from "./waiting-lines.ts";

/**
 * Writes whole lines. Answers a promise while the other side does not take them; until that
 * resolves nothing more is written.
 */
export type Send = (text: string) => Promise<unknown> | undefined;

/** What a line is, which decides what happens to it when the other side does not read. */
export type LineKind = "call" | "reply" | "notification";

export interface OutboxOptions {
  readonly send: Send;
  readonly charsMax?: number | undefined;
  readonly charsHardMax?: number | undefined;
  /** The other side reads again; so many notifications were dropped meanwhile. */
  readonly onLost: (count: number) => void;
  /** The other side sends calls but reads no reply, or the transport broke. Told once. */
  readonly onEnd: (end: "stuck" | "broken", reason: string) => void;
}

/** The way out of a peer. While the other side reads, a line waits no longer than the running tick. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #charsMax: number;
  readonly #charsHardMax: number;
  readonly #waiting = createWaitingLines();
  #batch = "";
  #scheduled = false;
  #blocked = false;
  #closed = false;
  #lost = 0;
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#charsMax = options.charsMax ?? OUTBOX_CHARS_MAX;
    this.#charsHardMax = options.charsHardMax ?? OUTBOX_CHARS_HARD_MAX;
  }

  /**
   * Adds a line (with its newline). When too much waits: a call is refused (false), the oldest
   * notification is dropped and counted, a reply is kept up to the hard bound.
   */
  push(line: string, kind: LineKind): boolean {
    if (this.#closed) return false;
    if (this.#blocked) return this.#pushWaiting(line, kind);
    this.#batch += line;
    if (this.#batch.length > BATCH_CHARS_MAX) this.#flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      queueMicrotask(this.#flush);
    }
    return true;
  }

  /** Resolves when nothing waits any more, or when it is closed. */
  drained(): Promise<void> {
    if (this.#closed || (!this.#blocked && this.#batch === "")) return Promise.resolve();
    this.#drained ??= Promise.withResolvers();
    return this.#drained.promise;
  }

  /** Drops what waits; nothing is written any more. */
  close(): void {
    this.#closed = true;
    this.#batch = "";
    this.#waiting.clear();
    this.#settle();
  }

  #pushWaiting(line: string, kind: LineKind): boolean {
    const waiting = this.#waiting;
    const fits = () => waiting.chars + line.length <= this.#charsMax;
    if (kind === "call" && !fits()) return false;
    if (kind === "notification") {
      while (!fits() && waiting.dropOldest()) this.#lost += 1;
      if (!fits()) {
        this.#lost += 1;
        return true;
      }
    }
    waiting.push(line, kind === "notification");
    if (waiting.chars > this.#charsHardMax) this.#end("stuck", "it does not read its replies");
    return !this.#closed;
  }

  readonly #flush = () => {
    this.#scheduled = false;
    if (this.#blocked || this.#closed) return;
    const text = this.#batch;
    this.#batch = "";
    if (text !== "") this.#write(text);
    if (!this.#blocked) this.#settle();
  };

  #write(text: string): void {
    try {
      const taken = this.#options.send(text);
      if (!taken) return;
      this.#blocked = true;
      taken.then(this.#goOn, (error: unknown) => this.#end("broken", messageOf(error)));
    } catch (error) {
      this.#end("broken", messageOf(error));
    }
  }

  /** The other side took what was written. */
  readonly #goOn = () => {
    this.#blocked = false;
    while (!this.#blocked && !this.#closed && this.#waiting.chars > 0) {
      this.#write(this.#waiting.takeUpTo(BATCH_CHARS_MAX));
    }
    this.#flush();
  };

  /** Nothing waits any more. */
  #settle(): void {
    this.#drained?.resolve();
    this.#drained = undefined;
    if (this.#lost === 0 || this.#closed) return;
    const count = this.#lost;
    this.#lost = 0;
    this.#options.onLost(count);
  }

  #end(end: "stuck" | "broken", reason: string): void {
    if (this.#closed) return;
    this.close();
    this.#options.onEnd(end, reason);
  }
}
