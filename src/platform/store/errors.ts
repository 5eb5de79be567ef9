/** SQLite's own failures as ours: what a person can act on gets a stable code and a hint. */
import { messageOf, OperationalError } from "#base";

/** Beginning of SQLite's code → our code, what happened, what to do. */
const KNOWN: readonly (readonly [prefix: string, code: string, what: string, hint: string])[] = [
  ["SQLITE_FULL", "STORE_FULL", "the disk is full", "free some space; nothing was half written"],
  ["SQLITE_BUSY", "STORE_BUSY", "another process holds the database", "end that process"],
  ["SQLITE_LOCKED", "STORE_BUSY", "the database is in use", "try again"],
  [
    "SQLITE_CORRUPT",
    "STORE_CORRUPT",
    "the database file is damaged",
    "restart the hub to check it",
  ],
  ["SQLITE_NOTADB", "STORE_CORRUPT", "the file is no database", "restart the hub to check it"],
  ["SQLITE_READONLY", "STORE_IO", "the database cannot be written", "check the disk and its mode"],
  ["SQLITE_IOERR", "STORE_IO", "the disk reported an error", "check the disk and its cable"],
  [
    "SQLITE_CANTOPEN",
    "STORE_IO",
    "the database cannot be opened",
    "check the folder and its owner",
  ],
];

/** SQLite's symbolic code of a thrown value, such as `SQLITE_BUSY`; empty for anything else. */
function sqliteCode(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" && code.startsWith("SQLITE_") ? code : "";
}

/** The error to throw for a failure on `path`. What nobody can act on is passed through: our bug. */
export function storeError(error: unknown, path: string): unknown {
  if (isFileError(error)) {
    const hint = "check that the folder exists and belongs to the hub's user";
    return new OperationalError("STORE_IO", `${path}: ${messageOf(error)}`, { hint, cause: error });
  }
  const sqlite = sqliteCode(error);
  const known = sqlite === "" ? undefined : KNOWN.find(([prefix]) => sqlite.startsWith(prefix));
  if (!known) return error;
  const [, code, what, hint] = known;
  return new OperationalError(code, `${path}: ${what}`, { hint, cause: error });
}

/** The system's own refusals (EACCES, ENOSPC, …) carry an error number and the call that failed. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

/** Whether a failure says that the file itself is damaged. */
export function isCorrupt(error: unknown): boolean {
  const code = sqliteCode(error);
  return code.startsWith("SQLITE_CORRUPT") || code.startsWith("SQLITE_NOTADB");
}

/** Whether a failure says that another process holds the file. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error).startsWith("SQLITE_BUSY");
}
