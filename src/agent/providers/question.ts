/** One question on its way through the sources: it may get shorter, where a window is full (F08). */
import { type Clock, codeOf } from "#base";
import type { CompletionRequest } from "#contract";
import type { ModelsRequest } from "#kernel/state";
import { AttemptWatch } from "./attempt-watch.ts";
import { ROOM_MADE_MAX } from "./limits.ts";
import type { Standing } from "./standing.ts";

/** What is asked, and what whoever asks can do about a full window. */
export class Question {
  readonly #makeRoom: ModelsRequest["makeRoom"];
  readonly #onAttempt: ModelsRequest["onAttempt"];
  #asked: CompletionRequest;
  #roomMade = 0;
  #overflow: unknown;

  constructor({ makeRoom, onAttempt, ...asked }: ModelsRequest) {
    this.#makeRoom = makeRoom;
    this.#onAttempt = onAttempt;
    this.#asked = asked;
  }

  /** As short as it had to become. */
  get asked(): CompletionRequest {
    return this.#asked;
  }

  /** Why a source's window could not be made room in; undefined where none had to be. */
  get overflow(): unknown {
    return this.#overflow;
  }

  /**
   * Other sources may have larger windows. The last resort knows nothing of the conversation: its
   * answer would only hide that this one has outgrown the models.
   */
  mayGoTo(standing: Standing): boolean {
    return this.#overflow === undefined || standing.rests;
  }

  /** Names the first of these that may be asked; null where there is none. */
  nextOf(later: readonly Standing[]): string | null {
    return later.find((standing) => this.mayGoTo(standing))?.provider.name ?? null;
  }

  /** Whether the failure is a full window, and something can be done about it. */
  canMakeRoom(error: unknown): boolean {
    const isFull = codeOf(error) === "PROVIDER_CONTEXT";
    return isFull && this.#makeRoom !== undefined && this.#overflow === undefined;
  }

  /** Shortens what is asked after this failure; false where that cannot be done any more. */
  async makeRoom(failure: unknown, signal: AbortSignal): Promise<boolean> {
    try {
      if (!this.#makeRoom || this.#roomMade >= ROOM_MADE_MAX) throw failure;
      this.#roomMade += 1;
      this.#asked = await this.#makeRoom(signal);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      this.#overflow = error;
      return false;
    }
  }

  /** Watches a try, where somebody wants to hear of it. */
  watch(clock: Clock, provider: string): AttemptWatch | undefined {
    return this.#onAttempt && new AttemptWatch(clock, provider, this.#onAttempt);
  }
}
