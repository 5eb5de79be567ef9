/** Reads the search index on behalf of one viewer: no query here can touch another owner's texts. */
import type { Principal } from "#contract";
import type { Store } from "#platform/store";
import { ownersOf } from "../graph/index.ts";
import { NEIGHBOR_REACH, RANGE_TEXTS_MAX, SPEAKERS_MAX } from "./limits.ts";
import { type OwnerRow, ownedTerm, type ShownText, type TextRow } from "./text-index.ts";
import type { TimeRange } from "./time-words.ts";

const OWNERS = `SELECT owner, texts, terms FROM recall_owners
  WHERE person IN (SELECT value FROM json_each(?)) AND texts > 0`;
const SPEAKERS = `SELECT key, sum(texts) AS texts FROM recall_speakers
  WHERE owner IN (SELECT value FROM json_each(?)) GROUP BY key ORDER BY 2 DESC LIMIT ?`;
const SPREADS = `SELECT j.value AS term, v.doc AS spread
  FROM json_each(?) AS j JOIN recall_terms AS v ON v.term = j.value`;
const DOCS = "SELECT group_concat(doc) AS docs FROM recall_postings WHERE term = ?";
const MATCH = `SELECT group_concat(rowid) AS docs
  FROM (SELECT rowid FROM recall_index WHERE recall_index MATCH ? LIMIT ?)`;
const COLUMNS =
  "t.doc, t.owner, t.speaker_key, t.at, t.conversation, t.position, t.terms, t.traits";
/** The texts themselves and what stands around them, of these owners alone. */
const AROUND = `SELECT ${COLUMNS} FROM json_each(?1) AS j
  CROSS JOIN recall_texts AS t ON t.doc = j.value
  WHERE t.owner IN (SELECT value FROM json_each(?2))
UNION SELECT ${COLUMNS} FROM json_each(?1) AS j
  CROSS JOIN recall_texts AS a ON a.doc = j.value AND a.conversation > 0
  CROSS JOIN recall_texts AS t ON t.conversation = a.conversation
    AND t.position BETWEEN a.position - ${NEIGHBOR_REACH} AND a.position + ${NEIGHBOR_REACH}
  WHERE a.owner IN (SELECT value FROM json_each(?2))
    AND t.owner IN (SELECT value FROM json_each(?2))`;
const SHOWN = `SELECT t.doc, t.id, t.kind, t.text, t.speaker, t.at, t.channel, t.origin, o.person
  FROM json_each(?) AS j JOIN recall_texts AS t ON t.doc = j.value
  JOIN recall_owners AS o ON o.owner = t.owner
  WHERE t.owner IN (SELECT value FROM json_each(?))`;
const IDS = `SELECT t.doc, t.id FROM json_each(?) AS j JOIN recall_texts AS t ON t.id = j.value
  WHERE t.owner IN (SELECT value FROM json_each(?))`;
const IN_RANGE = `SELECT doc FROM recall_texts WHERE owner = ? AND at >= ? AND at < ?
  ORDER BY at DESC LIMIT ?`;

/** What one viewer may see of the index. */
export class Reader {
  readonly #store: Store;
  readonly owners: readonly OwnerRow[];
  readonly #numbers: string;

  constructor(store: Store, viewer: Principal) {
    this.#store = store;
    const persons = JSON.stringify([...new Set(ownersOf(viewer))]);
    this.owners = store.all<OwnerRow>(OWNERS, persons);
    this.#numbers = JSON.stringify(this.owners.map(({ owner }) => owner));
  }

  /** How many texts there are. */
  get texts(): number {
    return this.owners.reduce((sum, { texts }) => sum + texts, 0);
  }

  /** How long they are, on average, in terms. */
  get averageTerms(): number {
    return this.owners.reduce((sum, { terms }) => sum + terms, 0) / Math.max(1, this.texts);
  }

  speakers(): readonly string[] {
    return this.#store
      .all<{ key: string }>(SPEAKERS, this.#numbers, SPEAKERS_MAX)
      .map(({ key }) => key);
  }

  /** In how many texts each term stands; terms of no text are left out. */
  spreads(terms: Iterable<string>): ReadonlyMap<string, number> {
    const plain = new Map<string, string>();
    for (const term of terms) {
      for (const { owner } of this.owners) plain.set(ownedTerm(owner, term), term);
    }
    const spreads = new Map<string, number>();
    const rows = this.#store.all<{ term: string; spread: number }>(
      SPREADS,
      JSON.stringify([...plain.keys()]),
    );
    for (const { term, spread } of rows) {
      const name = plain.get(term) ?? term;
      spreads.set(name, (spreads.get(name) ?? 0) + spread);
    }
    return spreads;
  }

  /** The texts in which a term stands. */
  docs(term: string): readonly number[] {
    return this.owners.flatMap(({ owner }) =>
      numbers(this.#store.get<{ docs: string | null }>(DOCS, ownedTerm(owner, term))),
    );
  }

  /** The texts in which a word begins with these characters, at most `max`. */
  docsWithPrefix(prefix: string, max: number): readonly number[] {
    return this.owners.flatMap(({ owner }) =>
      numbers(this.#store.get(MATCH, `${quoted(ownedTerm(owner, prefix))}*`, max)),
    );
  }

  /** Texts in which all of the terms stand, at most `max`. */
  docsWithAll(terms: readonly string[], max: number): readonly number[] {
    return this.owners.flatMap(({ owner }) =>
      numbers(
        this.#store.get(
          MATCH,
          terms.map((term) => quoted(ownedTerm(owner, term))).join(" AND "),
          max,
        ),
      ),
    );
  }

  /** The newest texts of a stretch of time. */
  docsIn({ fromMs, toMs }: TimeRange): readonly number[] {
    return this.owners.flatMap(({ owner }) =>
      this.#store
        .all<{ doc: number }>(IN_RANGE, owner, fromMs, toMs, RANGE_TEXTS_MAX)
        .map(({ doc }) => doc),
    );
  }

  /** The texts and their neighbours. */
  around(docs: readonly number[]): readonly TextRow[] {
    return this.#store.all<TextRow>(AROUND, JSON.stringify(docs), this.#numbers);
  }

  shown(docs: readonly number[]): readonly ShownText[] {
    return this.#store.all<ShownText>(SHOWN, JSON.stringify(docs), this.#numbers);
  }

  /** Where texts of these ids stand. */
  docsOf(ids: readonly string[]): ReadonlyMap<string, number> {
    const rows = this.#store.all<{ doc: number; id: string }>(
      IDS,
      JSON.stringify(ids),
      this.#numbers,
    );
    return new Map(rows.map(({ doc, id }) => [id, doc]));
  }
}

const quoted = (term: string) => `"${term.replaceAll('"', '""')}"`;

/** One string for all is several times faster than a row for each. */
function numbers(row: { readonly docs: string | null } | undefined): readonly number[] {
  return row?.docs ? row.docs.split(",").map(Number) : [];
}
