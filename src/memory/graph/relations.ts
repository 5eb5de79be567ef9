/** Rows of facts: how they are read, told outside, and told to the search index. */
import type { MemoryRelation, OriginClass } from "#contract";
import type { Room } from "./room.ts";
import type { SentenceRow } from "./types.ts";
import { scopeOf } from "./viewers.ts";

/** A row of `relations`, with the names and the sentence that it points to. */
export interface RelationRow {
  readonly id: string;
  readonly person: string;
  readonly subject_id: string;
  readonly relation: string;
  readonly relation_key: string;
  readonly object_id: string;
  readonly confidence: number;
  readonly status: MemoryRelation["status"];
  readonly valid_from: number | null;
  readonly valid_to: number | null;
  readonly said_at: number;
  readonly recorded_at: number;
  readonly superseded_by: string | null;
  readonly sentence_id: string | null;
  readonly speaker: string | null;
  readonly channel: string;
  readonly origin: OriginClass;
  readonly guest: number;
  readonly mentions: number;
  readonly subject: string;
  readonly object: string;
  readonly sentence: string | null;
}

/** Every query over facts begins so; names come by primary key. */
export const SELECT_RELATIONS = `SELECT r.*, s.name AS subject, o.name AS object, t.text AS sentence
  FROM relations r JOIN entities s ON s.id = r.subject_id JOIN entities o ON o.id = r.object_id
  LEFT JOIN sentences t ON t.id = r.sentence_id`;

const BY_ID = `${SELECT_RELATIONS} WHERE r.id = ?`;
const BY_TRIPLE = `${SELECT_RELATIONS}
  WHERE r.subject_id = ? AND r.relation_key = ? AND r.object_id = ? ORDER BY r.said_at DESC`;

export function relationById(room: Room, id: string): RelationRow | undefined {
  return room.parts.store.get<RelationRow>(BY_ID, id);
}

/** Every row of one triple, whatever became of it, the newest first. */
export function rowsOfTriple(
  room: Room,
  subjectId: string,
  key: string,
  objectId: string,
): readonly RelationRow[] {
  return room.parts.store.all<RelationRow>(BY_TRIPLE, subjectId, key, objectId);
}

/** A fact as it is told outside. */
export function told(row: RelationRow): MemoryRelation {
  const { id, subject, relation, object, confidence, status, sentence, speaker } = row;
  return {
    ...{ id, subject, relation, object, confidence, status, sentence, speaker },
    validFrom: row.valid_from,
    validTo: row.valid_to,
    recordedAt: row.recorded_at,
    supersededBy: row.superseded_by,
    channel: row.channel,
    origin: row.origin,
    scope: scopeOf(row.person),
  };
}

/** A fact without a sentence of its own is found by its own three words. */
export function indexedRelation(row: RelationRow): SentenceRow {
  const { id, person, subject, relation, object, speaker, origin, channel } = row;
  return {
    ...{ id, person, speaker, origin, channel },
    text: `${subject} ${relation} ${object}`,
    at: row.said_at,
    scope: scopeOf(person),
    guest: row.guest === 1,
    conversation: "",
    position: 0,
  };
}

/** Whether the index holds a fact under its own id: while it stands, and no sentence tells it. */
export function isIndexed(row: Pick<RelationRow, "sentence_id" | "status">): boolean {
  return row.sentence_id === null && (row.status === "active" || row.status === "superseded");
}
