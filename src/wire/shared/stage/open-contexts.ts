/** The contexts that handlers of this process have open: memory is unmapped when they are done (F44). */
import { type Clock, deadline } from "#base";
import { STAGE_CLOSE_WAIT_MS } from "../limits.ts";
import {
  createSharedContext,
  type SharedContextOptions,
  type SharedStageContext,
} from "./shared-context.ts";

const never = new AbortController().signal;

/** Counts what is open. */
export class OpenContexts {
  readonly #clock: Clock;
  #count = 0;
  #allEnded: PromiseWithResolvers<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Opens a context and counts it until it is disposed. */
  open(options: Omit<SharedContextOptions, "clock" | "onEnd">): SharedStageContext {
    this.#count += 1;
    const onEnd = () => {
      this.#count -= 1;
      if (this.#count === 0) this.#allEnded?.resolve();
    };
    return createSharedContext({ ...options, clock: this.#clock, onEnd });
  }

  /**
   * Waits until all are disposed, but not for ever: a handler that hangs meets an error when it goes
   * on, since the memory's views are emptied before it is unmapped.
   */
  async ended(): Promise<void> {
    if (this.#count === 0) return;
    this.#allEnded = Promise.withResolvers();
    using limit = deadline(this.#clock, STAGE_CLOSE_WAIT_MS, never);
    limit.signal.addEventListener("abort", () => this.#allEnded?.resolve(), { once: true });
    await this.#allEnded.promise;
  }
}
