/** Finding documents by words and pairs of characters, over those that the viewer may read. */
import type { Store } from "#platform/store";
import { bigrams, searchTerms } from "#platform/text";
import { TERMS_MAX } from "./limits.ts";

/** A document that answers a question; a higher score answers it better. */
export interface DocumentMatch {
  readonly id: string;
  readonly score: number;
}

const ROW = "INSERT INTO document_rows (document_id, person_id) VALUES (?, ?) RETURNING id";
const INDEX = "INSERT INTO document_index (rowid, body) VALUES (?, ?)";
const FIND_ROW = "SELECT id FROM document_rows WHERE document_id = ?";
const UNINDEX = "DELETE FROM document_index WHERE rowid = ?";
const UNROW = "DELETE FROM document_rows WHERE id = ?";
const SPREAD = "SELECT doc FROM document_terms WHERE term = ?";
const SEARCH = `SELECT r.document_id AS id, -bm25(document_index) AS score
  FROM document_index JOIN document_rows AS r ON r.id = document_index.rowid
  WHERE document_index MATCH ? AND r.person_id IN (?, ?) ORDER BY score DESC LIMIT ?`;

/** The index; every call joins the caller's transaction. */
export class DocumentIndex {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  add(id: string, personId: string, text: string): void {
    const row = this.#store.get<{ id: number }>(ROW, id, personId);
    if (row) this.#store.run(INDEX, row.id, bigrams(text).join(" "));
  }

  remove(id: string): void {
    const row = this.#store.get<{ id: number }>(FIND_ROW, id);
    if (!row) return;
    this.#store.run(UNINDEX, row.id);
    this.#store.run(UNROW, row.id);
  }

  /** The best answers among the documents of these two owners. */
  search(query: string, owners: readonly [string, string], max: number): readonly DocumentMatch[] {
    const match = this.#matchOf(query);
    return match === undefined ? [] : this.#store.all<DocumentMatch>(SEARCH, match, ...owners, max);
  }

  /** Any of the terms, the rarest first; undefined for a question without one that is known. */
  #matchOf(query: string): string | undefined {
    const { terms, prefixes } = searchTerms(query);
    const known = terms
      .map((term) => ({ term, in: this.#store.get<{ doc: number }>(SPREAD, term)?.doc ?? 0 }))
      .filter((one) => one.in > 0)
      .sort((a, b) => a.in - b.in)
      .slice(0, TERMS_MAX)
      .map(({ term }) => quoted(term));
    const all = [...known, ...prefixes.map((prefix) => `${quoted(prefix)}*`)];
    return all.length === 0 ? undefined : all.join(" OR ");
  }
}

const quoted = (term: string) => `"${term.replaceAll('"', '""')}"`;
