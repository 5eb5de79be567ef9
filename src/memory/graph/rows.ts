/** Puts whole rows in: from an export, or back from a removal. What is there already stays one row. */
import type { SqlValue } from "#platform/store";
import { indexedRelation, isIndexed, relationById } from "./relations.ts";
import type { Room, Write } from "./room.ts";
import { indexed, type KeptSentence } from "./sentences.ts";
import type { Row, Table } from "./tables.ts";

/** What to do with a row whose id is there: an import leaves it, an undo makes it what it was. */
export type Known = "keep" | "replace";

/** Ids that go by another name here, since what they mean was there already. */
export type Renamed = Map<string, string>;

/** Puts one row in; whether it is new, or now as it was. */
export function putRow(
  room: Room,
  write: Write,
  table: Table,
  given: Row,
  how: { readonly known: Known; readonly renamed: Renamed },
): boolean {
  const row = withNames(table, given, how.renamed);
  const same = find(room, table, table.key, row);
  const twin = twinOf(room, table, row);
  if (twin !== undefined && twin !== row["id"]) {
    how.renamed.set(String(given["id"]), twin);
    return false;
  }
  if (same && how.known === "keep") return false;
  if (same) replace(room, table, row);
  else insert(room, table, row);
  tellIndex(room, write, table, row);
  return true;
}

function withNames(table: Table, row: Row, renamed: Renamed): Row {
  if (renamed.size === 0 || table.references.length === 0) return row;
  const out: Record<string, Row[string]> = { ...row };
  for (const column of table.references) {
    const id = row[column];
    if (typeof id === "string") out[column] = renamed.get(id) ?? id;
  }
  return out;
}

/** The row that means the same under another id. */
function twinOf(room: Room, table: Table, row: Row): string | undefined {
  if (table.unique.length > 0) return find(room, table, table.unique, row)?.id;
  if (table.name !== "relations" || row["status"] !== "active") return undefined;
  return find(room, table, ["subject_id", "relation_key", "object_id", "status"], row)?.id;
}

function find(
  room: Room,
  table: Table,
  columns: readonly string[],
  row: Row,
): { readonly id: string | undefined } | undefined {
  const where = columns.map((column) => `${column} = ?`).join(" AND ");
  const what = table.columns.includes("id") ? "id" : "NULL AS id";
  const sql = `SELECT ${what} FROM ${table.name} WHERE ${where}`;
  return room.parts.store.get(sql, ...valuesOf(columns, row));
}

function insert(room: Room, table: Table, row: Row): void {
  const marks = table.columns.map(() => "?").join(", ");
  const sql = `INSERT INTO ${table.name} (${table.columns.join(", ")}) VALUES (${marks})`;
  room.parts.store.run(sql, ...valuesOf(table.columns, row));
}

function replace(room: Room, table: Table, row: Row): void {
  const set = table.columns.map((column) => `${column} = ?`).join(", ");
  const where = table.key.map((column) => `${column} = ?`).join(" AND ");
  const values = [...valuesOf(table.columns, row), ...valuesOf(table.key, row)];
  room.parts.store.run(`UPDATE ${table.name} SET ${set} WHERE ${where}`, ...values);
}

function valuesOf(columns: readonly string[], row: Row): SqlValue[] {
  return columns.map((column) => row[column] ?? null);
}

function tellIndex(room: Room, write: Write, table: Table, row: Row): void {
  if (table.name === "sentences" && row["status"] === "active") {
    write.added.push(indexed(row as unknown as KeptSentence));
  }
  if (table.name !== "relations") return;
  const relation = relationById(room, String(row["id"]));
  if (relation && isIndexed(relation)) write.added.push(indexedRelation(relation));
}
