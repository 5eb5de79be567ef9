/** What survives a kill, and what happens to a damaged file. */
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createLogger, type LogRecord, silentLogger, systemClock } from "#base";
import { openStore } from "#platform/store";
import { runScript } from "../../support/child-script.ts";
import { tempDir } from "../../support/temp-dir.ts";

const WRITER = resolve(import.meta.dirname, "children/write-rows.ts");

test("after kill -9 every acknowledged row is there", async () => {
  using dir = tempDir();
  const path = join(dir.path, "a.db");
  for (let round = 0; round < 3; round += 1) {
    const file = `${path}${round}`;
    await using child = runScript(WRITER, [file]);
    let acknowledged = -1;
    while (acknowledged < 200 + 137 * round) {
      const line = await child.nextLine();
      expect(line, child.stderr()).toBeDefined();
      acknowledged = Math.max(acknowledged, Number(line));
    }
    await child.kill();
    using store = openStore(file, { clock: systemClock, log: silentLogger });
    const row = store.get<{ n: number }>(
      "SELECT count(*) AS n FROM rows WHERE number <= ?",
      acknowledged,
    );
    expect(row?.n).toBe(acknowledged + 1);
    expect(store.quarantined).toEqual([]);
  }
});

/** Fills a store so that it has many pages, then closes it. */
function fill(path: string): void {
  using store = openStore(path, { clock: systemClock, log: silentLogger });
  store.migrate("test", ["CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)"]);
  store.transaction(() => {
    for (let id = 0; id < 500; id += 1) {
      store.run("INSERT INTO rows VALUES (?, ?)", id, "灯".repeat(100));
    }
  });
}

/** Overwrites pages in the middle, as a worn SD card does. */
function scribble(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 8_192, 40_960);
  writeFileSync(path, bytes);
}

test.each([
  ["pages that were overwritten", scribble],
  ["a file cut short", (path: string) => truncateSync(path, statSync(path).size - 9_000)],
  [
    "something that is no database",
    (path: string) => writeFileSync(path, "not SQLite".repeat(999)),
  ],
])("%s: the file is moved aside whole, reported at every start, and work goes on", (_, damage) => {
  using dir = tempDir();
  const path = join(dir.path, "hub.db");
  fill(path);
  damage(path);
  const damaged = readFileSync(path);
  const records: LogRecord[] = [];
  const log = createLogger(systemClock, "info", (record) => records.push(record));
  {
    using store = openStore(path, { clock: systemClock, log });
    store.migrate("test", ["CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)"]);
    expect(store.get("SELECT count(*) AS n FROM rows")).toEqual({ n: 0 });
    expect(store.quarantined).toHaveLength(1);
    expect(readFileSync(store.quarantined[0] ?? "").equals(damaged)).toBe(true);
  }
  expect(records.map(({ level, event }) => ({ level, event }))).toEqual([
    { level: "error", event: "store.corrupt" },
  ]);
  using again = openStore(path, { clock: systemClock, log });
  expect(again.quarantined).toHaveLength(1);
  expect(records).toHaveLength(1);
});

test("a sound file is opened in place", () => {
  using dir = tempDir();
  const path = join(dir.path, "hub.db");
  fill(path);
  using store = openStore(path, { clock: systemClock, log: silentLogger });
  expect(store.get("SELECT count(*) AS n FROM rows")).toEqual({ n: 500 });
  expect(store.quarantined).toEqual([]);
  expect(existsSync(path)).toBe(true);
});
