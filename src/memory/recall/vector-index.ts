/** Vectors of texts in sqlite-vec, a table for each space: two spaces are never looked at together. */
import { createHash } from "node:crypto";
import { problem } from "#contract";
import type { EmbeddingInfo } from "#kernel/state";
import type { Store } from "#platform/store";

/** A vector with the fingerprint of its space. */
export interface NamedVector {
  readonly space: string;
  readonly values: Float32Array;
}

const SPACES = `CREATE TABLE recall_spaces (
  fingerprint TEXT PRIMARY KEY, dimension INTEGER NOT NULL
) STRICT, WITHOUT ROWID`;
const DIMENSION = "SELECT dimension FROM recall_spaces WHERE fingerprint = ?";
const NEW_SPACE = "INSERT INTO recall_spaces (fingerprint, dimension) VALUES (?, ?)";
const OWNER_OF = "SELECT owner FROM recall_texts WHERE id = ?";
const OWNERS = `SELECT owner FROM recall_owners
  WHERE person IN (SELECT value FROM json_each(?)) AND texts > 0`;

/** The vectors of one space. sqlite-vec must be loaded into the store (`loadVec`). */
export class VectorIndex {
  readonly #store: Store;
  readonly #info: EmbeddingInfo;
  readonly #table: string;

  /** Throws `CONFLICT` where the fingerprint was seen with another dimension. */
  constructor(store: Store, info: EmbeddingInfo) {
    this.#store = store;
    this.#info = info;
    const { fingerprint, dimension } = info;
    const digest = createHash("sha256").update(fingerprint).digest("hex").slice(0, 16);
    this.#table = `recall_vectors_${digest}`;
    store.migrate("recall-spaces", [SPACES]);
    store.transaction(() => {
      const known = store.get<{ dimension: number }>(DIMENSION, fingerprint);
      if (known && known.dimension !== dimension) {
        throw problem("CONFLICT", `the space ${fingerprint} had ${known.dimension} dimensions`, {
          hint: `one with ${dimension} is another space and needs another fingerprint`,
        });
      }
      if (!known) store.run(NEW_SPACE, fingerprint, dimension);
      // The owner is a partition: another's vectors are not even compared.
      store.run(`CREATE VIRTUAL TABLE IF NOT EXISTS ${this.#table} USING vec0 (
        owner INTEGER PARTITION KEY, id TEXT PRIMARY KEY,
        vector float[${dimension}] distance_metric=cosine
      )`);
    });
  }

  /** Keeps the vector of a text; false where the text is gone meanwhile. Throws `CONFLICT` for another space's. */
  put(id: string, vector: NamedVector): boolean {
    const bytes = this.#bytesOf(vector);
    return this.#store.transaction(() => {
      this.remove([id]);
      const row = this.#store.get<{ owner: number }>(OWNER_OF, id);
      if (!row) return false;
      const insert = `INSERT INTO ${this.#table} (owner, id, vector) VALUES (?, ?, ?)`;
      this.#store.run(insert, BigInt(row.owner), id, bytes);
      return true;
    });
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#store.run(`DELETE FROM ${this.#table} WHERE id = ?`, id);
  }

  /** Ids of the nearest texts of these persons, nearest first; texts that are gone may be among them. */
  nearest(vector: NamedVector, persons: readonly string[], max: number): readonly string[] {
    const bytes = this.#bytesOf(vector);
    const sql = `SELECT id, distance FROM ${this.#table}
      WHERE vector MATCH ? AND k = ? AND owner = ? ORDER BY distance`;
    return this.#store
      .all<{ owner: number }>(OWNERS, JSON.stringify(persons))
      .flatMap(({ owner }) =>
        this.#store.all<{ id: string; distance: number }>(sql, bytes, max, BigInt(owner)),
      )
      .sort((left, right) => left.distance - right.distance)
      .slice(0, max)
      .map(({ id }) => id);
  }

  #bytesOf({ space, values }: NamedVector): Uint8Array {
    const { fingerprint, dimension } = this.#info;
    if (space !== fingerprint || values.length !== dimension) {
      throw problem(
        "CONFLICT",
        `a vector of ${space} (${values.length}) does not belong to ${fingerprint} (${dimension})`,
        { hint: "vectors of two spaces are never compared: embed the text in this one" },
      );
    }
    return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  }
}
