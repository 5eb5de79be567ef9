/** Where the values lie: table `config` for the core, `config_<plugin>` for each plugin. */
import { type Logger, parseJson } from "#base";
import { PLUGIN_NAME_PATTERN, problem } from "#contract";
import type { Store } from "#platform/store";
import { CORE_NAMESPACE, namespaceOf, requireKey } from "./keys.ts";
import { VALUES_PER_NAMESPACE_MAX } from "./limits.ts";

const TABLE_PREFIX = "config_";
const LIST_TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'config_*'`;

const createTable = (table: string) =>
  `CREATE TABLE IF NOT EXISTS "${table}" (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`;

/** All values that are set, held in memory: they are read in every turn. */
export class ValueTables {
  readonly #store: Store;
  readonly #values = new Map<string, unknown>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads what is stored. */
  load(log: Logger): void {
    this.#store.run(createTable("config"));
    const named = this.#store.all<{ name: string }>(LIST_TABLES).map((row) => row.name);
    const isOurs = (name: string) =>
      new RegExp(PLUGIN_NAME_PATTERN).test(name.slice(TABLE_PREFIX.length));
    for (const table of ["config", ...named.filter(isOurs)]) {
      const rows = this.#store.all<{ key: string; value: string }>(
        `SELECT key, value FROM "${table}"`,
      );
      for (const { key, value } of rows) {
        try {
          this.#values.set(key, parseJson(value));
        } catch (error) {
          log.warn("config.unreadable", { key, error });
        }
      }
    }
  }

  /** A stored value as it was written; undefined when the key is not set. */
  get(key: string): unknown {
    return this.#values.get(key);
  }

  keys(): Iterable<string> {
    return this.#values.keys();
  }

  /** Stores values, all or none; durable when the call returns. */
  setAll(values: readonly (readonly [string, unknown])[]): void {
    if (values.length === 0) return;
    this.#requireRoom(values.map(([key]) => key).filter((key) => !this.#values.has(key)));
    this.#store.transaction(() => {
      for (const [key, value] of values) {
        const table = this.#tableFor(key);
        this.#store.run(createTable(table));
        this.#store.run(
          `INSERT INTO "${table}" (key, value) VALUES (?, ?)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
          key,
          JSON.stringify(value),
        );
      }
    });
    for (const [key, value] of values) this.#values.set(key, value);
  }

  /** Removes a value. */
  delete(key: string): void {
    if (!this.#values.has(key)) return;
    this.#store.run(`DELETE FROM "${this.#tableFor(key)}" WHERE key = ?`, key);
    this.#values.delete(key);
  }

  /** The namespace goes into SQL as a name; it was checked against the pattern of plugin names. */
  #tableFor(key: string): string {
    requireKey(key, false);
    const namespace = namespaceOf(key);
    return namespace === CORE_NAMESPACE ? "config" : `${TABLE_PREFIX}${namespace}`;
  }

  #requireRoom(added: readonly string[]): void {
    for (const namespace of new Set(added.map(namespaceOf))) {
      const isIn = (key: string) => namespaceOf(key) === namespace;
      const count = [...this.#values.keys()].filter(isIn).length;
      if (count + added.filter(isIn).length <= VALUES_PER_NAMESPACE_MAX) continue;
      throw problem("TOO_LARGE", `${namespace} holds ${count} settings already`, {
        hint: "unset some that are not needed",
      });
    }
  }
}
