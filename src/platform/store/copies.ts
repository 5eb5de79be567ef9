/** Good copies of a database: made while it is in use, two kept, taken up where the file is damaged. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Clock } from "#base";
import { databaseOf } from "./connections.ts";
import { storeError } from "./errors.ts";
import { damagesOf } from "./integrity.ts";
import { COPIES_KEPT } from "./limits.ts";
import type { Store } from "./types.ts";

/** Between the name of a database and the time at which it was copied. */
const COPY_MARK = ".copy-";

/** Copies of a database, the newest first. */
export function goodCopies(path: string): readonly string[] {
  const prefix = basename(path) + COPY_MARK;
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .sort()
    .reverse()
    .map((name) => join(dirname(path), name));
}

/**
 * Copies the store beside itself, unless the newest copy is younger than `everyMs`; answers the new
 * copy. It is whole under its name or not there at all. Throws `STORE_FULL` or `STORE_IO`.
 */
export function keepCopy(store: Store, clock: Clock, everyMs = 0): string | undefined {
  const { path } = store;
  const [newest] = goodCopies(path);
  const now = clock.now();
  if (newest !== undefined && Math.abs(now - madeAt(newest)) < everyMs) return undefined;
  const unfinished = `${path}.copying`;
  try {
    rmSync(unfinished, { force: true });
    databaseOf(store).run("VACUUM INTO ?", [unfinished]);
    const target = `${path}${COPY_MARK}${String(now).padStart(15, "0")}`;
    settle(unfinished, target);
    for (const old of goodCopies(path).slice(COPIES_KEPT)) rmSync(old, { force: true });
    return target;
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw storeError(error, path);
  }
}

/** A clock set back by years must not end the copying, so its distance counts and not its sign. */
function madeAt(copy: string): number {
  return Number(copy.slice(copy.lastIndexOf(COPY_MARK) + COPY_MARK.length));
}

/** Puts the newest sound copy in the place of a database that was moved aside; answers which. */
export function restoreCopy(path: string): string | undefined {
  for (const copy of goodCopies(path)) {
    if (damagesOf(copy, "always").length > 0) continue;
    const unfinished = `${path}.restoring`;
    copyFileSync(copy, unfinished);
    settle(unfinished, path);
    return copy;
  }
  return undefined;
}

/** Gives the room of deleted rows back to the disk. The event loop stands still meanwhile. */
export function compact(store: Store): void {
  try {
    databaseOf(store).run("VACUUM");
    databaseOf(store).run("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    throw storeError(error, store.path);
  }
}

/** On the disk first, under its name then: no power failure leaves half a file under it. */
function settle(unfinished: string, target: string): void {
  chmodSync(unfinished, 0o600);
  sync(unfinished);
  renameSync(unfinished, target);
  sync(dirname(target));
}

function sync(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
