/** Rows of the windows: what is read back after a start and written as things happen. */
import type { Logger } from "#base";
import { type ContextEvent, readContextEvent } from "#contract";
import type { Store } from "#platform/store";

/** Names a conversation. */
export interface ConversationKey {
  readonly personId: string;
  readonly channel: string;
}

/** An event with its place in the conversation. */
export interface PlacedEvent {
  readonly event: ContextEvent;
  readonly ordinal: number;
}

interface Row {
  readonly id: string;
  readonly ordinal: number;
  readonly event: string;
}
interface ConversationRow {
  readonly person_id: string;
  readonly channel: string;
}

const INSERT = `INSERT INTO context_events (id, person_id, channel, ordinal, at, event)
  VALUES (?, ?, ?, ?, ?, ?)`;
const DELETE = "DELETE FROM context_events WHERE id = ?";
const SELECT = `SELECT id, ordinal, event FROM context_events
  WHERE person_id = ? AND channel = ? ORDER BY ordinal, rowid`;
const CONVERSATIONS = `SELECT person_id, channel FROM context_events
  GROUP BY person_id, channel ORDER BY max(ordinal)`;

const CONTAINS = "SELECT 1 FROM context_events WHERE instr(event, ?) > 0 LIMIT 1";

/** Reading and writing the table. */
export class ContextRecords {
  readonly #store: Store;
  readonly #log: Logger;

  constructor(store: Store, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  /** The events of a conversation in their order. */
  load({ personId, channel }: ConversationKey): PlacedEvent[] {
    return this.#store.all<Row>(SELECT, personId, channel).flatMap(({ id, ordinal, event }) => {
      try {
        return [{ event: readContextEvent(event), ordinal }];
      } catch (error) {
        // Left where it is, for whoever rescues it; the rest of the conversation lives.
        this.#log.error("context.row_unreadable", { id, error });
        return [];
      }
    });
  }

  /** All conversations, the one silent for longest first. */
  conversations(): ConversationKey[] {
    return this.#store
      .all<ConversationRow>(CONVERSATIONS)
      .map((row) => ({ personId: row.person_id, channel: row.channel }));
  }

  /** Whether any event contains a text, in whatever field. */
  contain(text: string): boolean {
    return this.#store.get(CONTAINS, text) !== undefined;
  }

  /** To be called inside a group or transaction. */
  insert({ event, ordinal }: PlacedEvent, json: string): void {
    const { id, personId, channel, at } = event;
    this.#store.run(INSERT, id, personId, channel, ordinal, at, json);
  }

  /** To be called inside a group or transaction. False when it is not there (any more). */
  remove(id: string): boolean {
    return this.#store.run(DELETE, id).changes > 0;
  }
}
