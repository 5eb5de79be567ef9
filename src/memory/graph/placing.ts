/** Where a new fact goes among those that are known: a repeat, a successor, or a piece of the past. */
import type { MemoryAuthor } from "#contract";
import { rivalKeys } from "./names.ts";
import type { Period } from "./period.ts";
import {
  indexedRelation,
  isIndexed,
  type RelationRow,
  relationById,
  rowsOfTriple,
  SELECT_RELATIONS,
} from "./relations.ts";
import type { Room, Write } from "./room.ts";
import { trustOf } from "./viewers.ts";

/** A fact on its way in; its entities and its sentence are there already. */
export interface Fact {
  readonly person: string;
  readonly subjectId: string;
  readonly relation: string;
  readonly key: string;
  readonly objectId: string;
  readonly confidence: number;
  readonly period: Period;
  readonly saidAt: number;
  readonly sentenceId: string | null;
  readonly speaker: string | null;
  readonly author: MemoryAuthor;
}

/** What became of a fact. */
export interface Placed {
  readonly id: string;
  readonly isNew: boolean;
  readonly superseded: number;
}

const INSERT = `INSERT INTO relations (id, person, subject_id, relation, relation_key, object_id,
    confidence, status, valid_from, valid_to, said_at, recorded_at, superseded_by, sentence_id,
    speaker, channel, origin, guest, mentions)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`;
const REFRESH = `UPDATE relations SET mentions = mentions + 1, confidence = max(confidence, ?),
  valid_from = coalesce(?, valid_from), valid_to = coalesce(?, valid_to),
  said_at = max(said_at, ?), sentence_id = coalesce(?, sentence_id) WHERE id = ?`;
const SUPERSEDE = `UPDATE relations SET status = 'superseded', superseded_by = ?,
  valid_to = coalesce(valid_to, ?) WHERE id = ?`;
const RIVALS = `${SELECT_RELATIONS} WHERE r.subject_id = ? AND r.object_id <> ? AND r.status = 'active'
  AND r.relation_key IN (SELECT value FROM json_each(?)) ORDER BY r.said_at DESC`;

/** Puts a fact in its place. Nothing is erased: what no longer holds keeps its end and its successor. */
export function place(room: Room, write: Write, fact: Fact): Placed {
  const rows = rowsOfTriple(room, fact.subjectId, fact.key, fact.objectId);
  const active = rows.find(({ status }) => status === "active");
  if (active && overlap(active, fact)) return refresh(room, write, active, fact);

  const rivals = rivalsOf(room, fact);
  const newer = rivals.find((rival) => isNewer(rival, fact));
  const isPast = newer !== undefined || hasEnded(fact);
  if (isPast) {
    const known = rows.find((row) => row.status === "superseded" && overlap(row, fact));
    if (known) return refresh(room, write, known, fact);
    const to = fact.period.to ?? (newer ? startOf(newer) : null);
    const period = { from: fact.period.from, to };
    const status = newer || active ? "superseded" : "active";
    return insert(room, write, { ...fact, period }, status, newer?.id ?? null);
  }

  const ended = active ? [active, ...rivals] : rivals;
  const id = room.newId("r");
  const start = fact.period.from ?? fact.saidAt;
  for (const row of ended) room.parts.store.run(SUPERSEDE, id, endOf(row, start), row.id);
  // What takes another's place begins, as far as anybody knows, where that one ends.
  const from = fact.period.from ?? (ended.length > 0 ? fact.saidAt : null);
  const placed = insert(
    room,
    write,
    { ...fact, period: { ...fact.period, from } },
    "active",
    null,
    id,
  );
  return { ...placed, superseded: ended.length };
}

/** Facts that can't hold beside this one. One that has ended is no rival, nor is one trusted more. */
function rivalsOf(room: Room, fact: Fact): readonly RelationRow[] {
  const keys = rivalKeys(fact.key);
  if (keys.length === 0) return [];
  const start = fact.period.from ?? fact.saidAt;
  const trust = trustOf(fact.author.origin);
  return room.parts.store
    .all<RelationRow>(RIVALS, fact.subjectId, fact.objectId, JSON.stringify(keys))
    .filter((row) => row.valid_to === null || row.valid_to > start)
    .filter((row) => trustOf(row.origin) <= trust);
}

/** Of two dated facts the one that began later holds; else the one that was said later. */
function isNewer(row: RelationRow, { period, saidAt }: Fact): boolean {
  if (row.valid_from !== null && period.from !== null && row.valid_from !== period.from) {
    return row.valid_from > period.from;
  }
  return row.said_at > saidAt;
}

function hasEnded({ period, saidAt }: Fact): boolean {
  return period.to !== null && period.to <= saidAt;
}

function startOf(row: RelationRow): number {
  return row.valid_from ?? row.said_at;
}

/** A fact never ends before it began, whatever is told later. */
function endOf(row: RelationRow, start: number): number {
  return row.valid_from === null ? start : Math.max(start, row.valid_from);
}

/** Whether a row tells of the same time as the fact; an open fact without a beginning means now. */
function overlap(row: RelationRow, { period, saidAt }: Fact): boolean {
  const from = period.from ?? (period.to === null ? saidAt : Number.NEGATIVE_INFINITY);
  const to = period.to ?? Number.POSITIVE_INFINITY;
  return (
    from < (row.valid_to ?? Number.POSITIVE_INFINITY) &&
    (row.valid_from ?? Number.NEGATIVE_INFINITY) < to
  );
}

function refresh(room: Room, write: Write, row: RelationRow, fact: Fact): Placed {
  const { confidence, period, saidAt, sentenceId } = fact;
  const { from, to } = period;
  room.parts.store.run(REFRESH, confidence, from, to, saidAt, sentenceId, row.id);
  if (isIndexed(row) && sentenceId !== null) write.removed.push(row.id);
  return { id: row.id, isNew: false, superseded: 0 };
}

function insert(
  room: Room,
  write: Write,
  fact: Fact,
  status: "active" | "superseded",
  supersededBy: string | null,
  id = room.newId("r"),
): Placed {
  const { store, clock } = room.parts;
  const { person, subjectId, relation, key, objectId, confidence, period, saidAt } = fact;
  const { sentenceId, speaker, author } = fact;
  const guest = author.principal.role === "guest" ? 1 : 0;
  store.run(
    INSERT,
    ...[id, person, subjectId, relation, key, objectId, confidence, status],
    ...[period.from, period.to, saidAt, clock.now(), supersededBy, sentenceId],
    ...[speaker, author.channel, author.origin, guest],
  );
  const row = relationById(room, id);
  if (row && isIndexed(row)) write.added.push(indexedRelation(row));
  return { id, isNew: true, superseded: 0 };
}
