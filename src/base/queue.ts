/** A bounded first-in, first-out queue between one producer side and one consumer side. */
import { assert } from "./errors.ts";

/** What happens to a push when the queue is full. */
export type Overflow = "refuse" | "drop-oldest";

/** A queue with a maximum and a stated overflow policy. */
export class BoundedQueue<T> {
  readonly #items: T[] = [];
  readonly #depthMax: number;
  readonly #overflow: Overflow;
  #waiting: PromiseWithResolvers<T> | undefined;
  #lost = 0;

  constructor(depthMax: number, overflow: Overflow) {
    assert(depthMax > 0, "a queue needs room for one item");
    this.#depthMax = depthMax;
    this.#overflow = overflow;
  }

  get size(): number {
    return this.#items.length;
  }

  /** How many items were dropped since the last call; reading resets it. */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }

  /** Adds an item. False when the queue is full and its policy is to refuse. */
  push(item: T): boolean {
    if (this.#waiting) {
      this.#waiting.resolve(item);
      this.#waiting = undefined;
      return true;
    }
    if (this.#items.length >= this.#depthMax) {
      if (this.#overflow === "refuse") return false;
      this.#items.shift();
      this.#lost += 1;
    }
    this.#items.push(item);
    return true;
  }

  /** The oldest item at once, or undefined. */
  tryShift(): T | undefined {
    return this.#items.shift();
  }

  /** The oldest item, waiting for one if need be. At most one caller waits at a time. */
  async shift(signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    const item = this.#items.shift();
    if (item !== undefined) return item;
    assert(!this.#waiting, "a queue has one consumer");
    const waiting = Promise.withResolvers<T>();
    this.#waiting = waiting;
    const onAbort = () => {
      if (this.#waiting === waiting) this.#waiting = undefined;
      waiting.reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await waiting.promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }
}
