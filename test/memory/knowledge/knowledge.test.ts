/** The knowledge base: files of the owner's, found by what stands in them, edited by whoever likes. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLogger, type LogRecord, silentLogger, systemClock } from "#base";
import { openStore } from "#platform/store";
import { createKnowledge } from "../../../src/memory/knowledge/index.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { tempDir } from "../../support/temp-dir.ts";

const never = new AbortController().signal;

function openKnowledge(root: string) {
  const store = openStore(join(root, "memory.db"), { clock: systemClock, log: silentLogger });
  const clock = createManualClock();
  const logged: LogRecord[] = [];
  const dir = join(root, "knowledge");
  const log = createLogger(clock, "debug", (record) => void logged.push(record));
  const knowledge = createKnowledge({ store, dir, clock, log });
  const names = async (query: string, topK = 5) =>
    (await knowledge.search(query, topK, never)).map(({ name }) => name);
  /** Somebody edits a file, and time passes. */
  const put = (name: string, content: string, file = "content.md") => {
    mkdirSync(join(dir, name), { recursive: true });
    writeFileSync(join(dir, name, file), content);
    clock.advance(1_000);
  };
  return {
    store,
    clock,
    logged,
    dir,
    knowledge,
    names,
    put,
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

test("entries are found by what stands in them and by their names, in both languages", async () => {
  using dir = tempDir();
  using base = openKnowledge(dir.path);
  await base.knowledge.add("电器/洗衣机", "滤网每个月清洗一次。报错 E13 时检查排水管。");
  await base.knowledge.add(
    "appliances/dishwasher",
    "Rinse aid goes into the left chamber. Error E24: check the drain.",
  );
  await base.knowledge.add("食谱/红烧肉", "五花肉焯水，冰糖炒色，小火炖四十分钟。");
  expect(await base.names("洗衣机多久洗一次滤网")).toEqual(["电器/洗衣机"]);
  expect(await base.names("E13")).toEqual(["电器/洗衣机"]);
  expect(await base.names("where does the rinse aid go")).toEqual(["appliances/dishwasher"]);
  expect(await base.names("紅燒肉")).toEqual(["食谱/红烧肉"]);
  expect(await base.names("肉")).toEqual(["食谱/红烧肉"]);
  expect(await base.names("吸尘器")).toEqual([]);
  expect(await base.names("…!?")).toEqual([]);
  const [hit] = await base.knowledge.search("冰糖", 5, never);
  expect(hit).toMatchObject({
    content: expect.stringContaining("五花肉"),
    score: expect.any(Number),
  });
  expect(readFileSync(join(base.dir, "食谱/红烧肉/content.md"), "utf8")).toContain("冰糖");
});

test("what is edited, added and taken away on the disk is noticed", async () => {
  using dir = tempDir();
  using base = openKnowledge(dir.path);
  base.put("garden/roses", "Cut them back in March.");
  base.put("garden/lawn", "Mow on Saturdays.", "content.txt");
  expect(await base.names("march")).toEqual(["garden/roses"]);
  expect(await base.names("saturdays")).toEqual(["garden/lawn"]);
  base.put("garden/roses", "Cut them back in April.");
  expect(await base.names("march")).toEqual([]);
  expect(await base.names("april")).toEqual(["garden/roses"]);
  // The same length in the same second is another time of change all the same.
  base.put("garden/roses", "Cut them back in June..");
  utimesSync(join(base.dir, "garden/roses/content.md"), 1_000_000, 1_000_001);
  base.clock.advance(1_000);
  expect(await base.names("june")).toEqual(["garden/roses"]);
  rmSync(join(base.dir, "garden/lawn"), { recursive: true });
  base.clock.advance(1_000);
  expect(await base.names("saturdays")).toEqual([]);
  expect(base.knowledge.list()).toEqual([{ name: "garden/roses", updatedAt: 1_000_001_000 }]);
});

test("a listing begins with what is asked for, and a restart keeps the index", async () => {
  using dir = tempDir();
  {
    using base = openKnowledge(dir.path);
    for (const name of ["a/one", "a/two", "b/c/deep"])
      await base.knowledge.add(name, `about ${name}`);
  }
  using base = openKnowledge(dir.path);
  const listed = (prefix?: string) => base.knowledge.list(prefix).map(({ name }) => name);
  expect([listed(), listed("a/"), listed("b/c/")]).toEqual([
    ["a/one", "a/two", "b/c/deep"],
    ["a/one", "a/two"],
    ["b/c/deep"],
  ]);
  expect(await base.names("deep")).toEqual(["b/c/deep"]);
});

test("an entry is added once and taken away with its empty folders alone", async () => {
  using dir = tempDir();
  using base = openKnowledge(dir.path);
  await base.knowledge.add("a/b/one", "first");
  await expect(base.knowledge.add("a/b/one", "second")).rejects.toMatchObject({ code: "CONFLICT" });
  writeFileSync(join(base.dir, "a/photo.jpg"), "the owner's");
  await base.knowledge.delete("a/b/one");
  expect(existsSync(join(base.dir, "a/b"))).toBe(false);
  expect(existsSync(join(base.dir, "a/photo.jpg"))).toBe(true);
  await expect(base.knowledge.delete("a/b/one")).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await base.names("first")).toEqual([]);
});

test.each([
  "one",
  "/etc/passwd",
  "../a/b",
  "a/../b",
  "a/./b",
  "a//b",
  "a/b/",
  ".hidden/a",
  "a/b\u0000c",
  "a/b\nc",
  "a/\u202eb",
  "a/b.",
  "a/ b",
  "a/b/c/d/e",
  `a/${"x".repeat(65)}`,
  "a/b\\c",
  "a/<b>",
  "",
])("the name %j is refused and nothing is written", async (name) => {
  using dir = tempDir();
  using base = openKnowledge(dir.path);
  await expect(base.knowledge.add(name, "x")).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  await expect(base.knowledge.delete(name)).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  expect(existsSync(base.dir)).toBe(false);
});

test("links lead neither reading nor writing out of it", async () => {
  using dir = tempDir();
  using base = openKnowledge(dir.path);
  const outside = join(dir.path, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "content.md"), "a secret of somebody else");
  mkdirSync(join(base.dir, "a/linked-file"), { recursive: true });
  symlinkSync(join(outside, "content.md"), join(base.dir, "a/linked-file/content.md"));
  symlinkSync(outside, join(base.dir, "a/linked-folder"));
  symlinkSync(outside, join(base.dir, "way-out"));
  expect(await base.names("secret")).toEqual([]);
  await expect(base.knowledge.add("way-out/new", "x")).rejects.toMatchObject({
    code: "INVALID_PARAMS",
  });
  expect(existsSync(join(outside, "new"))).toBe(false);
});

test("what is no text, or too much of it, is named once and harms nothing else", async () => {
  using dir = tempDir();
  using base = openKnowledge(dir.path);
  base.put("a/good", "fine");
  mkdirSync(join(base.dir, "a/binary"), { recursive: true });
  writeFileSync(join(base.dir, "a/binary/content.md"), Uint8Array.of(0xff, 0xfe, 0));
  base.put("a/huge", "x".repeat(1024 * 1024 + 1));
  expect(await base.names("fine")).toEqual(["a/good"]);
  base.clock.advance(1_000);
  expect(await base.names("fine")).toEqual(["a/good"]);
  const told = base.logged.filter(({ event }) => event === "knowledge.unreadable");
  expect(told.map(({ fields }) => fields["name"]).toSorted()).toEqual(["a/binary", "a/huge"]);
  await expect(base.knowledge.add("a/big", "x".repeat(1024 * 1024 + 1))).rejects.toMatchObject({
    code: "TOO_LARGE",
  });
  await expect(base.knowledge.add("a/empty", " \n")).rejects.toMatchObject({
    code: "INVALID_PARAMS",
  });
});

test("questions with the index's own signs are words and no commands", async () => {
  using dir = tempDir();
  using base = openKnowledge(dir.path);
  await base.knowledge.add("a/b", 'the word "near" and OR stand here');
  for (const query of ['"', "near", 'a" OR b', "name:secret", "*", "NOT", "x AND (", "near/3"]) {
    await expect(base.knowledge.search(query, 5, never)).resolves.toBeDefined();
  }
  expect(await base.names("NEAR")).toEqual(["a/b"]);
});
