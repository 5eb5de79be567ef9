/** The record of confirmations in `hub.db`: who asked for what, who decided it where, how it ended. */
import type { Clock } from "#base";
import type { Store } from "#platform/store";
import { RECORDS_KEPT_MAX } from "./limits.ts";

const AREA = "confirmations";

const migrations: readonly string[] = [
  `CREATE TABLE confirmations (
     id TEXT PRIMARY KEY,
     area TEXT NOT NULL,
     action TEXT NOT NULL,
     asked_by TEXT NOT NULL,
     asked_at INTEGER NOT NULL,
     decision TEXT,
     decided_by TEXT,
     surface TEXT,
     decided_at INTEGER,
     outcome TEXT,
     ended_at INTEGER
   );
   CREATE INDEX confirmations_by_time ON confirmations (asked_at)`,
];

/** Writes the record; each line is durable when the call returns. */
export class ConfirmationRecord {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    store.migrate(AREA, migrations);
    // Nothing of a run that ended waits any more.
    store.run("UPDATE confirmations SET decision = 'expired' WHERE decision IS NULL");
  }

  add(
    id: string,
    {
      area,
      action,
      askedBy,
    }: { readonly area: string; readonly action: string; readonly askedBy: string },
  ): void {
    this.#store.run(
      "INSERT INTO confirmations (id, area, action, asked_by, asked_at) VALUES (?, ?, ?, ?, ?)",
      id,
      area,
      action,
      askedBy,
      this.#clock.now(),
    );
    this.#store.run(
      `DELETE FROM confirmations WHERE id NOT IN
         (SELECT id FROM confirmations ORDER BY asked_at DESC, rowid DESC LIMIT ?)`,
      RECORDS_KEPT_MAX,
    );
  }

  decide(id: string, decision: string, by: string | null, surface: string | null): void {
    this.#store.run(
      "UPDATE confirmations SET decision = ?, decided_by = ?, surface = ?, decided_at = ? WHERE id = ?",
      decision,
      by,
      surface,
      this.#clock.now(),
      id,
    );
  }

  end(id: string, outcome: string): void {
    this.#store.run(
      "UPDATE confirmations SET outcome = ?, ended_at = ? WHERE id = ?",
      outcome,
      this.#clock.now(),
      id,
    );
  }
}
