/** What the rooms above see of SQLite: one file, numbered migrations, durable or grouped writes. */

/** A value that SQLite binds. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array;

/** One database file of the hub (WAL). All rooms of a process share it; disposing closes it. */
export interface Store extends Disposable {
  readonly path: string;
  /**
   * Brings the tables of one area up to date. Migrations are numbered by position and append-only;
   * each runs once, in a transaction of its own. Throws `STORE_NEWER` when the file knows more.
   */
  migrate(area: string, migrations: readonly string[]): void;
  /** All rows. Statements are prepared once and kept. */
  all<Row>(sql: string, ...params: SqlValue[]): Row[];
  /** The first row, or undefined. */
  get<Row>(sql: string, ...params: SqlValue[]): Row | undefined;
  /** Runs a statement; outside a transaction it is durable when the call returns. */
  run(sql: string, ...params: SqlValue[]): { readonly changes: number };
  /** Runs `work` in one immediate transaction; a throw rolls it back. Nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  /**
   * Queues `work` for the next group: many small writes, one commit. Resolves once that commit is
   * done, rejects when `work` throws (which leaves the rest of the group alone). At most 10 000 wait;
   * then `STORE_BUSY`.
   */
  grouped(work: () => void): Promise<void>;
  /** Commits the open group now. */
  flush(): void;
}
