/** The documents: archived once, whole, with their own time, and read by nobody else. */
import { expect, test } from "vitest";
import { createLogger, type LogRecord, systemClock } from "#base";
import type { ContextEvent } from "#contract";
import { createManualClock } from "../../support/manual-clock.ts";
import { openMemory, person } from "../../support/memory.ts";
import { tempDir } from "../../support/temp-dir.ts";

const ann = person("ann");
const owner = person("owner", "owner");
const event = (id: string, at: number, personId = "ann"): ContextEvent => ({
  id,
  at,
  source: "user",
  channel: "phone",
  personId,
  turnId: "t_1",
  input: `说了 ${id}`,
  response: "",
  toolsUsed: [],
  toolResults: [],
  media: [{ digest: "00ff", kind: "image", mime: "image/png" }],
  noMemory: true,
  derivedText: "cleaned",
});
const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

test("an event is kept whole with its own time, and once however often it is put", async () => {
  using dir = tempDir();
  const clock = createManualClock();
  await using memory = openMemory(dir.path, { clock });
  const { documents } = memory;
  const id = documents.put(event("e_1", 1_000));
  const archivedAt = clock.now();
  clock.advance(5_000);
  expect(documents.put({ ...event("e_1", 1_000), input: "another" })).toBe(id);
  expect(documents.get(ann, id)).toEqual({ id, at: 1_000, archivedAt, event: event("e_1", 1_000) });
  expect(documents.count()).toBe(1);
});

test("a listing is the viewer's own, newest first, within its range and bound", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path);
  const { documents, store } = memory;
  store.transaction(() => {
    for (let at = 1; at <= 300; at += 1) documents.put(event(`a_${at}`, at));
    documents.put(event("b_1", 5, "bob"));
  });
  const times = (range: Parameters<typeof documents.list>[1]) =>
    documents.list(ann, range).map(({ at }) => at);
  expect(times({ fromMs: 3, toMs: 6 })).toEqual([6, 5, 4, 3]);
  expect(times({ ...all, limit: 2 })).toEqual([300, 299]);
  expect(times({ ...all, limit: -1 })).toEqual([]);
  expect(times({ ...all, limit: 9_999 })).toHaveLength(200);
  expect([documents.count(), documents.count(ann), documents.count(owner)]).toEqual([301, 300, 0]);
});

test("nobody reads another's, not even the owner of the house", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path);
  const id = memory.documents.put(event("e_1", 1));
  expect(memory.documents.get(owner, id)).toBeUndefined();
  expect(memory.documents.list(owner, all)).toEqual([]);
});

test("a put joins the caller's transaction: what is rolled back was never archived", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path);
  expect(() =>
    memory.store.transaction(() => {
      memory.documents.put(event("e_1", 1));
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(memory.documents.count()).toBe(0);
});

test("a row that cannot be read is told and left; the others can be read", async () => {
  using dir = tempDir();
  const records: LogRecord[] = [];
  const log = createLogger(systemClock, "info", (record) => records.push(record));
  await using memory = openMemory(dir.path, { log });
  memory.documents.put(event("e_1", 1));
  memory.documents.put(event("e_2", 2));
  memory.store.run(`UPDATE documents SET event = '{}' WHERE at = 1`);
  expect(memory.documents.list(ann, all).map(({ at }) => at)).toEqual([2]);
  expect(records.map(({ event: name }) => name)).toEqual(["documents.row_unreadable"]);
  expect(memory.documents.count()).toBe(2);
});
