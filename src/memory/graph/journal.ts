/** What was taken out, row by row, so that it can be brought back: for 30 days, and within bounds. */
import { type MemoryAuthor, problem } from "#contract";
import type { Removal } from "#kernel/state";
import { UNDO_ENTRIES_MAX, UNDO_KEEP_MS, UNDO_ROWS_MAX } from "./limits.ts";
import type { Room, Write } from "./room.ts";
import { putRow, type Renamed } from "./rows.ts";
import { type Row, TABLES, type Table, tableNamed } from "./tables.ts";

const INSERT_REMOVAL = "INSERT INTO removals (id, person, at, what) VALUES (?, ?, ?, ?)";
const INSERT_ROW = "INSERT INTO removed_rows (removal_id, number, source, row) VALUES (?, ?, ?, ?)";
const OWN = "SELECT id FROM removals WHERE id = ? AND person = ?";
const ROWS = "SELECT source, row FROM removed_rows WHERE removal_id = ? ORDER BY number";
const DROP = "DELETE FROM removals WHERE id = ?";
const EXPIRED = `SELECT id FROM removals WHERE at < ? OR id IN
  (SELECT id FROM removals ORDER BY at DESC, id DESC LIMIT -1 OFFSET ${UNDO_ENTRIES_MAX})`;
const BLOCKS = "SELECT row FROM removed_rows WHERE removal_id = ? AND source = 'blocks'";
const NAMES = "SELECT 1 FROM removed_rows WHERE source = 'blocks' AND instr(row, ?) > 0 LIMIT 1";

/** Collects rows as they were before a removal changed them or took them out. */
export class Journal {
  readonly #room: Room;
  readonly #rows: { readonly source: string; readonly row: Row }[] = [];
  readonly #seen = new Set<string>();

  constructor(room: Room) {
    this.#room = room;
  }

  /** Notes every row that a condition names; a row counts as it first was. */
  note(table: string, where: string, ...params: string[]): readonly Row[] {
    const rows = this.#room.parts.store.all<Row>(
      `SELECT * FROM ${table} WHERE ${where}`,
      ...params,
    );
    const key = (tableNamed(table) as Table).key;
    for (const row of rows) {
      const mark = JSON.stringify([table, ...key.map((column) => row[column])]);
      if (this.#seen.has(mark)) continue;
      this.#seen.add(mark);
      this.#rows.push({ source: table, row });
    }
    if (this.#rows.length > UNDO_ROWS_MAX) {
      throw problem("TOO_LARGE", "this takes out more at once than could be brought back", {
        hint: "take it out in several steps",
      });
    }
    return rows;
  }

  /** Notes rows and deletes them. */
  take(table: string, where: string, ...params: string[]): readonly Row[] {
    const rows = this.note(table, where, ...params);
    if (rows.length > 0) {
      this.#room.parts.store.run(`DELETE FROM ${table} WHERE ${where}`, ...params);
    }
    return rows;
  }

  /** Keeps what was collected; answers how to bring it back. */
  keep(what: string, removed: number, author: MemoryAuthor): Removal {
    if (this.#rows.length === 0) return { removed, undo: null };
    const { store, clock } = this.#room.parts;
    const id = this.#room.newId("u");
    store.run(INSERT_REMOVAL, id, author.principal.personId, clock.now(), what);
    this.#rows.forEach(({ source, row }, number) => {
      store.run(INSERT_ROW, id, number, source, JSON.stringify(row));
    });
    return { removed, undo: id };
  }
}

/** Brings back what a removal took; what came into its place meanwhile stays. Throws NOT_FOUND. */
export function undoRemoval(room: Room, write: Write, id: string, author: MemoryAuthor): number {
  const { store } = room.parts;
  if (!store.get(OWN, id, author.principal.personId)) {
    throw problem("NOT_FOUND", "there is nothing to bring back under this id", {
      hint: "what was taken out can be brought back for 30 days, by whoever took it out",
    });
  }
  const kept = store
    .all<{ source: string; row: string }>(ROWS, id)
    .map(({ source, row }) => ({ source, row: JSON.parse(row) as Row }));
  const renamed: Renamed = new Map();
  let restored = 0;
  for (const table of TABLES) {
    for (const { source, row } of kept) {
      if (source !== table.name) continue;
      if (putRow(room, write, table, row, { known: "replace", renamed })) restored += 1;
    }
  }
  store.run(DROP, id);
  return restored;
}

/** Takes out what is too old, or too much, to be brought back; pictures that only it named may go. */
export function expireRemovals(room: Room, write: Write): void {
  const { store, clock } = room.parts;
  for (const { id } of store.all<{ id: string }>(EXPIRED, clock.now() - UNDO_KEEP_MS)) {
    for (const { row } of store.all<{ row: string }>(BLOCKS, id)) {
      write.released.push((JSON.parse(row) as { digest: string }).digest);
    }
    store.run(DROP, id);
  }
}

/** Whether a picture may still be brought back. */
export function journalNamesMedia(room: Room, digest: string): boolean {
  return room.parts.store.get(NAMES, digest) !== undefined;
}
