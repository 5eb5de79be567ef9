/** Tries what the store stands on for `homed doctor`: in memory, so that it leaves nothing behind. */
import { Database } from "bun:sqlite";
import { messageOf } from "#base";
import type { Probe } from "#contract";
import { loadVecInto } from "./vec.ts";

/** The runtime that this program is written for. */
const BUN_RANGE = ">=1.4.5 <2";
/** Text search deletes rows from an index without content, which 3.43 brought. */
const SQLITE_RANGE = ">=3.43.0";

/** A phrase as two-character pieces, as the memory's text index holds Chinese. */
const BIGRAM_ROWS = ["客厅 厅主 主灯", "卧室 室窗 窗帘"] as const;

/** Runtime, SQLite, text search and vector search, each tried. Must not throw. */
export async function probeStore(nativeDir: string): Promise<readonly Probe[]> {
  using db = new Database(":memory:");
  return [
    attempt("bun", true, () => requireVersion(Bun.version, BUN_RANGE)),
    attempt("sqlite", true, () => requireVersion(sqliteVersion(db), SQLITE_RANGE)),
    attempt("fts5", true, () => searchBigrams(db)),
    await probeVec(db, nativeDir),
  ];
}

/** Vector search is optional: without it memory recalls by words. */
async function probeVec(db: Database, nativeDir: string): Promise<Probe> {
  try {
    await loadVecInto(db, nativeDir);
  } catch (error) {
    return { name: "sqlite-vec", ok: false, needed: false, detail: messageOf(error) };
  }
  return attempt("sqlite-vec", false, () => findNearest(db));
}

function attempt(name: string, needed: boolean, action: () => string): Probe {
  try {
    return { name, ok: true, needed, detail: action() };
  } catch (error) {
    return { name, ok: false, needed, detail: messageOf(error) };
  }
}

function requireVersion(version: string, range: string): string {
  if (!Bun.semver.satisfies(version, range)) throw new Error(`${version} is not ${range}`);
  return version;
}

function sqliteVersion(db: Database): string {
  return (
    db.query<{ version: string }, []>("SELECT sqlite_version() AS version").get()?.version ?? ""
  );
}

function searchBigrams(db: Database): string {
  db.run("CREATE VIRTUAL TABLE words USING fts5(text, content = '', contentless_delete = 1)");
  for (const row of BIGRAM_ROWS) db.run("INSERT INTO words (text) VALUES (?)", [row]);
  const found = db
    .query<{ rowid: number }, [string]>("SELECT rowid FROM words WHERE words MATCH ?")
    .all('"主灯"');
  if (found.length !== 1 || found[0]?.rowid !== 1) throw new Error("bigrams are not found");
  return "bigrams are found";
}

function findNearest(db: Database): string {
  db.run("CREATE VIRTUAL TABLE points USING vec0(place float[3])");
  const points = [
    [0, 0, 0],
    [1, 1, 1],
    [5, 5, 5],
  ];
  points.forEach((point, index) => {
    db.run("INSERT INTO points (rowid, place) VALUES (?, ?)", [index + 1, toBlob(point)]);
  });
  const nearest = db
    .query<{ rowid: number }, [Uint8Array]>(
      "SELECT rowid FROM points WHERE place MATCH ? AND k = 2 ORDER BY distance",
    )
    .all(toBlob([0.9, 1, 1.2]));
  const order = nearest.map((row) => row.rowid).join(",");
  if (order !== "2,1") throw new Error(`the nearest neighbors came as ${order}`);
  return db.query<{ version: string }, []>("SELECT vec_version() AS version").get()?.version ?? "";
}

function toBlob(values: readonly number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}
