/** Prepared statements by their text: bounded, the one used longest ago is finalized first. */
import type { Database, Statement } from "bun:sqlite";

/** A cache of prepared statements over one connection. */
export class StatementCache implements Disposable {
  readonly #db: Database;
  readonly #max: number;
  readonly #kept = new Map<string, Statement>();

  constructor(db: Database, max: number) {
    this.#db = db;
    this.#max = max;
  }

  /** How many are kept. */
  get size(): number {
    return this.#kept.size;
  }

  /** The statement for `sql`, prepared once. */
  of(sql: string): Statement {
    const known = this.#kept.get(sql);
    const statement = known ?? this.#db.prepare(sql);
    // A map iterates in insertion order, so re-inserting keeps the oldest use first.
    if (known) this.#kept.delete(sql);
    this.#kept.set(sql, statement);
    if (this.#kept.size > this.#max) {
      const [oldest] = this.#kept;
      if (oldest) {
        this.#kept.delete(oldest[0]);
        oldest[1].finalize();
      }
    }
    return statement;
  }

  [Symbol.dispose](): void {
    for (const statement of this.#kept.values()) statement.finalize();
    this.#kept.clear();
  }
}
