/** Owns promises that nobody awaits at once, so that none floats and stopping waits for all. */
import { CanceledError, type CancelReason, isCanceled } from "./errors.ts";

/** A group of running tasks. Disposing aborts their signal and waits for them. */
export class TaskGroup implements AsyncDisposable {
  readonly #running = new Set<Promise<void>>();
  readonly #controller = new AbortController();
  readonly #onError: (error: unknown) => void;

  /** `onError` hears of every task that failed; a cancellation is no failure. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Aborts when the group stops. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** How many tasks have not ended yet. */
  get size(): number {
    return this.#running.size;
  }

  /** Starts `task` and keeps it until it ends. */
  run(task: (signal: AbortSignal) => Promise<unknown>): void {
    const running: Promise<void> = Promise.resolve()
      .then(() => task(this.signal))
      .then(
        () => undefined,
        (error: unknown) => {
          if (!isCanceled(error)) this.#onError(error);
        },
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Aborts the signal; tasks go on until they notice. */
  cancel(reason: CancelReason): void {
    this.#controller.abort(new CanceledError(reason));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cancel("shutdown");
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
