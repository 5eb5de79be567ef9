/** The book of grants in `hub.db`: who decided what about which version of a plugin. */
import { type Clock, parseJson } from "#base";
import { type Capabilities, CapabilitiesSchema, checker } from "#contract";
import type { Store } from "#platform/store";
import { hashOf } from "./capability-sets.ts";
import { DECISIONS_KEPT_MAX } from "./limits.ts";

const AREA = "plugin_grants";

const migrations: readonly string[] = [
  `CREATE TABLE plugin_grants (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     plugin TEXT NOT NULL,
     origin TEXT NOT NULL,
     version TEXT NOT NULL,
     revision TEXT NOT NULL,
     asked TEXT NOT NULL,
     granted TEXT,
     decided_by TEXT NOT NULL,
     decided_at INTEGER NOT NULL
   );
   CREATE INDEX plugin_grants_by_plugin ON plugin_grants (plugin, id)`,
];

/** One decision. */
export interface GrantRecord {
  readonly plugin: string;
  /** Where the plugin came from: a decision about a shipped one is none about an installed one. */
  readonly origin: string;
  readonly version: string;
  readonly asked: Capabilities;
  /** Null where the owner refused. */
  readonly granted: Capabilities | null;
  readonly decidedBy: "owner" | "shipped" | "linked";
}

interface Row {
  readonly origin: string;
  readonly version: string;
  readonly revision: string;
  readonly asked: string;
  readonly granted: string | null;
  readonly decided_by: string;
}

const capabilities = checker(CapabilitiesSchema);

/** Reads and writes the book; each line is durable when the call returns. */
export class GrantRecords {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    store.migrate(AREA, migrations);
  }

  /** The newest decision about a plugin of that origin. Throws for a row that cannot be trusted. */
  newest(plugin: string, origin: string): GrantRecord | undefined {
    const row = this.#store.get<Row>(
      `SELECT origin, version, revision, asked, granted, decided_by FROM plugin_grants
       WHERE plugin = ? AND origin = ? ORDER BY id DESC LIMIT 1`,
      plugin,
      origin,
    );
    return row && readRow(plugin, row);
  }

  add({ plugin, origin, version, asked, granted, decidedBy }: GrantRecord): void {
    this.#store.transaction(() => {
      this.#store.run(
        `INSERT INTO plugin_grants
           (plugin, origin, version, revision, asked, granted, decided_by, decided_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        plugin,
        origin,
        version,
        hashOf(asked),
        JSON.stringify(asked),
        granted === null ? null : JSON.stringify(granted),
        decidedBy,
        this.#clock.now(),
      );
      this.#store.run(
        `DELETE FROM plugin_grants WHERE plugin = ? AND id NOT IN
           (SELECT id FROM plugin_grants WHERE plugin = ? ORDER BY id DESC LIMIT ?)`,
        plugin,
        plugin,
        DECISIONS_KEPT_MAX,
      );
    });
  }

  /** Forgets all about a plugin that left: what comes later under its name is another. */
  forget(plugin: string): void {
    this.#store.run("DELETE FROM plugin_grants WHERE plugin = ?", plugin);
  }
}

function readRow(plugin: string, row: Row): GrantRecord {
  const read = (text: string) => capabilities.require(parseJson(text), "the book of grants");
  const asked = read(row.asked);
  const { decided_by: decidedBy } = row;
  const isKnown = decidedBy === "owner" || decidedBy === "shipped" || decidedBy === "linked";
  // Half a row, or one that somebody mended by hand, is no decision of the owner's.
  if (!isKnown || hashOf(asked) !== row.revision) throw new Error("a row of grants is damaged");
  return {
    plugin,
    origin: row.origin,
    version: row.version,
    asked,
    granted: row.granted === null ? null : read(row.granted),
    decidedBy,
  };
}
