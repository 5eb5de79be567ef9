/** What a conversation was about: for pronouns, follow-up questions and answers to asking back. */
import type { Clock } from "#base";
import { CONVERSATION_MS, CONVERSATIONS_MAX } from "./limits.ts";
import type { Meaning } from "./meaning/types.ts";

/** A question that was asked back. */
export interface Pending {
  readonly meaning: Meaning;
  /** What was offered. */
  readonly offered: "devices" | "areas" | "timers";
  readonly ids: readonly string[];
}

/** What is remembered of one conversation. */
export interface Remembered {
  readonly devices: readonly string[];
  readonly meaning: Meaning | undefined;
  readonly pending: Pending | undefined;
}

const NOTHING: Remembered = { devices: [], meaning: undefined, pending: undefined };

/** Remembers conversations for five minutes each; bounded, the one silent for longest goes first. */
export class Conversations {
  readonly #clock: Clock;
  readonly #entries = new Map<string, { readonly at: number; readonly what: Remembered }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What is still remembered of a conversation. */
  recall(conversation: string | undefined): Remembered {
    const entry = conversation === undefined ? undefined : this.#entries.get(conversation);
    if (!entry || this.#clock.monotonic() - entry.at > CONVERSATION_MS) return NOTHING;
    return entry.what;
  }

  /** Replaces what is remembered of a conversation. */
  remember(conversation: string | undefined, what: Remembered): void {
    if (conversation === undefined) return;
    this.#entries.delete(conversation);
    this.#entries.set(conversation, { at: this.#clock.monotonic(), what });
    if (this.#entries.size > CONVERSATIONS_MAX) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
  }

  /** How many conversations are held. */
  get size(): number {
    return this.#entries.size;
  }
}
