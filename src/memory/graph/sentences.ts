/** Sentences as they were said: each text once for each owner, counted when it is said again (F31). */
import { createHash } from "node:crypto";
import type { MemoryAuthor, OriginClass } from "#contract";
import { problem } from "#contract";
import { normalizeText } from "#platform/text";
import { SENTENCE_LENGTH_MAX } from "./limits.ts";
import type { Room, Write } from "./room.ts";
import type { SentenceRow } from "./types.ts";
import { scopeOf } from "./viewers.ts";

/** A row of `sentences`. */
export interface KeptSentence {
  readonly id: string;
  readonly person: string;
  readonly hash: string;
  readonly text: string;
  readonly speaker: string | null;
  readonly at: number;
  readonly last_at: number;
  readonly channel: string;
  readonly origin: OriginClass;
  readonly guest: number;
  readonly conversation: string;
  readonly position: number;
  readonly status: "active" | "deleted";
  readonly mentions: number;
}

/** A sentence on its way in. */
export interface SpokenSentence {
  readonly text: string;
  readonly person: string;
  readonly author: MemoryAuthor;
  readonly at: number;
  readonly speaker: string | null;
  readonly conversation: string;
}

const FIND = "SELECT * FROM sentences WHERE person = ? AND hash = ?";
const AGAIN = `UPDATE sentences SET mentions = mentions + 1, last_at = max(last_at, ?),
  status = 'active' WHERE id = ?`;
const NEXT = `SELECT position + 1 AS next FROM sentences WHERE conversation = ?
  ORDER BY position DESC LIMIT 1`;
const INSERT = `INSERT INTO sentences (id, person, hash, text, speaker, at, last_at, channel, origin,
    guest, conversation, position, status, mentions)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'active', 1)`;

/** Throws INVALID_PARAMS for an empty text, or one that is no sentence any more. */
export function checkSentence(text: string, field: string): void {
  if (normalizeText(text) === "") throw problem("INVALID_PARAMS", `${field}: there is no text`);
  if (text.length > SENTENCE_LENGTH_MAX) {
    throw problem("INVALID_PARAMS", `${field}: ${text.length} characters, 4000 at most`, {
      hint: "a longer text is a document",
    });
  }
}

/**
 * Keeps a sentence and answers its id. Two are one when they show the same: width and white space do
 * not count, but case does, for a password is a sentence too.
 */
export function keepSentence(room: Room, write: Write, said: SpokenSentence): string {
  const { store } = room.parts;
  const hash = createHash("sha256")
    .update(normalizeText(said.text))
    .digest("base64url")
    .slice(0, 22);
  const known = store.get<KeptSentence>(FIND, said.person, hash);
  if (known) {
    store.run(AGAIN, said.at, known.id);
    if (known.status !== "active") write.added.push(indexed({ ...known, status: "active" }));
    return known.id;
  }
  const { author, conversation } = said;
  const row: KeptSentence = {
    id: room.newId("s"),
    person: said.person,
    hash,
    text: said.text,
    speaker: said.speaker,
    at: said.at,
    last_at: said.at,
    channel: author.channel,
    origin: author.origin,
    guest: author.principal.role === "guest" ? 1 : 0,
    conversation,
    position: store.get<{ next: number }>(NEXT, conversation)?.next ?? 0,
    status: "active",
    mentions: 1,
  };
  const { id, person, text, speaker, at, last_at, channel, origin, guest, position } = row;
  store.run(
    INSERT,
    ...[
      id,
      person,
      hash,
      text,
      speaker,
      at,
      last_at,
      channel,
      origin,
      guest,
      conversation,
      position,
    ],
  );
  write.added.push(indexed(row));
  return id;
}

/** A sentence as the index is told of it. */
export function indexed(row: KeptSentence): SentenceRow {
  const { id, text, at, speaker, person, origin, guest, channel, conversation, position } = row;
  const scope = scopeOf(person);
  return {
    ...{ id, text, at, speaker, person, scope, origin },
    ...{ guest: guest === 1, channel, conversation, position },
  };
}

/** The conversation of an author, where nobody says which: (channel, person), as the context has it. */
export function conversationOf({ channel, principal }: MemoryAuthor): string {
  return `${channel}/${principal.personId}`;
}
