/** How many requests of one source run at the same time; a few more may wait in line. */
import { ProviderError } from "./errors.ts";
import { WAITING_MAX } from "./limits.ts";

/** Places for requests. Dispose what `take` answers to give the place to the next in line. */
export class Slots {
  readonly #source: string;
  #free: number;
  readonly #line: ((place: Disposable) => void)[] = [];

  constructor(source: string, count: number) {
    this.#source = source;
    this.#free = count;
  }

  /** A place, waiting for one if need be. Throws `PROVIDER_BUSY` when the line is full. */
  async take(signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return this.#place();
    }
    if (this.#line.length >= WAITING_MAX) {
      throw new ProviderError("PROVIDER_BUSY", `${this.#source}: ${WAITING_MAX} requests wait`);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
    this.#line.push(resolve);
    const onAbort = () => {
      const position = this.#line.indexOf(resolve);
      if (position >= 0) this.#line.splice(position, 1);
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  #place(): Disposable {
    let isTaken = true;
    return {
      [Symbol.dispose]: () => {
        if (!isTaken) return;
        isTaken = false;
        const next = this.#line.shift();
        if (next) next(this.#place());
        else this.#free += 1;
      },
    };
  }
}
