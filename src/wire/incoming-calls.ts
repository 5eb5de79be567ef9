/** Calls of the other side that we work on: one reply each, abortable, bounded in number. */
import { CanceledError, codeOf, type Logger, messageOf, OperationalError } from "#base";
import type { Outbox } from "./outbox.ts";
import { isTooLong } from "./outgoing-calls.ts";
import { toWireError } from "./wire-error.ts";

/** Answers a call of the other side; what it throws becomes the error frame. */
export type CallHandler = (method: string, params: unknown, signal: AbortSignal) => unknown;

/** Calls that the other side waits for. */
export class IncomingCalls {
  readonly #outbox: Outbox;
  readonly #log: Logger;
  readonly #handler: CallHandler;
  readonly #runningMax: number;
  readonly #frameBytesMax: number;
  readonly #running = new Map<number, AbortController>();

  constructor(
    outbox: Outbox,
    log: Logger,
    handler: CallHandler,
    runningMax: number,
    frameBytesMax: number,
  ) {
    this.#outbox = outbox;
    this.#log = log;
    this.#handler = handler;
    this.#runningMax = runningMax;
    this.#frameBytesMax = frameBytesMax;
  }

  /** Runs a call and replies at its end. */
  call(id: number, method: string, params: unknown): void {
    if (this.#running.has(id)) {
      this.#replyError(id, new OperationalError("CONFLICT", `call ${id} is still running`));
      return;
    }
    if (this.#running.size >= this.#runningMax) {
      const hint = "wait for replies before calling again";
      this.#replyError(id, new OperationalError("BUSY", "too many calls at once", { hint }));
      return;
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result = this.#handler(method, params, controller.signal);
      if (!(result instanceof Promise)) this.#end(id, method, result);
      else {
        result.then(
          (value: unknown) => this.#end(id, method, value),
          (error: unknown) => this.#endWithError(id, method, error),
        );
      }
    } catch (error) {
      this.#endWithError(id, method, error);
    }
  }

  /** The other side no longer wants the reply. */
  cancel(id: number): void {
    this.#running.get(id)?.abort(new CanceledError("stopped"));
  }

  /** The other side is gone: handlers are told to end, their replies go nowhere. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort(new CanceledError("gone"));
    this.#running.clear();
  }

  #end(id: number, method: string, result: unknown): void {
    if (!this.#running.delete(id)) return;
    let line: string;
    try {
      line = `{"id":${id},"result":${JSON.stringify(result) ?? "null"}}\n`;
    } catch (error) {
      this.#fail(id, method, error);
      return;
    }
    if (isTooLong(line, this.#frameBytesMax)) {
      this.#replyError(id, new OperationalError("TOO_LARGE", `${method}: the reply is too long`));
    } else this.#outbox.push(line, "reply");
  }

  #endWithError(id: number, method: string, error: unknown): void {
    if (this.#running.delete(id)) this.#fail(id, method, error);
  }

  #fail(id: number, method: string, error: unknown): void {
    if (codeOf(error) === "INTERNAL") {
      this.#log.error("wire.handler_failed", { method, message: messageOf(error), error });
    }
    this.#replyError(id, error);
  }

  #replyError(id: number, error: unknown): void {
    this.#outbox.push(`{"id":${id},"error":${JSON.stringify(toWireError(error))}}\n`, "reply");
  }
}
