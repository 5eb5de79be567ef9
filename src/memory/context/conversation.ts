/** One conversation's window in memory: its events in order, with what was computed about them. */
import { assert } from "#base";
import type { ContextEvent } from "#contract";
import type { EmbeddingVector } from "#kernel/state";
import type { ConversationKey, PlacedEvent } from "./records.ts";

/** An event in memory. */
export interface Entry extends PlacedEvent {
  readonly chars: number;
  /** Absent until somebody compares, and after the space has changed. */
  vector?: EmbeddingVector;
}

/** The events of one conversation, oldest first. */
export class Conversation {
  readonly key: ConversationKey;
  readonly #entries: Entry[];
  #chars = 0;
  #holders = 0;

  constructor(key: ConversationKey, events: readonly PlacedEvent[]) {
    this.key = key;
    this.#entries = events.map(entryOf);
    for (const { chars } of this.#entries) this.#chars += chars;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get chars(): number {
    return this.#chars;
  }

  /** Whether somebody works with it: it must not be read anew from the disk meanwhile. */
  get isHeld(): boolean {
    return this.#holders > 0;
  }

  /** Holds it in memory until the returned value is disposed. */
  hold(): Disposable {
    this.#holders += 1;
    return {
      [Symbol.dispose]: () => {
        this.#holders -= 1;
      },
    };
  }

  /** Adds an event that happened now: behind all others, even where the clock was set back. */
  addNewest(event: ContextEvent): Entry {
    const last = this.#entries.at(-1)?.ordinal ?? Number.NEGATIVE_INFINITY;
    return this.insert(entryOf({ event, ordinal: Math.max(event.at, last + 1) }));
  }

  /** Adds an event that happened earlier, at its time. */
  addEarlier(event: ContextEvent): Entry {
    return this.insert(entryOf({ event, ordinal: event.at }));
  }

  /** Puts an entry into its place, behind those with the same ordinal. */
  insert(entry: Entry): Entry {
    const at = this.#entries.findLastIndex((other) => other.ordinal <= entry.ordinal) + 1;
    this.#entries.splice(at, 0, entry);
    this.#chars += entry.chars;
    return entry;
  }

  remove(entry: Entry): void {
    const at = this.#entries.indexOf(entry);
    assert(at >= 0, "context: an event leaves its window twice");
    this.#entries.splice(at, 1);
    this.#chars -= entry.chars;
  }
}

function entryOf({ event, ordinal }: PlacedEvent): Entry {
  const results = event.toolResults.reduce((sum, { content }) => sum + content.length, 0);
  return { event, ordinal, chars: event.input.length + event.response.length + results };
}
