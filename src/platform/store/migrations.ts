/** Numbered migrations of each area, with the hash of what ran, so that none changes afterwards. */
import type { Database } from "bun:sqlite";
import { createHash } from "node:crypto";
import { OperationalError } from "#base";

/** One row for each migration that ran. */
const CREATE_MIGRATIONS = `CREATE TABLE IF NOT EXISTS migrations (
  area TEXT NOT NULL, number INTEGER NOT NULL, sha TEXT NOT NULL, applied_at INTEGER NOT NULL,
  PRIMARY KEY (area, number)) WITHOUT ROWID`;

/** What migrating needs of the store. */
export interface MigrationHost {
  readonly db: Database;
  readonly path: string;
  readonly now: () => number;
  readonly transaction: (work: () => void) => void;
}

/** Brings `area` up to date; see `Store.migrate`. */
export function migrate(host: MigrationHost, area: string, migrations: readonly string[]): void {
  const { db, path } = host;
  db.run(CREATE_MIGRATIONS);
  const applied = db
    .query<{ number: number; sha: string }, [string]>(
      "SELECT number, sha FROM migrations WHERE area = ? ORDER BY number",
    )
    .all(area);
  if (applied.length > migrations.length) {
    throw new OperationalError(
      "STORE_NEWER",
      `${path}: the tables of "${area}" are at version ${applied.length}, this program knows ${migrations.length}`,
      { hint: "install the newer version again, or restore a backup made before the update" },
    );
  }
  migrations.forEach((sql, index) => {
    const sha = createHash("sha256").update(sql).digest("hex");
    const known = applied[index];
    if (known?.sha === sha) return;
    if (known) {
      throw new OperationalError(
        "STORE_FOREIGN",
        `${path}: migration ${index + 1} of "${area}" is not the one that ran here`,
        { hint: "this file belongs to another build of the hub; use that build" },
      );
    }
    host.transaction(() => {
      db.run(sql);
      db.run("INSERT INTO migrations (area, number, sha, applied_at) VALUES (?, ?, ?, ?)", [
        area,
        index + 1,
        sha,
        host.now(),
      ]);
    });
  });
}
