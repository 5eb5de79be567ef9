/** The deadlines of one try at one source: until its first event, and between events. */
import { type Clock, OperationalError, StallTimer } from "#base";
import { DRAIN_MS, FINISH_GRACE_MS } from "./limits.ts";
import type { SourceSettings } from "./source-settings.ts";

/** One try. Its signal aborts when the source is silent for too long. */
export class Attempt implements Disposable {
  readonly signal: AbortSignal;
  readonly #stall: StallTimer;
  readonly #idleMs: number;
  readonly #totalMs: number;
  #hasBegun = false;
  #isEnding = false;

  constructor(clock: Clock, settings: SourceSettings, outer: AbortSignal) {
    const controller = new AbortController();
    this.signal = AbortSignal.any([outer, controller.signal]);
    this.#idleMs = settings.idleTimeoutMs;
    this.#totalMs = settings.totalTimeoutMs;
    this.#stall = new StallTimer(clock, (limitMs) => {
      const what = this.#hasBegun ? "fell silent for" : "gave no first token within";
      controller.abort(new OperationalError("HTTP_TIMEOUT", `it ${what} ${limitMs} ms`));
    });
    this.#stall.allow(settings.firstTokenTimeoutMs);
  }

  /** Nothing will come before all of it does. */
  allowWhole(): void {
    this.#stall.allow(this.#totalMs);
  }

  /** An event came. Comments do not count: a queue may send them for ever. */
  heard(): void {
    if (this.#hasBegun) this.#stall.touch();
    else this.#stall.allow(this.#idleMs);
    this.#hasBegun = true;
  }

  /** The model is done; what may still follow has little time. */
  ending(): void {
    if (!this.#isEnding) this.#stall.allow(FINISH_GRACE_MS);
    this.#isEnding = true;
  }

  /** The server said that nothing follows; it need only hang up. */
  draining(): void {
    this.#stall.allow(DRAIN_MS);
  }

  /** Whoever reads the chunks takes time now, which is not the source's. */
  hold(): void {
    this.#stall.hold();
  }

  /** We wait for the source again. */
  resume(): void {
    this.#stall.resume();
  }

  [Symbol.dispose](): void {
    this.#stall[Symbol.dispose]();
  }
}
