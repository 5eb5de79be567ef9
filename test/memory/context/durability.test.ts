/** What the windows survive: restarts, kills, and a disk that refuses. */
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createLogger, type LogRecord, silentLogger, systemClock } from "#base";
import type { ContextEvent } from "#contract";
import type { ContextDraft } from "#kernel/state";
import { openStore } from "#platform/store";
import { runScript } from "../../support/child-script.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { openMemory, person } from "../../support/memory.ts";
import { tempDir } from "../../support/temp-dir.ts";

const TALKER = resolve(import.meta.dirname, "children/remember.ts");
const signal = new AbortController().signal;
const ann = person("ann");
const REFUSE_A = `CREATE TRIGGER full BEFORE INSERT ON context_events
  WHEN new.event LIKE '%"input":"a"%' BEGIN SELECT raise(FAIL, 'full'); END`;
const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
const request = { principal: ann, channel: "phone", text: "x" };
const said = (input: string, more: Partial<ContextDraft> = {}): ContextDraft => ({
  source: "user",
  channel: "phone",
  personId: "ann",
  input,
  ...more,
});

test("a restart keeps the window, to the last field", async () => {
  using dir = tempDir();
  const draft: ContextDraft = {
    source: "agent",
    channel: "phone",
    personId: "ann",
    turnId: "t_1",
    input: "",
    response: "好的\u0000\ud83d\udca1 '\"",
    toolsUsed: ["device_command"],
    toolResults: [
      {
        callId: "c_1",
        name: "device_command",
        arguments: { targets: ["sim.living_light"], value: 204 },
        outcome: "ok",
        content: "ok",
        derived: null,
      },
    ],
    media: [{ digest: "00ff", kind: "audio", mime: "audio/ogg" }],
    noMemory: true,
    derivedText: "cleaned",
  };
  const events: ContextEvent[] = [];
  {
    await using memory = openMemory(dir.path);
    events.push(await memory.context.append(said("开灯")), await memory.context.append(draft));
  }
  await using memory = openMemory(dir.path);
  expect((await memory.context.window(request, signal)).events).toEqual(events);
  expect(events[1]).toMatchObject(draft);
});

test("an event is seen at once and acknowledged once it is on disk", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path);
  using other = openStore(join(dir.path, "memory.db"), { clock: systemClock, log: silentLogger });
  const onDisk = () => other.get("SELECT count(*) AS n FROM context_events");
  const appended = memory.context.append(said("a"));
  expect((await memory.context.window(request, signal)).events.map(({ input }) => input)).toEqual([
    "a",
  ]);
  expect(onDisk()).toEqual({ n: 0 });
  await appended;
  expect(onDisk()).toEqual({ n: 1 });
});

test("closing commits what waits for its group", async () => {
  using dir = tempDir();
  // A clock that stands still: no group is committed by itself.
  const storeClock = createManualClock();
  await using memory = openMemory(dir.path, { topK: 1, protectedCount: 1, storeClock });
  const appended = Promise.all([
    memory.context.append(said("a")),
    memory.context.append(said("b")),
  ]);
  await memory.context.window(request, signal);
  using other = openStore(join(dir.path, "memory.db"), { clock: systemClock, log: silentLogger });
  const onDisk = () => [
    other.get("SELECT count(*) AS n FROM context_events"),
    other.get("SELECT count(*) AS n FROM documents"),
  ];
  expect(onDisk()).toEqual([{ n: 0 }, { n: 0 }]);
  await memory.context[Symbol.asyncDispose]();
  expect(onDisk()).toEqual([{ n: 1 }, { n: 1 }]);
  await appended;
});

test("closing waits for a disk that another process holds", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path);
  using other = openStore(join(dir.path, "memory.db"), { clock: systemClock, log: silentLogger });
  let isWritten = false;
  const appended = memory.context.append(said("a")).then(() => {
    isWritten = true;
  });
  other.run("BEGIN IMMEDIATE");
  const closing = memory.context[Symbol.asyncDispose]();
  other.run("COMMIT");
  expect(isWritten).toBe(false);
  await closing;
  expect(isWritten).toBe(true);
  await appended;
});

test("a conversation whose writes are under way is not read from the disk meanwhile", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path, { storeClock: createManualClock() });
  const appended = memory.context.append(said("a"));
  for (let index = 0; index < 40; index += 1) {
    await memory.context.window({ ...request, channel: `c${index}` }, signal);
  }
  expect((await memory.context.window(request, signal)).events.map(({ input }) => input)).toEqual([
    "a",
  ]);
  memory.store.flush();
  await appended;
});

test("after kill -9 every acknowledged event is there, in its window or archived, once", async () => {
  for (const least of [40, 173, 311]) {
    using dir = tempDir();
    await using child = runScript(TALKER, [dir.path]);
    let acknowledged = -1;
    while (acknowledged < least) {
      const line = await child.nextLine();
      expect(line, child.stderr()).toBeDefined();
      acknowledged = Number(line);
    }
    await child.kill();
    await using memory = openMemory(dir.path, { topK: 12, protectedCount: 4 });
    const found: number[] = [];
    for (const name of ["ann", "bob", "guest"]) {
      const principal = person(name);
      const { events } = await memory.context.window({ ...request, principal }, signal);
      found.push(...events.map(({ input }) => Number(input)));
      for (let toMs = all.toMs; ; ) {
        const page = memory.documents.list(principal, { fromMs: 0, toMs });
        found.push(...page.map(({ event }) => Number(event.input)));
        if (page.length < 200) break;
        toMs = (page.at(-1)?.at ?? 0) - 1;
      }
    }
    found.sort((a, b) => a - b);
    expect(found).toEqual(Array.from({ length: found.length }, (_, index) => index));
    expect(found.length).toBeGreaterThan(acknowledged);
  }
});

test("where the disk refuses, the event is not acknowledged and not in the window", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path);
  await memory.context.append(said("a"));
  memory.store.run(
    "CREATE TRIGGER full BEFORE INSERT ON context_events BEGIN SELECT raise(FAIL, 'full'); END",
  );
  await expect(memory.context.append(said("b"))).rejects.toThrow("full");
  memory.store.run("DROP TRIGGER full");
  await memory.context.append(said("c"));
  expect((await memory.context.window(request, signal)).events.map(({ input }) => input)).toEqual([
    "a",
    "c",
  ]);
});

test("an event that never came to the disk is not archived either", async () => {
  using dir = tempDir();
  const storeClock = createManualClock();
  await using memory = openMemory(dir.path, { topK: 1, protectedCount: 1, storeClock });
  memory.store.run(REFUSE_A);
  const appended = memory.context.append(said("a"));
  const kept = memory.context.append(said("b"));
  expect((await memory.context.window(request, signal)).pruned).toBe(1);
  memory.store.flush();
  await expect(appended).rejects.toThrow("full");
  await kept;
  expect(memory.documents.list(ann, all)).toEqual([]);
  expect((await memory.context.window(request, signal)).events.map(({ input }) => input)).toEqual([
    "b",
  ]);
});

test("an archive that fails loses nothing: the event comes back and is archived later, once", async () => {
  using dir = tempDir();
  const records: LogRecord[] = [];
  const log = createLogger(systemClock, "info", (record) => records.push(record));
  await using memory = openMemory(dir.path, { topK: 1, protectedCount: 1, log });
  for (const text of ["a", "b", "c"]) await memory.context.append(said(text));
  memory.store.run(
    "CREATE TRIGGER full BEFORE INSERT ON documents BEGIN SELECT raise(FAIL, 'full'); END",
  );
  await memory.context.window(request, signal);
  memory.store.flush();
  await Promise.resolve();
  expect(memory.documents.count()).toBe(0);
  expect(memory.store.get("SELECT count(*) AS n FROM context_events")).toEqual({ n: 3 });
  memory.store.run("DROP TRIGGER full");
  await expect.poll(async () => (await memory.context.window(request, signal)).pruned).toBe(2);
  expect(
    memory.documents
      .list(ann, all)
      .map(({ event }) => event.input)
      .sort(),
  ).toEqual(["a", "b"]);
  const told = records.filter(({ event }) => event === "context.archive_failed");
  expect(told).toHaveLength(1);
});

test("a row that cannot be read is told and left; the rest of the conversation lives", async () => {
  using dir = tempDir();
  const records: LogRecord[] = [];
  const log = createLogger(systemClock, "info", (record) => records.push(record));
  {
    await using memory = openMemory(dir.path);
    for (const text of ["a", "b"]) await memory.context.append(said(text));
    memory.store.run(
      `UPDATE context_events SET event = '{"half":' WHERE event LIKE '%"input":"a"%'`,
    );
  }
  await using memory = openMemory(dir.path, { log });
  expect((await memory.context.window(request, signal)).events.map(({ input }) => input)).toEqual([
    "b",
  ]);
  expect(records.map(({ event }) => event)).toEqual(["context.row_unreadable"]);
  expect(memory.store.get("SELECT count(*) AS n FROM context_events")).toEqual({ n: 2 });
});
