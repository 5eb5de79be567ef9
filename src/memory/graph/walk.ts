/** Reading the graph outwards from names: breadth first, over what the viewer may see, within bounds. */
import type { MemoryEntity, MemoryRelation, Principal } from "#contract";
import type { Neighborhood } from "#kernel/state";
import { aliasesOf, type EntityRow, findEntity, typesOf } from "./entities.ts";
import {
  DEPTH_MAX,
  NEWEST_RELATIONS_MAX,
  WALK_DEGREE_MAX,
  WALK_ENTITIES_MAX,
  WALK_RELATIONS_MAX,
} from "./limits.ts";
import { foldName } from "./names.ts";
import { type RelationRow, SELECT_RELATIONS, told } from "./relations.ts";
import type { Room } from "./room.ts";
import { ownersOf } from "./viewers.ts";

const AROUND = `${SELECT_RELATIONS} WHERE r.status = 'active' AND (r.subject_id = ? OR r.object_id = ?)
  ORDER BY r.said_at DESC LIMIT ${WALK_DEGREE_MAX}`;
const NEWEST = `${SELECT_RELATIONS} WHERE r.status = 'active' AND r.person = ?
  ORDER BY r.said_at DESC LIMIT ${NEWEST_RELATIONS_MAX}`;
const BY_ID = "SELECT * FROM entities WHERE id = ?";
const OF_TYPE = `SELECT * FROM entities
  WHERE person = ? AND EXISTS (SELECT 1 FROM json_each(entities.types) WHERE value = ?)
  ORDER BY mentions DESC, folded LIMIT ?`;
const TOP = "SELECT * FROM entities WHERE person = ? ORDER BY mentions DESC, folded LIMIT ?";

/** Entities and the active facts between them, from `seeds` outwards. */
export function walk(
  room: Room,
  viewer: Principal,
  seeds: readonly string[],
  depth: number,
): Neighborhood {
  const owners = [...new Set(ownersOf(viewer))];
  const rowsNamed = (folded: string) =>
    owners.flatMap((person) => findEntity(room, person, folded) ?? []);
  if (seeds.length === 0) return newest(room, owners);

  const reached = new Map<string, readonly EntityRow[]>();
  const facts = new Map<string, RelationRow>();
  let frontier = [...new Set(seeds.map(foldName))].flatMap((folded) => {
    const [first] = rowsNamed(folded);
    return first ? [first.folded] : [];
  });
  const steps = Math.max(0, Math.min(depth, DEPTH_MAX));
  for (let step = 0; frontier.length > 0 && step <= steps; step += 1) {
    const next: string[] = [];
    for (const folded of frontier) {
      if (reached.has(folded) || reached.size >= WALK_ENTITIES_MAX) continue;
      const rows = rowsNamed(folded);
      reached.set(folded, rows);
      if (step < steps) next.push(...around(room, rows, facts));
    }
    frontier = next;
  }
  return {
    entities: [...reached.values()].map((rows) => entityView(room, rows)),
    relations: [...facts.values()].map(told),
  };
}

/** Collects the facts around an entity; answers the folded names on their other ends. */
function around(
  room: Room,
  rows: readonly EntityRow[],
  facts: Map<string, RelationRow>,
): readonly string[] {
  const { store } = room.parts;
  const names: string[] = [];
  for (const { id } of rows) {
    for (const fact of store.all<RelationRow>(AROUND, id, id)) {
      if (facts.size >= WALK_RELATIONS_MAX) return names;
      facts.set(fact.id, fact);
      const other = fact.subject_id === id ? fact.object_id : fact.subject_id;
      const entity = store.get<EntityRow>(BY_ID, other);
      if (entity) names.push(entity.folded);
    }
  }
  return names;
}

function newest(room: Room, owners: readonly string[]): Neighborhood {
  const facts = owners.flatMap((person) => room.parts.store.all<RelationRow>(NEWEST, person));
  facts.sort((left, right) => right.said_at - left.said_at);
  return {
    entities: topEntities(room, owners, WALK_ENTITIES_MAX),
    relations: facts.slice(0, NEWEST_RELATIONS_MAX).map(told),
  };
}

/** The entities that are named most often, those of one name taken together. */
export function topEntities(
  room: Room,
  owners: readonly string[],
  count: number,
): readonly MemoryEntity[] {
  const found = owners.flatMap((person) => room.parts.store.all<EntityRow>(TOP, person, count));
  const names = new Set(found.map(({ folded }) => folded));
  return [...names]
    .map((folded) =>
      entityView(
        room,
        owners.flatMap((person) => findEntity(room, person, folded) ?? []),
      ),
    )
    .sort((left, right) => right.mentions - left.mentions || (left.name < right.name ? -1 : 1))
    .slice(0, count);
}

/** Entities of a type that the viewer sees, those named most often first. */
export function entitiesOf(
  room: Room,
  viewer: Principal,
  type: string,
  max: number,
): readonly MemoryEntity[] {
  const owners = [...new Set(ownersOf(viewer))];
  const found = owners.flatMap((person) =>
    room.parts.store.all<EntityRow>(OF_TYPE, person, type, max),
  );
  const byName = Map.groupBy(found, ({ folded }) => folded);
  return [...byName.values()]
    .map((rows) => entityView(room, rows))
    .sort((left, right) => right.mentions - left.mentions || (left.name < right.name ? -1 : 1))
    .slice(0, max);
}

/** One entity as it is told outside: the viewer's own and the household's of one name are one. */
export function entityView(room: Room, rows: readonly EntityRow[]): MemoryEntity {
  const [first] = rows;
  return {
    id: first?.id ?? "",
    name: first?.name ?? "",
    types: [...new Set(rows.flatMap(typesOf))],
    aliases: [...new Set(rows.flatMap(({ id }) => aliasesOf(room, id)))],
    mentions: rows.reduce((sum, { mentions }) => sum + mentions, 0),
  };
}

/** What held of a name at a moment. A fact without a beginning counts as having always held. */
export function relationsAt(
  room: Room,
  viewer: Principal,
  name: string,
  atMs: number,
  max: number,
): readonly MemoryRelation[] {
  const sql = `${SELECT_RELATIONS} WHERE (r.subject_id = ? OR r.object_id = ?)
    AND r.status IN ('active', 'superseded')
    AND (r.valid_from IS NULL OR r.valid_from <= ?) AND (r.valid_to IS NULL OR r.valid_to > ?)
    ORDER BY r.said_at DESC LIMIT ?`;
  const folded = foldName(name);
  return [...new Set(ownersOf(viewer))]
    .flatMap((person) => findEntity(room, person, folded) ?? [])
    .flatMap(({ id }) => room.parts.store.all<RelationRow>(sql, id, id, atMs, atMs, max))
    .slice(0, max)
    .map(told);
}
