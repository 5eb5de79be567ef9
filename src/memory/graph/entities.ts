/** Entities: found by name or alias, made when first named, counted whenever named. */
import { ALIASES_MAX, TYPES_MAX } from "./limits.ts";
import type { Name } from "./names.ts";
import type { Room } from "./room.ts";

/** A row of `entities`. */
export interface EntityRow {
  readonly id: string;
  readonly person: string;
  readonly folded: string;
  readonly name: string;
  /** JSON: a list of texts. */
  readonly types: string;
  readonly mentions: number;
  readonly created_at: number;
}

const BY_NAME = "SELECT * FROM entities WHERE person = ? AND folded = ?";
const BY_ALIAS = `SELECT entities.* FROM entity_aliases JOIN entities ON entities.id = entity_id
  WHERE entity_aliases.person = ? AND entity_aliases.folded = ?`;
const INSERT = `INSERT INTO entities (id, person, folded, name, types, mentions, created_at)
  VALUES (?, ?, ?, ?, ?, 1, ?)`;
const MENTION = "UPDATE entities SET mentions = mentions + 1, types = ? WHERE id = ?";
const ALIAS = `INSERT INTO entity_aliases (person, folded, name, entity_id) VALUES (?, ?, ?, ?)
  ON CONFLICT (person, folded) DO UPDATE SET entity_id = excluded.entity_id`;
const ALIASES = "SELECT name FROM entity_aliases WHERE entity_id = ? ORDER BY folded";

/** The entity of one owner under a name or an alias. */
export function findEntity(room: Room, person: string, folded: string): EntityRow | undefined {
  const { store } = room.parts;
  return (
    store.get<EntityRow>(BY_NAME, person, folded) ?? store.get<EntityRow>(BY_ALIAS, person, folded)
  );
}

/** The entity under a name, made where there is none; counts the mention. */
export function mention(room: Room, person: string, name: Name, type: string | undefined): string {
  const { store, clock } = room.parts;
  const known = findEntity(room, person, name.folded);
  const types = withType(known ? typesOf(known) : [], type);
  if (known) {
    store.run(MENTION, JSON.stringify(types), known.id);
    return known.id;
  }
  const id = room.newId("e");
  store.run(INSERT, id, person, name.folded, name.name, JSON.stringify(types), clock.now());
  return id;
}

export function typesOf(row: Pick<EntityRow, "types">): readonly string[] {
  return JSON.parse(row.types) as string[];
}

/** The types with one more, as far as there is room. */
export function withType(types: readonly string[], type: string | undefined): readonly string[] {
  if (type === undefined || types.includes(type) || types.length >= TYPES_MAX) return types;
  return [...types, type];
}

export function aliasesOf(room: Room, id: string): readonly string[] {
  return room.parts.store.all<{ name: string }>(ALIASES, id).map(({ name }) => name);
}

/** Another name for an entity. What is above the bound is left out: the entity has enough names. */
export function addAlias(room: Room, entity: EntityRow, name: Name): void {
  if (name.folded === entity.folded) return;
  if (aliasesOf(room, entity.id).length >= ALIASES_MAX) return;
  room.parts.store.run(ALIAS, entity.person, name.folded, name.name, entity.id);
}
