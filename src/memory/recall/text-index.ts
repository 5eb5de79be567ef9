/** The search index of one store: told of texts in the transaction that writes them. */
import type { MemoryHit } from "#contract";
import type { Store } from "#platform/store";
import { foldText, normalizeText } from "#platform/text";
import type { SentenceRow, SentenceSink } from "../graph/index.ts";
import { RECALL_AREA, RECALL_MIGRATIONS } from "./schema.ts";
import { termsOf } from "./terms.ts";
import { traitsOf } from "./traits.ts";

/** A row of `recall_texts`, but for its words. */
export interface TextRow {
  readonly doc: number;
  readonly owner: number;
  readonly speaker_key: string | null;
  readonly at: number;
  /** 0 where it was said in none: then nothing stands around it. */
  readonly conversation: number;
  readonly position: number;
  readonly terms: number;
  readonly traits: number;
}

/** What a hit shows of a text. */
export interface ShownText {
  readonly doc: number;
  readonly id: string;
  readonly kind: MemoryHit["kind"];
  readonly text: string;
  readonly speaker: string | null;
  readonly at: number;
  readonly channel: string;
  readonly origin: MemoryHit["origin"];
  readonly person: string;
}

/** Someone whose texts there are, with how many and how long they are together. */
export interface OwnerRow {
  readonly owner: number;
  readonly texts: number;
  readonly terms: number;
}

const OWNER = "SELECT owner, texts, terms FROM recall_owners WHERE person = ?";
const NEW_OWNER = `INSERT INTO recall_owners (person, texts, terms) VALUES (?, 0, 0)
  RETURNING owner, texts, terms`;
const COUNT_OWNER = "UPDATE recall_owners SET texts = texts + ?, terms = terms + ? WHERE owner = ?";
const COUNT_SPEAKER = `INSERT INTO recall_speakers (owner, key, texts) VALUES (?, ?, ?)
  ON CONFLICT (owner, key) DO UPDATE SET texts = texts + excluded.texts`;
const DROP_SPEAKER = "DELETE FROM recall_speakers WHERE owner = ? AND key = ? AND texts <= 0";
const CONVERSATION = "SELECT conversation FROM recall_conversations WHERE name = ?";
const NEW_CONVERSATION = `INSERT INTO recall_conversations (name) VALUES (?)
  RETURNING conversation`;
const INSERT = `INSERT INTO recall_texts (id, kind, owner, text, speaker, speaker_key, at, channel,
    origin, conversation, position, terms, traits)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING doc`;
const INDEX = "INSERT INTO recall_index (rowid, terms) VALUES (?, ?)";
const UNINDEX = "DELETE FROM recall_index WHERE rowid = ?";
const KNOWN = "SELECT doc, owner, speaker_key, terms FROM recall_texts WHERE id = ?";
const DELETE = "DELETE FROM recall_texts WHERE doc = ?";

/** How a term stands in the index. */
export function ownedTerm(owner: number, term: string): string {
  return `${owner.toString(36)}_${term}`;
}

/** The form in which speakers are compared; null for nobody. */
export function speakerKey(name: string | null): string | null {
  const key = foldText(normalizeText(name ?? ""));
  return key === "" ? null : key;
}

/** Writes the index. What it is told joins the caller's transaction. */
export class TextIndex implements SentenceSink {
  readonly #store: Store;

  constructor(store: Store) {
    store.migrate(RECALL_AREA, RECALL_MIGRATIONS);
    this.#store = store;
  }

  /** Takes texts in; one that is there already is taken in anew. */
  added(rows: readonly SentenceRow[]): void {
    this.#store.transaction(() => {
      for (const row of rows) this.#add(row, row.id.startsWith("r_") ? "relation" : "sentence");
    });
  }

  /** Takes texts out; unknown ids change nothing. */
  removed(ids: readonly string[]): void {
    this.#store.transaction(() => {
      for (const id of ids) this.#remove(id);
    });
  }

  get isEmpty(): boolean {
    return this.#store.get("SELECT 1 FROM recall_texts LIMIT 1") === undefined;
  }

  #add(row: SentenceRow, kind: MemoryHit["kind"]): void {
    this.#remove(row.id);
    const { owner } = this.#ownerOf(row.person);
    const key = speakerKey(row.speaker);
    const terms = termsOf(row.text);
    const { id, text, speaker, at, channel, origin, position } = row;
    const inserted = this.#store.get<{ doc: number }>(
      INSERT,
      ...[id, kind, owner, text, speaker, key, at, channel, origin],
      ...[this.#conversationOf(row.conversation), position, terms.length, traitsOf(text)],
    );
    const unique = [...new Set(terms)].map((term) => ownedTerm(owner, term));
    this.#store.run(INDEX, inserted?.doc ?? 0, unique.join(" "));
    this.#count({ owner, speaker_key: key, terms: terms.length }, 1);
  }

  #remove(id: string): void {
    type Known = Pick<TextRow, "doc" | "owner" | "speaker_key" | "terms">;
    const known = this.#store.get<Known>(KNOWN, id);
    if (!known) return;
    this.#store.run(UNINDEX, known.doc);
    this.#store.run(DELETE, known.doc);
    this.#count(known, -1);
  }

  #count(row: Pick<TextRow, "owner" | "speaker_key" | "terms">, by: 1 | -1): void {
    this.#store.run(COUNT_OWNER, by, by * row.terms, row.owner);
    if (row.speaker_key === null) return;
    this.#store.run(COUNT_SPEAKER, row.owner, row.speaker_key, by);
    if (by < 0) this.#store.run(DROP_SPEAKER, row.owner, row.speaker_key);
  }

  #ownerOf(person: string): OwnerRow {
    const known = this.#store.get<OwnerRow>(OWNER, person);
    return known ?? (this.#store.get<OwnerRow>(NEW_OWNER, person) as OwnerRow);
  }

  #conversationOf(name: string): number {
    if (name === "") return 0;
    type Row = { readonly conversation: number };
    const known = this.#store.get<Row>(CONVERSATION, name);
    return (known ?? this.#store.get<Row>(NEW_CONVERSATION, name))?.conversation ?? 0;
  }
}
