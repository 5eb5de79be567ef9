/** Vector search, and the probe that the doctor shows. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLogger, systemClock } from "#base";
import { loadVec, openStore, probeStore } from "#platform/store";
import { tempDir } from "../../support/temp-dir.ts";

test("a store with sqlite-vec finds the nearest vectors", async () => {
  using dir = tempDir();
  using store = openStore(join(dir.path, "a.db"), { clock: systemClock, log: silentLogger });
  await loadVec(store, join(dir.path, "native"));
  const blob = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);
  store.migrate("test", ["CREATE VIRTUAL TABLE v USING vec0(place float[2])"]);
  store.run("INSERT INTO v (rowid, place) VALUES (1, ?), (2, ?)", blob(0, 0), blob(3, 4));
  expect(
    store.all("SELECT rowid, distance FROM v WHERE place MATCH ? AND k = 2", blob(0, 1)),
  ).toEqual([
    { rowid: 1, distance: 1 },
    { rowid: 2, distance: Math.fround(Math.sqrt(18)) },
  ]);
});

test("the library is written once, under the hash of its content", async () => {
  using dir = tempDir();
  await probeStore(dir.path);
  await probeStore(dir.path);
  const folders = readdirSync(dir.path);
  expect(folders).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
  expect(readdirSync(join(dir.path, folders[0] ?? ""))).toEqual(["vec0.so"]);
});

test("the probe tries each part and leaves no database behind", async () => {
  using dir = tempDir();
  const probes = await probeStore(dir.path);
  expect(probes.map(({ name, ok, needed }) => ({ name, ok, needed }))).toEqual([
    { name: "bun", ok: true, needed: true },
    { name: "sqlite", ok: true, needed: true },
    { name: "fts5", ok: true, needed: true },
    { name: "sqlite-vec", ok: true, needed: false },
  ]);
  expect(readdirSync(dir.path, { recursive: true }).some((name) => `${name}`.includes(".db"))).toBe(
    false,
  );
});

test("where the library cannot be written, the probe says so and the rest still holds", async () => {
  using dir = tempDir();
  const blocked = join(dir.path, "file");
  writeFileSync(blocked, "");
  const probes = await probeStore(blocked);
  expect(probes.filter((probe) => !probe.ok)).toEqual([
    { name: "sqlite-vec", ok: false, needed: false, detail: expect.stringContaining(blocked) },
  ]);
});
