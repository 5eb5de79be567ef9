/** One SQLite file of the hub: opened safely, written in immediate transactions or in groups. */
import { Database } from "bun:sqlite";
import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { assert, BugError, type Clock, type Logger } from "#base";
import { connections } from "./connections.ts";
import { restoreCopy } from "./copies.ts";
import { storeError } from "./errors.ts";
import { GroupCommit } from "./group-commit.ts";
import { damagesOf, quarantine, quarantinedCopies } from "./integrity.ts";
import { BUSY_TIMEOUT_MS, STATEMENTS_MAX, WAL_BYTES_MAX } from "./limits.ts";
import { migrate } from "./migrations.ts";
import { StatementCache } from "./statements.ts";
import type { SqlValue, Store } from "./types.ts";

/** How to open a store. */
export interface StoreOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** NORMAL survives a crash of the hub; FULL also loses nothing when the power fails. */
  readonly synchronous?: "NORMAL" | "FULL";
  /** Whether a damaged file is replaced by its last good copy (`keepCopy`), where there is one. */
  readonly restoreFromCopy?: boolean;
}

/** A store as it was opened. */
export interface OpenedStore extends Store {
  /**
   * Damaged copies that were moved aside now or earlier and still lie beside the file. Report them
   * (health) for as long as there are any: what they held is missing from this store.
   */
  readonly quarantined: readonly string[];
  /** The copy that took the place of a damaged file just now. What was written after it is missing. */
  readonly restoredFrom: string | undefined;
}

/**
 * Opens (or creates, readable by its owner alone) the database at `path`. A damaged one is moved
 * aside, told about in the log and in `quarantined`, and replaced by an empty one, so that the house
 * goes on working. Throws `STORE_IO` or `STORE_BUSY` where the file cannot be used at all.
 */
export function openStore(path: string, options: StoreOptions): OpenedStore {
  try {
    const damages = damagesOf(path);
    let restoredFrom: string | undefined;
    if (damages.length > 0) {
      const movedTo = quarantine(path, options.clock.now());
      if (options.restoreFromCopy) restoredFrom = restoreCopy(path);
      options.log.error("store.corrupt", { path, movedTo, damages, restoredFrom });
    }
    const db = connect(path, options.synchronous ?? "NORMAL");
    const store = new SqliteStore(path, db, options.clock, quarantinedCopies(path), restoredFrom);
    connections.set(store, db);
    return store;
  } catch (error) {
    throw storeError(error, path);
  }
}

/** Opens a store in memory alone: what is in it is gone with it. */
export function openTemporaryStore({ clock }: Pick<StoreOptions, "clock">): Store {
  const path = ":memory:";
  const db = new Database(path, { create: true });
  db.run("PRAGMA foreign_keys = ON");
  const store = new SqliteStore(path, db, clock, [], undefined);
  connections.set(store, db);
  return store;
}

function connect(path: string, synchronous: "NORMAL" | "FULL"): Database {
  // hub.db holds the setup code and API keys. SQLite gives its companions the mode of the database.
  if (existsSync(path)) chmodSync(path, 0o600);
  else closeSync(openSync(path, "a", 0o600));
  const db = new Database(path, { readwrite: true, create: true });
  db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.run("PRAGMA journal_mode = WAL");
  db.run(`PRAGMA synchronous = ${synchronous}`);
  db.run("PRAGMA foreign_keys = ON");
  db.run(`PRAGMA journal_size_limit = ${WAL_BYTES_MAX}`);
  return db;
}

/** The store over one connection. */
class SqliteStore implements OpenedStore {
  readonly path: string;
  readonly quarantined: readonly string[];
  readonly restoredFrom: string | undefined;
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #statements: StatementCache;
  readonly #group: GroupCommit;
  #depth = 0;
  #closed = false;

  constructor(
    path: string,
    db: Database,
    clock: Clock,
    quarantined: readonly string[],
    restoredFrom: string | undefined,
  ) {
    this.path = path;
    this.quarantined = quarantined;
    this.restoredFrom = restoredFrom;
    this.#db = db;
    this.#clock = clock;
    this.#statements = new StatementCache(db, STATEMENTS_MAX);
    this.#group = new GroupCommit({
      path,
      clock,
      transaction: (work) => this.transaction(work),
      inTransaction: () => this.#db.inTransaction,
      mapError: (error) => storeError(error, path),
    });
  }

  migrate(area: string, migrations: readonly string[]): void {
    const { path } = this;
    const transaction = (work: () => void) => this.transaction(work);
    const host = { db: this.#db, path, now: () => this.#clock.now(), transaction };
    this.#try(() => migrate(host, area, migrations));
  }

  all<Row>(sql: string, ...params: SqlValue[]): Row[] {
    return this.#try(() => this.#statements.of(sql).all(...params) as Row[]);
  }

  get<Row>(sql: string, ...params: SqlValue[]): Row | undefined {
    return this.#try(() => (this.#statements.of(sql).get(...params) as Row | null) ?? undefined);
  }

  run(sql: string, ...params: SqlValue[]): { readonly changes: number } {
    return this.#try(() => ({ changes: this.#statements.of(sql).run(...params).changes }));
  }

  transaction<T>(work: () => T): T {
    const nested = this.#depth > 0;
    const savepoint = `nested_${this.#depth}`;
    this.#execute(nested ? `SAVEPOINT ${savepoint}` : "BEGIN IMMEDIATE");
    this.#depth += 1;
    try {
      const result = work();
      // It would be committed before its asynchronous part ran, or hold the lock for that long.
      if (isThenable(result)) throw new BugError("a transaction cannot be asynchronous");
      this.#execute(nested ? `RELEASE ${savepoint}` : "COMMIT");
      return result;
    } catch (error) {
      // A full disk makes SQLite roll back by itself; then there is nothing left to undo.
      if (this.#db.inTransaction) {
        this.#execute(nested ? `ROLLBACK TO ${savepoint}` : "ROLLBACK");
        if (nested) this.#execute(`RELEASE ${savepoint}`);
      }
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  grouped(work: () => void): Promise<void> {
    if (this.#closed) return Promise.reject(new BugError(`${this.path}: the store is closed`));
    return this.#group.add(work);
  }

  flush(): void {
    this.#group.flush();
  }

  [Symbol.dispose](): void {
    if (this.#closed) return;
    assert(this.#depth === 0, `${this.path}: closed inside a transaction`);
    this.#group.close();
    this.#closed = true;
    this.#statements[Symbol.dispose]();
    try {
      this.#db.run("PRAGMA optimize");
    } finally {
      this.#db.close();
    }
  }

  #execute(sql: string): void {
    this.#try(() => this.#statements.of(sql).run());
  }

  #try<T>(action: () => T): T {
    assert(!this.#closed, `${this.path}: the store is closed`);
    try {
      return action();
    } catch (error) {
      throw storeError(error, this.path);
    }
  }
}

function isThenable(value: unknown): boolean {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}
