/** Good copies: made in use, bounded, and taken up where the file is damaged. */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLogger } from "#base";
import { compact, goodCopies, keepCopy, openStore } from "#platform/store";
import { createManualClock } from "../../support/manual-clock.ts";
import { tempDir } from "../../support/temp-dir.ts";

const clock = createManualClock();
const open = (path: string) => openStore(path, { clock, log: silentLogger, restoreFromCopy: true });

function ruin(path: string): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(4096, 7), 0, 4096, 0);
  closeSync(file);
}

function filled(path: string): void {
  using store = open(path);
  store.migrate("test", ["CREATE TABLE rows (id INTEGER)"]);
  store.run("INSERT INTO rows VALUES (1)");
  keepCopy(store, clock);
  clock.advance(1000);
  store.run("INSERT INTO rows VALUES (2)");
  keepCopy(store, clock);
  store.run("INSERT INTO rows VALUES (3)");
}

test("a damaged file goes on from its last sound copy, and is itself kept aside", () => {
  using dir = tempDir();
  const path = join(dir.path, "a.db");
  filled(path);
  const [newest = "", older = ""] = goodCopies(path);
  ruin(path);
  {
    using store = open(path);
    expect(store.restoredFrom).toBe(newest);
    expect(store.quarantined).toHaveLength(1);
    expect(store.all("SELECT id FROM rows")).toEqual([{ id: 1 }, { id: 2 }]);
  }
  ruin(path);
  writeFileSync(newest, "no database at all, but long enough to be looked at");
  using store = open(path);
  expect(store.restoredFrom).toBe(older);
  expect(store.all("SELECT id FROM rows")).toEqual([{ id: 1 }]);
});

test("two copies are kept, and none is made before it is due", () => {
  using dir = tempDir();
  const path = join(dir.path, "a.db");
  using store = open(path);
  for (let round = 0; round < 4; round += 1) {
    clock.advance(1000);
    keepCopy(store, clock);
  }
  expect(goodCopies(path)).toHaveLength(2);
  expect(keepCopy(store, clock, 365 * 24 * 3600 * 1000)).toBeUndefined();
  expect(existsSync(`${path}.copying`)).toBe(false);
});

test("compacting gives room back and loses nothing", () => {
  using dir = tempDir();
  const path = join(dir.path, "a.db");
  using store = open(path);
  store.migrate("test", ["CREATE TABLE rows (text TEXT)"]);
  for (let row = 0; row < 200; row += 1) {
    store.run("INSERT INTO rows VALUES (?)", "x".repeat(4000));
  }
  compact(store);
  const before = readFileSync(path).length;
  store.run("DELETE FROM rows WHERE rowid > 1");
  compact(store);
  expect(readFileSync(path).length).toBeLessThan(before / 2);
  expect(store.get("SELECT count(*) AS n FROM rows")).toEqual({ n: 1 });
});
