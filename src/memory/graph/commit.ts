/** Taking facts and sentences in: everything is checked before anything is written. */
import {
  type CommitResult,
  type MemoryAuthor,
  problem,
  type Triple,
  triple as tripleChecker,
} from "#contract";
import type { SentenceDraft } from "#kernel/state";
import { normalizeText } from "#platform/text";
import { checkDigests, showMedia } from "./blocks.ts";
import { mention } from "./entities.ts";
import { SENTENCES_MAX, TRIPLES_MAX } from "./limits.ts";
import { entityName, type Name, objectName, relationKey } from "./names.ts";
import { type Period, periodOf } from "./period.ts";
import { type Placed, place } from "./placing.ts";
import type { Room, Write } from "./room.ts";
import { checkSentence, conversationOf, keepSentence } from "./sentences.ts";
import { ownerOf } from "./viewers.ts";

/** A triple that may be written. */
export interface CheckedTriple {
  readonly triple: Triple;
  readonly person: string;
  readonly subject: Name;
  readonly relation: string;
  readonly key: string;
  readonly object: Name;
  readonly period: Period;
}

/** Checks one triple. Throws INVALID_PARAMS, naming the field. */
export function checkTriple(
  room: Room,
  given: Triple,
  author: MemoryAuthor,
  field: string,
): CheckedTriple {
  const triple = tripleChecker.require(given, field);
  const subject = entityName(triple.subject, `${field}.subject`);
  const object = objectName(triple.object, `${field}.object`);
  if (subject.folded === object.folded) {
    throw problem("INVALID_PARAMS", `${field}: "${subject.name}" stands in a relation to itself`);
  }
  if (triple.sentence_text !== undefined) {
    checkSentence(triple.sentence_text, `${field}.sentence_text`);
  }
  checkDigests(room, triple.media_digests ?? [], `${field}.media_digests`);
  return {
    ...{ triple, subject, object },
    person: ownerOf(author, triple.scope),
    relation: normalizeText(triple.relation),
    key: relationKey(triple.relation, `${field}.relation`),
    period: periodOf(triple, room.parts.timeZone(), field),
  };
}

/** Throws FORBIDDEN for what the web says: that is never a fact by itself (F37). */
export function requireSpeaker(author: MemoryAuthor): void {
  if (author.origin !== "web") return;
  throw problem("FORBIDDEN", "what a web page says does not become a fact by itself", {
    hint: "somebody of the household has to say it",
  });
}

/** Checks a whole commit. Throws INVALID_PARAMS, and FORBIDDEN for what the web says (F37). */
export function checkCommit(
  room: Room,
  triples: readonly Triple[],
  author: MemoryAuthor,
): readonly CheckedTriple[] {
  requireSpeaker(author);
  if (triples.length === 0 || triples.length > TRIPLES_MAX) {
    throw problem("INVALID_PARAMS", `triples: 1 to ${TRIPLES_MAX}, there are ${triples.length}`);
  }
  return triples.map((triple, index) => checkTriple(room, triple, author, `triples/${index}`));
}

/** Writes checked triples. */
export function commitTriples(
  room: Room,
  write: Write,
  checked: readonly CheckedTriple[],
  author: MemoryAuthor,
): CommitResult {
  const placed = checked.map((item) => commitOne(room, write, item, author));
  return {
    added: placed.filter(({ isNew }) => isNew).length,
    refreshed: placed.filter(({ isNew }) => !isNew).length,
    superseded: placed.reduce((sum, { superseded }) => sum + superseded, 0),
    ids: placed.map(({ id }) => id),
  };
}

function commitOne(room: Room, write: Write, item: CheckedTriple, author: MemoryAuthor): Placed {
  const { triple, person, subject, object, relation, key, period } = item;
  const saidAt = author.at ?? room.parts.clock.now();
  const subjectId = mention(room, person, subject, triple.subject_type);
  const objectId = mention(room, person, object, triple.object_type);
  if (subjectId === objectId) {
    throw problem(
      "INVALID_PARAMS",
      `"${subject.name}" and "${object.name}" are names of one thing`,
    );
  }
  const speaker = speakerOf(author);
  const sentenceId =
    triple.sentence_text === undefined
      ? null
      : keepSentence(room, write, {
          ...{ text: triple.sentence_text, person, author, at: saidAt, speaker },
          conversation: conversationOf(author),
        });
  const placed = place(room, write, {
    ...{ person, subjectId, relation, key, objectId, period, saidAt, sentenceId, speaker, author },
    // Models leave it at 0 when they mean nothing by it.
    confidence: triple.confidence || 1,
  });
  showMedia(room, triple.media_digests ?? [], { person, author, at: saidAt }, [
    ["relation", placed.id],
    ["entity", subjectId],
    ...(sentenceId === null ? [] : [["sentence", sentenceId] as const]),
  ]);
  return placed;
}

/** Checks sentences. Throws INVALID_PARAMS. */
export function checkSentences(
  room: Room,
  sentences: readonly SentenceDraft[],
  author: MemoryAuthor,
): readonly (SentenceDraft & { readonly person: string })[] {
  if (sentences.length > SENTENCES_MAX) {
    throw problem("INVALID_PARAMS", `sentences: ${SENTENCES_MAX} at most in one call`);
  }
  return sentences.map((draft, index) => {
    checkSentence(draft.text, `sentences/${index}`);
    checkDigests(room, draft.mediaDigests ?? [], `sentences/${index}.mediaDigests`);
    return { ...draft, person: ownerOf(author, draft.scope) };
  });
}

/** Writes checked sentences; answers their ids in order. */
export function rememberSentences(
  room: Room,
  write: Write,
  sentences: readonly (SentenceDraft & { readonly person: string })[],
  author: MemoryAuthor,
): readonly string[] {
  const now = room.parts.clock.now();
  return sentences.map((draft) => {
    const { text, person } = draft;
    const at = draft.at ?? author.at ?? now;
    const id = keepSentence(room, write, {
      ...{ text, person, author, at },
      speaker: draft.speaker ?? speakerOf(author),
      conversation: draft.conversation ?? conversationOf(author),
    });
    showMedia(room, draft.mediaDigests ?? [], { person, author, at }, [["sentence", id]]);
    return id;
  });
}

/** Who said it. What a plugin or a page brings was said by nobody. */
function speakerOf({ speaker, origin, principal }: MemoryAuthor): string | null {
  if (speaker !== undefined) return speaker;
  return origin === "plugin" || origin === "web" ? null : principal.name;
}
