/** Grouped writes: when they are committed, and what each is told. */

import { Database } from "bun:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLogger, systemClock } from "#base";
import { openStore, type Store } from "#platform/store";
import { createManualClock, type ManualClock, settle } from "../../support/manual-clock.ts";
import { tempDir } from "../../support/temp-dir.ts";

function open(dir: string, clock: ManualClock): Store {
  const store = openStore(join(dir, "a.db"), { clock, log: silentLogger });
  store.migrate("test", ["CREATE TABLE rows (id INTEGER PRIMARY KEY)"]);
  return store;
}

/** What a second process would see: only what is committed. */
function committed(store: Store): number {
  using other = new Database(store.path, { readonly: true });
  return other.query<{ n: number }, []>("SELECT count(*) AS n FROM rows").get()?.n ?? -1;
}

function insert(store: Store, id: number): () => void {
  return () => void store.run("INSERT INTO rows VALUES (?)", id);
}

test("a write is acknowledged after its commit and not before", async () => {
  using dir = tempDir();
  const clock = createManualClock();
  using store = open(dir.path, clock);
  let acknowledged = false;
  const done = store.grouped(insert(store, 1)).then(() => {
    acknowledged = true;
    return committed(store);
  });
  await settle();
  expect([acknowledged, committed(store)]).toEqual([false, 0]);
  clock.advance(5);
  expect(await done).toBe(1);
});

test("the fiftieth write commits at once, without waiting for the clock", async () => {
  using dir = tempDir();
  using store = open(dir.path, createManualClock());
  await Promise.all(Array.from({ length: 50 }, (_, id) => store.grouped(insert(store, id))));
  expect(committed(store)).toBe(50);
});

test("a write that throws is refused alone; its neighbors are kept", async () => {
  using dir = tempDir();
  using store = open(dir.path, createManualClock());
  const all = Promise.allSettled([
    store.grouped(insert(store, 1)),
    store.grouped(() => {
      insert(store, 2)();
      throw new Error("half done");
    }),
    store.grouped(insert(store, 1)),
    store.grouped(insert(store, 3)),
  ]);
  store.flush();
  expect((await all).map((one) => one.status)).toEqual([
    "fulfilled",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
  expect(store.all("SELECT id FROM rows ORDER BY id")).toEqual([{ id: 1 }, { id: 3 }]);
});

test("a group never slips into a transaction that is open", async () => {
  using dir = tempDir();
  const clock = createManualClock();
  using store = open(dir.path, clock);
  const waiting: Promise<void>[] = [];
  expect(() =>
    store.transaction(() => {
      for (let id = 0; id < 60; id += 1) waiting.push(store.grouped(insert(store, id)));
      store.flush();
      throw new Error("rolled back");
    }),
  ).toThrow("rolled back");
  clock.advance(5);
  await Promise.all(waiting);
  expect(committed(store)).toBe(60);
});

test("closing commits what waits", async () => {
  using dir = tempDir();
  const store = open(dir.path, createManualClock());
  const done = store.grouped(insert(store, 1));
  store[Symbol.dispose]();
  await done;
  using again = openStore(store.path, { clock: systemClock, log: silentLogger });
  expect(again.get("SELECT count(*) AS n FROM rows")).toEqual({ n: 1 });
});

test("no more than 10 000 writes wait; one more is told so", async () => {
  using dir = tempDir();
  using store = open(dir.path, createManualClock());
  const waiting: Promise<void>[] = [];
  let refused: Promise<void> | undefined;
  store.transaction(() => {
    for (let n = 0; n < 10_000; n += 1) waiting.push(store.grouped(() => undefined));
    refused = store.grouped(() => undefined);
  });
  await expect(refused).rejects.toMatchObject({ code: "STORE_BUSY" });
  store.flush();
  await Promise.all(waiting);
});

test("a group that another process holds up waits for it, and is refused after five tries", async () => {
  using dir = tempDir();
  const clock = createManualClock();
  using store = open(dir.path, clock);
  using other = new Database(store.path);
  other.run("BEGIN IMMEDIATE");
  const first = store.grouped(insert(store, 1));
  clock.advance(5);
  other.run("ROLLBACK");
  clock.advance(250);
  await first;
  expect(committed(store)).toBe(1);

  other.run("BEGIN IMMEDIATE");
  const second = store.grouped(insert(store, 2));
  clock.advance(5 + 4 * 250);
  await expect(second).rejects.toMatchObject({ code: "STORE_BUSY" });
  other.run("ROLLBACK");
  expect(committed(store)).toBe(1);
});
