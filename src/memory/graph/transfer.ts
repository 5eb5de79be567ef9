/** The graph as rows, one a line: out in a fixed order, and in again exactly as they were. */
import { Type } from "typebox";
import { OperationalError } from "#base";
import { checker, problem } from "#contract";
import type { MemoryRow } from "#kernel/state";
import { EXPORT_PAGE, IMPORT_ROWS_MAX } from "./limits.ts";
import { indexedRelation, type RelationRow, SELECT_RELATIONS } from "./relations.ts";
import type { Room, Write } from "./room.ts";
import { putRow, type Renamed } from "./rows.ts";
import { indexed, type KeptSentence } from "./sentences.ts";
import { type Row, TABLES, type Table, tableNamed } from "./tables.ts";
import type { SentenceRow } from "./types.ts";

const line = checker(
  Type.Object(
    { table: Type.String(), row: Type.Object({}, { additionalProperties: true }) },
    { additionalProperties: false },
  ),
);

/** Every row, table by table, by key; read in pages, so that nothing is held at length. */
export function* exportRows(room: Room): Iterable<MemoryRow> {
  for (const table of TABLES) {
    for (const row of rowsOf<Row>(room, table)) yield { table: table.name, row };
  }
}

function* rowsOf<R extends Row>(room: Room, table: Table): Iterable<R> {
  const keys = table.key.join(", ");
  const marks = table.key.map(() => "?").join(", ");
  const columns = table.columns.join(", ");
  const first = `SELECT ${columns} FROM ${table.name} ORDER BY ${keys} LIMIT ${EXPORT_PAGE}`;
  const after = `SELECT ${columns} FROM ${table.name} WHERE (${keys}) > (${marks})
    ORDER BY ${keys} LIMIT ${EXPORT_PAGE}`;
  let page = room.parts.store.all<R>(first);
  while (page.length > 0) {
    yield* page;
    const last = page.at(-1) as R;
    if (page.length < EXPORT_PAGE) return;
    page = room.parts.store.all<R>(after, ...table.key.map((column) => last[column] ?? null));
  }
}

/** Takes rows in. Rows come as `exportRows` gives them: what they point to before them. */
export function importRows(
  room: Room,
  write: Write,
  rows: Iterable<unknown>,
): { readonly added: number; readonly known: number } {
  const renamed: Renamed = new Map();
  let added = 0;
  let number = 0;
  for (const given of rows) {
    number += 1;
    if (number > IMPORT_ROWS_MAX) throw problem("TOO_LARGE", `more than ${IMPORT_ROWS_MAX} rows`);
    const { table, row } = checkRow(given, number);
    try {
      if (putRow(room, write, table, row, { known: "keep", renamed })) added += 1;
    } catch (cause) {
      if (cause instanceof OperationalError) throw cause;
      throw problem("INVALID_PARAMS", `row ${number} (${table.name}) points to what is not there`, {
        cause,
      });
    }
  }
  return { added, known: number - added };
}

function checkRow(given: unknown, number: number): { readonly table: Table; readonly row: Row } {
  const { table: name, row } = line.require(given, `row ${number}`);
  const table = tableNamed(name);
  if (!table) throw problem("INVALID_PARAMS", `row ${number}: there is no table "${name}"`);
  return { table, row: table.check.require(row, `row ${number} (${name})`) as Row };
}

/** Every text that the index has to hold. */
export function* sentenceRows(room: Room): Iterable<SentenceRow> {
  const sentences = tableNamed("sentences") as Table;
  for (const row of rowsOf<Row>(room, sentences)) {
    const sentence = row as unknown as KeptSentence;
    if (sentence.status === "active") yield indexed(sentence);
  }
  const sql = `${SELECT_RELATIONS} WHERE r.id > ? AND r.sentence_id IS NULL
    AND r.status IN ('active', 'superseded') ORDER BY r.id LIMIT ${EXPORT_PAGE}`;
  let last = "";
  for (;;) {
    const page = room.parts.store.all<RelationRow>(sql, last);
    if (page.length === 0) return;
    yield* page.map(indexedRelation);
    last = page.at(-1)?.id ?? "";
  }
}
