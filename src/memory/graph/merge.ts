/** Joining two entities: what was told of one is then told of the other, and its names stay. */
import { type MemoryAuthor, problem } from "#contract";
import { addAlias, type EntityRow, findEntity, typesOf, withType } from "./entities.ts";
import { MERGE_MAX } from "./limits.ts";
import { differInNumbers, foldName, rivalKeys } from "./names.ts";
import {
  indexedRelation,
  isIndexed,
  type RelationRow,
  relationById,
  SELECT_RELATIONS,
} from "./relations.ts";
import { requireOwn, unknownEntity } from "./removal.ts";
import type { Room, Write } from "./room.ts";
import { ownersOf } from "./viewers.ts";

const OF_ENTITY = `${SELECT_RELATIONS} WHERE r.subject_id = ? OR r.object_id = ?
  ORDER BY r.said_at LIMIT ${MERGE_MAX + 1}`;
const ACTIVE = `SELECT id FROM relations WHERE subject_id = ? AND relation_key = ? AND object_id = ?
  AND status = 'active' AND id <> ?`;
const JOIN = `UPDATE relations SET mentions = mentions + ?, confidence = max(confidence, ?),
  said_at = max(said_at, ?), sentence_id = coalesce(sentence_id, ?) WHERE id = ?`;
const REDIRECT = `UPDATE relations SET subject_id = ?, object_id = ?, status = ?,
  superseded_by = coalesce(?, superseded_by) WHERE id = ?`;
const RENAME = "UPDATE entities SET folded = ?, name = ? WHERE id = ?";
const FREE_ALIAS = "DELETE FROM entity_aliases WHERE person = ? AND folded = ?";
const MOVE_ALIASES = "UPDATE entity_aliases SET entity_id = ? WHERE entity_id = ?";
const COUNT = "UPDATE entities SET mentions = mentions + ?, types = ? WHERE id = ?";
const MOVE_EDGES = `UPDATE OR IGNORE block_edges SET target_id = ?
  WHERE kind = 'entity' AND target_id = ?`;
const DROP_EDGES = "DELETE FROM block_edges WHERE kind = 'entity' AND target_id = ?";
const DROP = "DELETE FROM entities WHERE id = ?";
const OUTGOING = `${SELECT_RELATIONS} WHERE r.subject_id = ? AND r.status = 'active'
  AND r.valid_to IS NULL ORDER BY coalesce(r.valid_from, r.said_at) DESC, r.said_at DESC`;
const END = `UPDATE relations SET status = 'superseded', superseded_by = ?, valid_to = ? WHERE id = ?`;

/** Joins `source` into `target`; answers how many relations moved. */
export function mergeEntities(
  room: Room,
  write: Write,
  names: { readonly source: string; readonly target: string; readonly isConfirmed: boolean },
  author: MemoryAuthor,
): number {
  const { source, target, isConfirmed } = names;
  const owners = [...new Set(ownersOf(author.principal))];
  const pairs = owners.map((person) => ({
    from: findEntity(room, person, foldName(source)),
    to: findEntity(room, person, foldName(target)),
  }));
  if (!pairs.some(({ from }) => from)) throw unknownEntity(source);
  const known = pairs.find(({ to }) => to)?.to;
  if (!known) throw unknownEntity(target);
  const different = pairs.filter(({ from, to }) => from && from.id !== to?.id);
  if (different.length === 0) {
    throw problem("CONFLICT", `"${source}" and "${target}" are one entity already`);
  }
  for (const { from } of different) {
    if (!from || isConfirmed || !differInNumbers(from.name, known.name)) continue;
    throw problem("CONFLICT", `"${from.name}" and "${known.name}" differ in their numbers`, {
      hint: "confirm it where they really are the same",
    });
  }
  let moved = 0;
  for (const { from, to } of different) {
    if (from && to) moved += join(room, write, from, to, author);
    else if (from) moved += rename(room, write, from, known, author);
  }
  return moved;
}

function join(
  room: Room,
  write: Write,
  from: EntityRow,
  to: EntityRow,
  author: MemoryAuthor,
): number {
  const { store } = room.parts;
  const rows = relationsOf(room, from, author);
  for (const row of rows) redirect(room, write, row, from.id, to.id);
  store.run(MOVE_ALIASES, to.id, from.id);
  addAlias(room, to, { name: from.name, folded: from.folded });
  store.run(MOVE_EDGES, to.id, from.id);
  store.run(DROP_EDGES, from.id);
  const types = typesOf(from).reduce(withType, typesOf(to));
  store.run(COUNT, from.mentions, JSON.stringify(types), to.id);
  store.run(DROP, from.id);
  settleRivals(room, to.id);
  return rows.length;
}

/** One fact onto the other entity: joined with its twin there, kept as archived where it would point to itself. */
function redirect(room: Room, write: Write, row: RelationRow, from: string, to: string): void {
  const { store } = room.parts;
  const subject = row.subject_id === from ? to : row.subject_id;
  const object = row.object_id === from ? to : row.object_id;
  const twin =
    row.status === "active"
      ? store.get<{ id: string }>(ACTIVE, subject, row.relation_key, object, row.id)?.id
      : undefined;
  if (twin) store.run(JOIN, row.mentions, row.confidence, row.said_at, row.sentence_id, twin);
  const isGone = twin !== undefined || subject === object;
  store.run(REDIRECT, subject, object, isGone ? "archived" : row.status, twin ?? null, row.id);
  tell(room, write, row);
  if (!twin) return;
  // The twin may just have got a sentence, and so stands no longer for itself.
  const joined = relationById(room, twin);
  if (joined && joined.sentence_id !== null) write.removed.push(twin);
}

function rename(
  room: Room,
  write: Write,
  from: EntityRow,
  to: EntityRow,
  author: MemoryAuthor,
): number {
  const { store } = room.parts;
  const rows = relationsOf(room, from, author);
  store.run(FREE_ALIAS, from.person, to.folded);
  store.run(RENAME, to.folded, to.name, from.id);
  addAlias(room, { ...from, folded: to.folded }, { name: from.name, folded: from.folded });
  for (const row of rows) tell(room, write, row);
  return rows.length;
}

function relationsOf(room: Room, entity: EntityRow, author: MemoryAuthor): readonly RelationRow[] {
  const rows = room.parts.store.all<RelationRow>(OF_ENTITY, entity.id, entity.id);
  requireOwn(rows, author);
  if (rows.length <= MERGE_MAX) return rows;
  throw problem("TOO_LARGE", `"${entity.name}" has more than ${MERGE_MAX} relations`);
}

/** The words of a fact changed with a name in it. */
function tell(room: Room, write: Write, before: RelationRow): void {
  if (isIndexed(before)) write.removed.push(before.id);
  const now = relationById(room, before.id);
  if (now && isIndexed(now)) write.added.push(indexedRelation(now));
}

/** Joined, somebody may live in two places: what was said last holds, the other has ended. */
function settleRivals(room: Room, id: string): void {
  const { store } = room.parts;
  const standing = new Map<string, RelationRow>();
  for (const row of store.all<RelationRow>(OUTGOING, id)) {
    const group = rivalKeys(row.relation_key).join();
    if (group === "") continue;
    const newer = standing.get(group);
    if (newer) store.run(END, newer.id, newer.valid_from ?? newer.said_at, row.id);
    else standing.set(group, row);
  }
}
