/** Putting one fact in another's place: only while the old one is what the author thinks it is (F33). */
import { type CommitResult, type MemoryAuthor, problem, type Triple } from "#contract";
import { type CheckedTriple, commitTriples } from "./commit.ts";
import { findEntity } from "./entities.ts";
import { foldName, relationKey } from "./names.ts";
import { isIndexed, type RelationRow, rowsOfTriple, SELECT_RELATIONS } from "./relations.ts";
import { requireOwn } from "./removal.ts";
import type { Room, Write } from "./room.ts";
import type { KeptSentence } from "./sentences.ts";
import { ownersOf, scopeOf } from "./viewers.ts";

const ARCHIVE = "UPDATE relations SET status = 'archived' WHERE id = ?";
const SUCCESSOR = "UPDATE relations SET superseded_by = ? WHERE id = ?";
const STILL_TOLD = `SELECT 1 FROM relations WHERE sentence_id = ?
  AND status IN ('active', 'superseded') LIMIT 1`;
const SENTENCE = "SELECT * FROM sentences WHERE id = ?";
const RETIRE = "UPDATE sentences SET status = 'deleted' WHERE id = ?";
const NOW = `${SELECT_RELATIONS} WHERE r.subject_id = ? AND r.relation_key = ? AND r.status = 'active'
  ORDER BY r.said_at DESC LIMIT 1`;

/** The fact that is meant, in the author's own memory or else the household's. */
export function requireFact(room: Room, before: Triple, author: MemoryAuthor): RelationRow {
  const key = relationKey(before.relation);
  let changed: string | undefined;
  for (const person of new Set(ownersOf(author.principal))) {
    if (before.scope !== undefined && before.scope !== scopeOf(person)) continue;
    const subject = findEntity(room, person, foldName(before.subject));
    const object = findEntity(room, person, foldName(before.object));
    if (!subject || !object) continue;
    const rows = rowsOfTriple(room, subject.id, key, object.id);
    const active = rows.find(({ status }) => status === "active");
    if (active) {
      requireOwn([active], author);
      return active;
    }
    if (rows.length === 0) continue;
    const now = room.parts.store.get<RelationRow>(NOW, subject.id, key)?.object;
    changed = now === undefined ? "it was taken out" : `it is "${now}" now`;
  }
  const what = `"${before.subject} ${before.relation} ${before.object}"`;
  if (changed === undefined) throw problem("NOT_FOUND", `${what} is not remembered`);
  throw problem("CONFLICT", `${what} changed meanwhile: ${changed}`, {
    hint: "look at it again, then change what is there now",
  });
}

/**
 * Writes `after` in the place of `before`. A correction says that the old fact never was so: it is
 * archived, and its sentence is found no more. The new one stands where the old one stood.
 */
export function editFact(
  room: Room,
  write: Write,
  old: RelationRow,
  after: CheckedTriple,
  author: MemoryAuthor,
): CommitResult {
  const { store } = room.parts;
  store.run(ARCHIVE, old.id);
  const result = commitTriples(room, write, [after], author);
  const [id = null] = result.ids;
  store.run(SUCCESSOR, id, old.id);
  if (isIndexed(old)) write.removed.push(old.id);
  if (old.sentence_id !== null && !store.get(STILL_TOLD, old.sentence_id)) {
    const sentence = store.get<KeptSentence>(SENTENCE, old.sentence_id);
    if (sentence?.status === "active") write.removed.push(sentence.id);
    store.run(RETIRE, old.sentence_id);
  }
  return { ...result, superseded: result.superseded + 1 };
}
