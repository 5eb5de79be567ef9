/** Taking out: by criteria, by name, by id. Everything that goes is noted before it goes. */
import { type MemoryAuthor, type Purge, problem } from "#contract";
import type { Removal } from "#kernel/state";
import { findEntity } from "./entities.ts";
import { expireRemovals, Journal } from "./journal.ts";
import { FORGET_MAX, PURGE_MAX } from "./limits.ts";
import { foldName, relationKey } from "./names.ts";
import { isIndexed, type RelationRow, relationById, SELECT_RELATIONS } from "./relations.ts";
import { mayChange, type Room, type Write } from "./room.ts";
import type { KeptSentence } from "./sentences.ts";
import { ownersOf } from "./viewers.ts";

/** Soft keeps the row, marked as deleted; hard takes it out. Both can be undone. */
export type RemovalMode = "soft" | "hard";

const MATCHING = `${SELECT_RELATIONS} WHERE r.person IN (?, ?)
  AND r.status IN (SELECT value FROM json_each(?))
  AND (? = '' OR instr(s.folded, ?) > 0) AND (? = '' OR r.relation_key = ?)
  AND (? = '' OR instr(o.folded, ?) > 0) AND (? OR r.origin = 'plugin')
  LIMIT ${PURGE_MAX}`;
const OF_ENTITY = `${SELECT_RELATIONS} WHERE r.subject_id = ? OR r.object_id = ?`;
const OF_SENTENCE = `${SELECT_RELATIONS} WHERE r.sentence_id = ?`;
const SENTENCE = "SELECT * FROM sentences WHERE id = ?";
const STILL_TOLD = `SELECT 1 FROM relations WHERE sentence_id = ?
  AND status IN ('active', 'superseded') LIMIT 1`;
const STILL_NAMED = "SELECT 1 FROM relations WHERE sentence_id = ? LIMIT 1";
const MARK_RELATION = "UPDATE relations SET status = 'deleted' WHERE id = ?";
const MARK_SENTENCE = "UPDATE sentences SET status = 'deleted' WHERE id = ?";
const IN_USE = "SELECT 1 FROM relations WHERE subject_id = ? OR object_id = ? LIMIT 1";
const EDGES = "kind = ? AND target_id = ?";
const LOOSE = "id = ? AND NOT EXISTS (SELECT 1 FROM block_edges WHERE block_id = blocks.id)";

/** One removal under way. */
export class Remover {
  readonly #room: Room;
  readonly #write: Write;
  readonly #author: MemoryAuthor;
  readonly #journal: Journal;
  #removed = 0;

  constructor(room: Room, write: Write, author: MemoryAuthor) {
    this.#room = room;
    this.#write = write;
    this.#author = author;
    this.#journal = new Journal(room);
  }

  /** Takes a fact out, and the sentence that told it where nothing else stands on that. */
  relation(row: RelationRow, mode: RemovalMode): void {
    const { store } = this.#room.parts;
    this.#removed += 1;
    if (isIndexed(row)) this.#write.removed.push(row.id);
    if (mode === "hard") {
      this.#edges("relation", row.id);
      this.#journal.take("relations", "id = ?", row.id);
    } else {
      this.#journal.note("relations", "id = ?", row.id);
      store.run(MARK_RELATION, row.id);
    }
    if (row.sentence_id === null || store.get(STILL_TOLD, row.sentence_id)) return;
    const sentence = store.get<KeptSentence>(SENTENCE, row.sentence_id);
    if (sentence) this.#sentence(sentence, mode);
  }

  /** Takes a sentence out with the facts that it told. */
  sentence(row: KeptSentence): void {
    for (const fact of this.#room.parts.store.all<RelationRow>(OF_SENTENCE, row.id)) {
      this.relation(fact, "hard");
      this.#orphans([fact]);
    }
    const left = this.#room.parts.store.get<KeptSentence>(SENTENCE, row.id);
    if (!left) return;
    this.#removed += 1;
    this.#sentence(left, "hard");
  }

  /** Takes facts out and then the entities that nothing names any more. */
  relations(rows: readonly RelationRow[], mode: RemovalMode): void {
    for (const row of rows) this.relation(row, mode);
    if (mode === "hard") this.#orphans(rows);
  }

  entity(id: string): void {
    this.#edges("entity", id);
    this.#journal.take("entity_aliases", "entity_id = ?", id);
    this.#journal.take("entities", "id = ?", id);
  }

  /** Ends the removal; what is too old to be undone goes on this occasion. */
  end(what: string): Removal {
    const result = this.#journal.keep(what, this.#removed, this.#author);
    expireRemovals(this.#room, this.#write);
    return result;
  }

  #sentence(row: KeptSentence, mode: RemovalMode): void {
    const { store } = this.#room.parts;
    if (row.status === "active") this.#write.removed.push(row.id);
    // A fact that is only marked as deleted still points to its sentence.
    if (mode === "hard" && !store.get(STILL_NAMED, row.id)) {
      this.#edges("sentence", row.id);
      this.#journal.take("sentences", "id = ?", row.id);
      return;
    }
    this.#journal.note("sentences", "id = ?", row.id);
    store.run(MARK_SENTENCE, row.id);
  }

  #orphans(rows: readonly RelationRow[]): void {
    const ids = new Set(rows.flatMap((row) => [row.subject_id, row.object_id]));
    for (const id of ids) {
      if (!this.#room.parts.store.get(IN_USE, id, id)) this.entity(id);
    }
  }

  /** Edges to what goes, and the blocks that then show nothing. */
  #edges(kind: string, target: string): void {
    const edges = this.#journal.take("block_edges", EDGES, kind, target);
    for (const edge of edges) {
      const gone = this.#journal.take("blocks", LOOSE, String(edge["block_id"]));
      this.#write.released.push(...gone.map(({ digest }) => String(digest)));
    }
  }
}

/** Takes out by criteria, of which there must be one. */
export function checkPurge(criteria: Purge): void {
  const { subject_contains, relation_type, target_contains } = criteria;
  const given = [subject_contains, relation_type, target_contains];
  if (given.some((text) => text !== undefined && foldName(text) !== "")) return;
  throw problem("INVALID_PARAMS", "a purge needs at least one criterion", {
    hint: "subject_contains, relation_type or target_contains",
  });
}

export function purge(room: Room, write: Write, criteria: Purge, author: MemoryAuthor): Removal {
  const {
    subject_contains = "",
    relation_type = "",
    target_contains = "",
    mode = "soft",
  } = criteria;
  const subject = foldName(subject_contains);
  const target = foldName(target_contains);
  const key = foldName(relation_type) === "" ? "" : relationKey(relation_type, "relation_type");
  const statuses =
    mode === "hard" ? ["active", "superseded", "deleted", "archived"] : ["active", "superseded"];
  const rows = room.parts.store.all<RelationRow>(
    MATCHING,
    ...ownersOf(author.principal),
    JSON.stringify(statuses),
    ...[subject, subject, key, key, target, target],
    author.origin === "plugin" ? 0 : 1,
  );
  const remover = new Remover(room, write, author);
  remover.relations(rows, mode);
  return remover.end("purge");
}

/** Takes an entity out with its relations, out of the author's own memory and the household's. */
export function deleteEntity(
  room: Room,
  write: Write,
  name: string,
  author: MemoryAuthor,
): Removal {
  const folded = foldName(name);
  const owners = [...new Set(ownersOf(author.principal))];
  const found = owners.flatMap((person) => findEntity(room, person, folded) ?? []);
  if (found.length === 0) throw unknownEntity(name);
  const remover = new Remover(room, write, author);
  for (const { id } of found) {
    const rows = room.parts.store.all<RelationRow>(OF_ENTITY, id, id);
    requireOwn(rows, author);
    remover.relations(rows, "hard");
    remover.entity(id);
  }
  return remover.end("delete_entity");
}

/** Takes out by id; what is not there, or not the author's, changes nothing. */
export function forget(
  room: Room,
  write: Write,
  ids: readonly string[],
  author: MemoryAuthor,
): Removal {
  if (ids.length > FORGET_MAX) {
    throw problem("INVALID_PARAMS", `ids: ${FORGET_MAX} at most in one call`);
  }
  const owners: readonly string[] = ownersOf(author.principal);
  const remover = new Remover(room, write, author);
  for (const id of new Set(ids)) {
    const row = relationById(room, id);
    if (row && owners.includes(row.person) && mayChange(author, row)) {
      remover.relations([row], "hard");
    }
    const sentence = room.parts.store.get<KeptSentence>(SENTENCE, id);
    if (sentence && owners.includes(sentence.person) && mayChange(author, sentence)) {
      remover.sentence(sentence);
    }
  }
  return remover.end("forget");
}

export function unknownEntity(name: string): Error {
  return problem("NOT_FOUND", `nothing is known of "${name.slice(0, 60)}"`, {
    hint: "names are compared without regard to case, width or script",
  });
}

/** A plugin changes what plugins told. Throws FORBIDDEN. */
export function requireOwn(rows: readonly RelationRow[], author: MemoryAuthor): void {
  if (rows.every((row) => mayChange(author, row))) return;
  throw problem("FORBIDDEN", "a plugin cannot change what people said", {
    hint: "somebody of the household can",
  });
}
