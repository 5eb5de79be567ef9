/** Every table of the graph by its columns: what an export writes, an import checks, an undo restores. */
import { Type } from "typebox";
import { type Checker, checker, ORIGIN_CLASSES } from "#contract";
import type { MemoryRow } from "#kernel/state";

export type Row = MemoryRow["row"];

/** One table; rows are taken in in the order of `TABLES`, so that what they point to is there. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** Besides the key: what two rows cannot share. Whoever comes second is the first. */
  readonly unique: readonly string[];
  /** Columns that hold the id of another row. */
  readonly references: readonly string[];
  readonly check: Checker<ReturnType<typeof Type.Object>>;
}

const text = Type.String();
const integer = Type.Integer();
const orNull = (schema: typeof text | typeof integer) => Type.Union([schema, Type.Null()]);
const origin = Type.Enum([...ORIGIN_CLASSES]);
const flag = Type.Integer({ minimum: 0, maximum: 1 });
const status = Type.Enum(["active", "superseded", "deleted", "archived"]);

function table(
  name: string,
  columns: Parameters<typeof Type.Object>[0],
  rest: Partial<Pick<Table, "key" | "unique" | "references">> = {},
): Table {
  const { key = ["id"], unique = [], references = [] } = rest;
  const check = checker(Type.Object(columns, { additionalProperties: false }));
  return { name, columns: Object.keys(columns), key, unique, references, check };
}

const entities = table(
  "entities",
  {
    ...{ id: text, person: text, folded: text, name: text },
    ...{ types: text, mentions: integer, created_at: integer },
  },
  { unique: ["person", "folded"] },
);

const aliases = table(
  "entity_aliases",
  { person: text, folded: text, name: text, entity_id: text },
  { key: ["person", "folded"], references: ["entity_id"] },
);

const sentences = table(
  "sentences",
  {
    ...{ id: text, person: text, hash: text, text, speaker: orNull(text), at: integer },
    ...{ last_at: integer, channel: text, origin, guest: flag, conversation: text },
    ...{ position: integer, status: Type.Enum(["active", "deleted"]), mentions: integer },
  },
  { unique: ["person", "hash"] },
);

const relations = table(
  "relations",
  {
    ...{ id: text, person: text, subject_id: text, relation: text, relation_key: text },
    ...{ object_id: text, confidence: Type.Number({ minimum: 0, maximum: 1 }), status },
    ...{ valid_from: orNull(integer), valid_to: orNull(integer), said_at: integer },
    ...{ recorded_at: integer, superseded_by: orNull(text), sentence_id: orNull(text) },
    ...{ speaker: orNull(text), channel: text, origin, guest: flag, mentions: integer },
  },
  { references: ["subject_id", "object_id", "sentence_id", "superseded_by"] },
);

const blocks = table(
  "blocks",
  {
    ...{ id: text, person: text, modality: text, digest: text },
    ...{ at: integer, channel: text, origin },
  },
  { unique: ["person", "digest"] },
);

const edges = table(
  "block_edges",
  { block_id: text, kind: Type.Enum(["sentence", "relation", "entity"]), target_id: text },
  { key: ["block_id", "kind", "target_id"], references: ["block_id", "target_id"] },
);

const removals = table("removals", { id: text, person: text, at: integer, what: text });

const removedRows = table(
  "removed_rows",
  { removal_id: text, number: integer, source: text, row: text },
  { key: ["removal_id", "number"], references: ["removal_id"] },
);

export const TABLES: readonly Table[] = [
  ...[entities, aliases, sentences, relations, blocks, edges, removals, removedRows],
];

const byName = new Map(TABLES.map((item) => [item.name, item]));

export function tableNamed(name: string): Table | undefined {
  return byName.get(name);
}
