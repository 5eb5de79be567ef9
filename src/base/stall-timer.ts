/** A deadline that moves on with every sign of life, at the cost of one clock reading each. */
import type { Clock } from "./clock.ts";

/** Calls back once when nothing was heard for too long. Dispose it when the work is over. */
export class StallTimer implements Disposable {
  readonly #clock: Clock;
  readonly #onStall: (limitMs: number) => void;
  #timer: Disposable | undefined;
  #limitMs = 0;
  #since = 0;
  #isHeld = false;

  constructor(clock: Clock, onStall: (limitMs: number) => void) {
    this.#clock = clock;
    this.#onStall = onStall;
  }

  /** From now on, and after each `touch`, at most `limitMs` may pass. */
  allow(limitMs: number): void {
    this.#limitMs = limitMs;
    this.touch();
    this.#schedule(limitMs);
  }

  /** Something was heard. */
  touch(): void {
    this.#since = this.#clock.monotonic();
  }

  /** We are the ones who take time now; the other side is not late until `resume`. */
  hold(): void {
    this.#isHeld = true;
  }

  /** We wait again. */
  resume(): void {
    this.#isHeld = false;
    this.touch();
  }

  /** The timer is set anew only when it fires, not with each touch: streams touch very often. */
  #schedule(delayMs: number): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = this.#clock.after(delayMs, () => {
      if (this.#isHeld) this.touch();
      const leftMs = this.#limitMs - (this.#clock.monotonic() - this.#since);
      if (leftMs > 0) this.#schedule(leftMs);
      else this.#onStall(this.#limitMs);
    });
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
  }
}
