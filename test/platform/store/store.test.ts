/** Reading, writing, transactions and migrations of one database file. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BugError, silentLogger, systemClock } from "#base";
import { openStore, type Store } from "#platform/store";
import { tempDir } from "../../support/temp-dir.ts";

const CREATE = "CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT NOT NULL)";

function open(dir: string, name = "a.db"): Store {
  return openStore(join(dir, name), { clock: systemClock, log: silentLogger });
}

function texts(store: Store): string[] {
  return store.all<{ text: string }>("SELECT text FROM rows ORDER BY id").map((row) => row.text);
}

test("what was written is there after closing and opening again, with its types", () => {
  using dir = tempDir();
  const blob = Uint8Array.of(1, 2, 255);
  {
    using store = open(dir.path);
    store.migrate("test", ["CREATE TABLE v (a, b, c, d, e)"]);
    expect(
      store.run("INSERT INTO v VALUES (?, ?, ?, ?, ?)", "客厅", 1.5, null, true, blob),
    ).toEqual({ changes: 1 });
  }
  using store = open(dir.path);
  expect(store.get("SELECT * FROM v")).toEqual({ a: "客厅", b: 1.5, c: null, d: 1, e: blob });
  expect(store.get("SELECT * FROM v WHERE a = 'x'")).toBeUndefined();
});

test("the file is readable by its owner alone, and the log beside it too", () => {
  using dir = tempDir();
  using store = open(dir.path);
  store.migrate("test", [CREATE]);
  for (const end of ["", "-wal", "-shm"]) {
    expect(statSync(store.path + end).mode & 0o777).toBe(0o600);
  }
});

test("a transaction that throws leaves nothing, one that returns leaves all", () => {
  using dir = tempDir();
  using store = open(dir.path);
  store.migrate("test", [CREATE]);
  const add = (text: string) => store.run("INSERT INTO rows (text) VALUES (?)", text);
  expect(() =>
    store.transaction(() => {
      add("lost");
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(store.transaction(() => add("kept").changes)).toBe(1);
  expect(texts(store)).toEqual(["kept"]);
});

test("an inner transaction that fails takes back its own writes, not the outer one's", () => {
  using dir = tempDir();
  using store = open(dir.path);
  store.migrate("test", [CREATE]);
  const add = (text: string) => store.run("INSERT INTO rows (text) VALUES (?)", text);
  store.transaction(() => {
    add("outer");
    expect(() =>
      store.transaction(() => {
        add("inner");
        throw new Error("inner failed");
      }),
    ).toThrow("inner failed");
    store.transaction(() => add("second inner"));
  });
  expect(texts(store)).toEqual(["outer", "second inner"]);
});

test("foreign keys are enforced", () => {
  using dir = tempDir();
  using store = open(dir.path);
  store.migrate("test", [
    "CREATE TABLE parent (id INTEGER PRIMARY KEY)",
    "CREATE TABLE child (parent INTEGER NOT NULL REFERENCES parent(id))",
  ]);
  expect(() => store.run("INSERT INTO child VALUES (7)")).toThrow("FOREIGN KEY");
});

test("migrations run once each, in order, and a failing one leaves nothing behind", () => {
  using dir = tempDir();
  using store = open(dir.path);
  store.migrate("test", [CREATE]);
  store.migrate("test", [CREATE, "INSERT INTO rows (text) VALUES ('second')"]);
  store.migrate("test", [CREATE, "INSERT INTO rows (text) VALUES ('second')"]);
  expect(texts(store)).toEqual(["second"]);
  expect(() =>
    store.migrate("other", ["CREATE TABLE half (a); INSERT INTO missing VALUES (1)"]),
  ).toThrow("missing");
  expect(store.all("SELECT name FROM sqlite_schema WHERE name = 'half'")).toEqual([]);
});

test("a file that knows more migrations, or other ones, is refused with what to do", () => {
  using dir = tempDir();
  using store = open(dir.path);
  store.migrate("test", [CREATE, "CREATE TABLE later (a)"]);
  expect(() => store.migrate("test", [CREATE])).toThrow(
    expect.objectContaining({ code: "STORE_NEWER", hint: expect.stringContaining("backup") }),
  );
  expect(() => store.migrate("test", [`${CREATE} `, "CREATE TABLE later (a)"])).toThrow(
    expect.objectContaining({ code: "STORE_FOREIGN" }),
  );
});

test("more statements than are kept still work, the first ones included", () => {
  using dir = tempDir();
  using store = open(dir.path);
  const sums = () =>
    Array.from({ length: 600 }, (_, n) => store.get<{ n: number }>(`SELECT ${n} AS n`)?.n ?? -1);
  expect(sums()).toEqual(Array.from({ length: 600 }, (_, n) => n));
  expect(sums()[0]).toBe(0);
});

test("a closed store refuses work as the bug that it is; closing twice does no harm", async () => {
  using dir = tempDir();
  const store = open(dir.path);
  store[Symbol.dispose]();
  store[Symbol.dispose]();
  expect(() => store.all("SELECT 1")).toThrow(BugError);
  await expect(store.grouped(() => undefined)).rejects.toThrow(BugError);
});

test("a folder where no file can be made is a clear error", () => {
  expect(() => open("/proc/nowhere")).toThrow(
    expect.objectContaining({
      code: "STORE_IO",
      message: expect.stringContaining("/proc/nowhere"),
      hint: expect.stringContaining("folder"),
    }),
  );
});
