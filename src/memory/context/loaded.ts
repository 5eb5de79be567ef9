/** The conversations in memory: those used last, read from the table when asked for. */
import { Conversation } from "./conversation.ts";
import { CONVERSATIONS_MAX, LOADED_CHARS_MAX, LOADED_CONVERSATIONS_MAX } from "./limits.ts";
import type { ContextRecords, ConversationKey } from "./records.ts";

/** Bounded by their number and their characters; one that is written to or pruned stays. */
export class LoadedConversations {
  readonly #records: ContextRecords;
  /** Called for conversations that have to go, for there are too many. */
  readonly #onSurplus: (conversation: Conversation) => void;
  /** In order of use: the first was used longest ago. */
  readonly #loaded = new Map<string, Conversation>();

  constructor(records: ContextRecords, onSurplus: (conversation: Conversation) => void) {
    this.#records = records;
    this.#onSurplus = onSurplus;
  }

  /** The conversation, empty if there was none yet. */
  open(key: ConversationKey): Conversation {
    const conversation = this.#take(key);
    if (conversation.entries.length === 0 && !conversation.isHeld) this.#makeRoom();
    this.#unload(conversation);
    return conversation;
  }

  #take(key: ConversationKey): Conversation {
    const name = JSON.stringify([key.channel, key.personId]);
    const conversation = this.#loaded.get(name) ?? new Conversation(key, this.#records.load(key));
    this.#loaded.delete(name);
    this.#loaded.set(name, conversation);
    return conversation;
  }

  /** A new conversation begins: those silent for longest end where there are too many. */
  #makeRoom(): void {
    const known = this.#records.conversations();
    for (const key of known.slice(0, Math.max(0, known.length + 1 - CONVERSATIONS_MAX))) {
      this.#onSurplus(this.#take(key));
    }
  }

  #unload(current: Conversation): void {
    let chars = 0;
    for (const conversation of this.#loaded.values()) chars += conversation.chars;
    for (const [name, conversation] of this.#loaded) {
      if (this.#loaded.size <= LOADED_CONVERSATIONS_MAX && chars <= LOADED_CHARS_MAX) return;
      if (conversation === current || conversation.isHeld) continue;
      this.#loaded.delete(name);
      chars -= conversation.chars;
    }
  }
}
