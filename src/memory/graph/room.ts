/** What every part of the graph works with: the store, new ids, and what the index is to be told. */
import { assert } from "#base";
import type { MemoryAuthor } from "#contract";
import { ID_TRIES_MAX } from "./limits.ts";
import type { GraphParts, SentenceRow } from "./types.ts";

const TABLE_OF = { e: "entities", r: "relations", s: "sentences", b: "blocks", u: "removals" };

/** One write: collects what the index and the media are told at its end, in the same transaction. */
export interface Write {
  readonly added: SentenceRow[];
  readonly removed: string[];
  /** Digests that lost a name. */
  readonly released: string[];
}

/** The parts of the graph with what all of its files share. */
export class Room {
  readonly parts: GraphParts;

  constructor(parts: GraphParts) {
    this.parts = parts;
  }

  /** An id that no row has. */
  newId(prefix: keyof typeof TABLE_OF): string {
    const { store, ids } = this.parts;
    const taken = `SELECT 1 FROM ${TABLE_OF[prefix]} WHERE id = ?`;
    for (let attempt = 1; attempt <= ID_TRIES_MAX; attempt += 1) {
      const id = ids.next(prefix);
      if (!store.get(taken, id)) return id;
    }
    assert(false, `no free id for ${TABLE_OF[prefix]}`);
  }

  /** Runs `work` in the next group; resolves when that is on disk. */
  async write<T>(work: (write: Write) => T): Promise<T> {
    const { store, sink, media } = this.parts;
    let result: { readonly value: T } | undefined;
    await store.grouped(() => {
      const write: Write = { added: [], removed: [], released: [] };
      result = { value: work(write) };
      if (write.removed.length > 0) sink?.removed(write.removed);
      if (write.added.length > 0) sink?.added(write.added);
      if (write.released.length > 0) media?.release(write.released);
    });
    assert(result, "a committed write has a result");
    return result.value;
  }

  /** What waits for its group counts as known. */
  flush(): void {
    this.parts.store.flush();
  }
}

/** Whether rows are the plugin's own: a plugin takes out what plugins told, and nothing else (F37). */
export function mayChange(author: MemoryAuthor, row: { readonly origin: string }): boolean {
  return author.origin !== "plugin" || row.origin === "plugin";
}
