/** Times one try at one source, for whoever wants to hear of it. */
import { type Clock, codeOf, messageOf } from "#base";
import type { CompletionChunk } from "#contract";
import type { AttemptFailure, ModelAttempt } from "#kernel/state";

/** One try under way. Disposing it tells of a try that was called off; each is told once. */
export class AttemptWatch implements Disposable {
  readonly #clock: Clock;
  readonly #provider: string;
  readonly #tell: (attempt: ModelAttempt) => void;
  readonly #beganAtMs: number;
  #firstChunkMs: number | null = null;
  #usage: ModelAttempt["usage"] = null;
  #isAnswered = false;
  #isTold = false;

  constructor(clock: Clock, provider: string, tell: (attempt: ModelAttempt) => void) {
    this.#clock = clock;
    this.#provider = provider;
    this.#tell = tell;
    this.#beganAtMs = clock.monotonic();
  }

  /** A chunk came. */
  take(chunk: CompletionChunk): void {
    this.#firstChunkMs ??= this.#clock.monotonic() - this.#beganAtMs;
    if (chunk.kind !== "finish") return;
    this.#usage = chunk.usage;
    this.#isAnswered = true;
  }

  /** It failed, and this is done about it. */
  fail(error: unknown, remedy: Pick<AttemptFailure, "remedy" | "next">): void {
    this.#end("failed", { code: codeOf(error), reason: messageOf(error), ...remedy });
  }

  [Symbol.dispose](): void {
    this.#end(this.#isAnswered ? "answered" : "called_off");
  }

  #end(outcome: ModelAttempt["outcome"], failure?: AttemptFailure): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#tell({
      provider: this.#provider,
      beganAtMs: this.#beganAtMs,
      durationMs: this.#clock.monotonic() - this.#beganAtMs,
      firstChunkMs: this.#firstChunkMs,
      usage: this.#usage,
      outcome,
      ...(failure === undefined ? {} : { failure }),
    });
  }
}
