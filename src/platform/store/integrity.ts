/** Finds a damaged file at start and moves it aside: kept for rescue, never emptied in silence. */
import { Database } from "bun:sqlite";
import { existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { messageOf } from "#base";
import { isCorrupt } from "./errors.ts";
import { CHECK_ALWAYS_BYTES_MAX, CHECK_FINDINGS_MAX } from "./limits.ts";

/** Between the name of a database and the date on which it was moved aside. */
const QUARANTINE_MARK = ".corrupt-";
/** SQLite's files beside the database; they belong to it and move with it. */
const COMPANIONS = ["-wal", "-shm"] as const;

/** Reasons why the file cannot be used; empty when it is sound (or not there yet). */
export function damagesOf(path: string, when: "due" | "always" = "due"): readonly string[] {
  if (!existsSync(path) || statSync(path).size === 0) return [];
  try {
    using db = new Database(path, { readwrite: true, create: false });
    // Reading the schema finds a file that is no database; it costs nothing.
    db.query("SELECT count(*) FROM sqlite_schema").get();
    if (when === "due" && !isCheckDue(path)) return [];
    const rows = db
      .query<{ quick_check: string }, []>(`PRAGMA quick_check(${CHECK_FINDINGS_MAX})`)
      .all();
    return rows.map((row) => row.quick_check).filter((finding) => finding !== "ok");
  } catch (error) {
    if (isCorrupt(error)) return [messageOf(error)];
    throw error;
  }
}

/**
 * A small file is always checked. A large one (seconds on an SD card) only after an unclean end,
 * which leaves the write-ahead log behind; SQLite removes it when the last connection closes.
 */
function isCheckDue(path: string): boolean {
  if (statSync(path).size <= CHECK_ALWAYS_BYTES_MAX) return true;
  const log = `${path}-wal`;
  return existsSync(log) && statSync(log).size > 0;
}

/** Moves a damaged database and its companions aside; answers the new path. */
export function quarantine(path: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, "-");
  let target = `${path}${QUARANTINE_MARK}${stamp}`;
  for (let attempt = 2; existsSync(target); attempt += 1) {
    target = `${path}${QUARANTINE_MARK}${stamp}-${attempt}`;
  }
  // Companions first: were the power to fail in between, a log must never meet another database.
  for (const companion of COMPANIONS) {
    if (existsSync(path + companion)) renameSync(path + companion, target + companion);
  }
  renameSync(path, target);
  return target;
}

/** Damaged copies of `path` that lie beside it until somebody rescues or deletes them. */
export function quarantinedCopies(path: string): readonly string[] {
  const prefix = basename(path) + QUARANTINE_MARK;
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix) && !COMPANIONS.some((end) => name.endsWith(end)))
    .sort()
    .map((name) => join(dirname(path), name));
}
