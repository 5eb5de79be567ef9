/** The working window: what stays, what leaves and in which order, and whose it is. */
import { expect, test } from "vitest";
import { CONTEXT_SOURCES, type ContextEvent } from "#contract";
import type { ContextDraft, Embedding, EmbeddingVector } from "#kernel/state";
import { createManualClock } from "../../support/manual-clock.ts";
import { type OpenMemory, openMemory, person } from "../../support/memory.ts";
import { tempDir } from "../../support/temp-dir.ts";

const signal = new AbortController().signal;
const ann = person("ann");
const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

const said = (input: string, more: Partial<ContextDraft> = {}): ContextDraft => ({
  source: CONTEXT_SOURCES.person,
  channel: "phone",
  personId: "ann",
  input,
  ...more,
});
const answered = (response: string, more: Partial<ContextDraft> = {}): ContextDraft => ({
  ...said(""),
  source: CONTEXT_SOURCES.agent,
  response,
  ...more,
});
async function add(memory: OpenMemory, drafts: readonly ContextDraft[]): Promise<ContextEvent[]> {
  return await Promise.all(drafts.map((draft) => memory.context.append(draft)));
}
const texts = (events: readonly ContextEvent[]) =>
  events.map(({ input, response }) => input || response);
const windowOf = async (memory: OpenMemory, text: string, channel = "phone") =>
  texts((await memory.context.window({ principal: ann, channel, text }, signal)).events);
const archived = (memory: OpenMemory) =>
  texts(memory.documents.list(ann, all).map(({ event }) => event));

test("of what is not recent, what is like the input stays; the rest is archived with its own time", async () => {
  using dir = tempDir();
  const clock = createManualClock();
  await using memory = openMemory(dir.path, { clock, topK: 4, protectedCount: 2 });
  const begin = clock.now();
  for (const text of [
    "周末去爬山吧",
    "阳台的茉莉花要浇水",
    "明天开会",
    "冰箱里没有牛奶",
    "晚饭吃什么",
    "好的",
  ]) {
    await add(memory, [said(text)]);
    clock.advance(60_000);
  }
  expect(await windowOf(memory, "茉莉花今天浇水了吗，牛奶呢")).toEqual([
    "阳台的茉莉花要浇水",
    "冰箱里没有牛奶",
    "晚饭吃什么",
    "好的",
  ]);
  const documents = memory.documents.list(ann, all);
  expect(
    documents.map(({ at, archivedAt, event }) => [at, archivedAt, event.at, event.input]),
  ).toEqual([
    [begin + 120_000, clock.now(), begin + 120_000, "明天开会"],
    [begin, clock.now(), begin, "周末去爬山吧"],
  ]);
});

test.each([
  [30, 10, 30],
  [3, 10, 10],
  [1, 1, 1],
])("topK %i with %i protected: a window of %i", async (topK, protectedCount, size) => {
  using dir = tempDir();
  await using memory = openMemory(dir.path, { topK, protectedCount });
  await add(
    memory,
    Array.from({ length: 33 }, (_, index) => said(`第${index}句`)),
  );
  const window = await memory.context.window(
    { principal: ann, channel: "phone", text: "" },
    signal,
  );
  expect([window.events.length, window.pruned, memory.documents.count(ann)]).toEqual([
    size,
    33 - size,
    33 - size,
  ]);
  expect(texts(window.events).slice(-protectedCount)).toEqual(
    Array.from({ length: 33 }, (_, index) => `第${index}句`).slice(-Math.min(protectedCount, size)),
  );
});

test("the hub's answers count by what was answered, talk by what was asked, what came back by both", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path, { topK: 4, protectedCount: 1 });
  await add(memory, [
    said("别的话题", { source: CONTEXT_SOURCES.recalled, response: "茉莉花喜欢太阳" }),
    answered("茉莉花两天浇一次", { input: "unrelated words" }),
    said("unrelated words", { response: "茉莉花两天浇一次" }),
    said("茉莉花怎么养"),
    said("现在"),
  ]);
  const { events } = await memory.context.window(
    { principal: ann, channel: "phone", text: "茉莉花" },
    signal,
  );
  expect(events.map(({ source, input }) => [source, input])).toEqual([
    ["cold_storage", "别的话题"],
    ["agent", "unrelated words"],
    ["user", "茉莉花怎么养"],
    ["user", "现在"],
  ]);
});

test("screens of programs leave their window unarchived, by source and by channel", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path, { topK: 1, protectedCount: 1 });
  const events = ["agentcli", "terminal", "timer"].map((source) => said(source, { source }));
  await add(memory, [...events, said("last")]);
  expect(await windowOf(memory, "x")).toEqual(["last"]);
  await add(memory, [
    said("ls", { channel: "terminal" }),
    answered("files", { channel: "terminal" }),
  ]);
  expect(await windowOf(memory, "x", "terminal")).toEqual(["files"]);
  expect(archived(memory)).toEqual(["timer"]);
  expect(memory.store.get("SELECT count(*) AS n FROM context_events")).toEqual({ n: 2 });
});

test("nobody's window holds another's events, nor those of another channel", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path, { topK: 2, protectedCount: 2 });
  const guest = person("guest-1", "guest");
  await add(memory, [said("ann's secret"), said("by speaker", { channel: "speaker" })]);
  await add(memory, [said("hello", { personId: "guest-1" })]);
  const guests = await memory.context.window(
    { principal: guest, channel: "phone", text: "ann's secret" },
    signal,
  );
  expect(texts(guests.events)).toEqual(["hello"]);
  // A chatty guest pushes nothing out of Ann's window.
  await add(
    memory,
    Array.from({ length: 9 }, (_, i) => said(`noise ${i}`, { personId: "guest-1" })),
  );
  await memory.context.window({ principal: guest, channel: "phone", text: "" }, signal);
  expect(await windowOf(memory, "x")).toEqual(["ann's secret"]);
  expect(await windowOf(memory, "x", "speaker")).toEqual(["by speaker"]);
  expect(memory.documents.list(ann, all)).toEqual([]);
  expect(memory.documents.count(guest)).toBe(8);
  const [theirs] = memory.documents.list(guest, all);
  expect(memory.documents.get(ann, theirs?.id ?? "")).toBeUndefined();
});

test("what is said last stands last, even where the clock was set back; what comes back stands at its time", async () => {
  using dir = tempDir();
  const clock = createManualClock();
  await using memory = openMemory(dir.path, { clock });
  const begin = clock.now();
  await add(memory, [said("one")]);
  clock.advance(10_000);
  await add(memory, [said("two")]);
  clock.jump(-3_600_000);
  await add(memory, [said("three"), answered("four")]);
  await add(memory, [
    said("of yesterday", { source: CONTEXT_SOURCES.recalled, at: begin - 86_400_000 }),
    said("between", { source: CONTEXT_SOURCES.recalled, at: begin + 5_000 }),
  ]);
  const inOrder = ["of yesterday", "one", "between", "two", "three", "four"];
  expect(await windowOf(memory, "x")).toEqual(inOrder);
  memory.store.flush();
  await using again = openMemory(dir.path);
  expect(await windowOf(again, "x")).toEqual(inOrder);
});

test("pictures are remembered like words, and survive archive and restart", async () => {
  using dir = tempDir();
  const media = [{ digest: "ab".repeat(32), kind: "image" as const, mime: "image/jpeg" }];
  {
    await using memory = openMemory(dir.path, { topK: 1, protectedCount: 1 });
    await add(memory, [said("", { media }), said("看这个", { media })]);
    const { events } = await memory.context.window(
      { principal: ann, channel: "phone", text: "看" },
      signal,
    );
    expect(events.map((event) => [event.input, event.media])).toEqual([["看这个", media]]);
  }
  await using memory = openMemory(dir.path);
  expect(memory.documents.list(ann, all).map(({ event }) => event.media)).toEqual([media]);
  const { events } = await memory.context.window(
    { principal: ann, channel: "phone", text: "看" },
    signal,
  );
  expect(events.map((event) => event.media)).toEqual([media]);
});

test("pruning by tokens drops the least like first, down to the bound, and never a protected one", async () => {
  using dir = tempDir();
  const tokensOf = () => 100;
  await using memory = openMemory(dir.path, { topK: 30, protectedCount: 3, tokensOf });
  await add(
    memory,
    ["灯", "水", "茉莉花", "a", "b", "c"].map((text) => said(text)),
  );
  const prune = async (tokensMax: number) => {
    const request = { principal: ann, channel: "phone", text: "茉莉花", tokensMax };
    const { events, pruned } = await memory.context.prune(request, signal);
    return [...texts(events), pruned];
  };
  expect(await prune(450)).toEqual(["茉莉花", "a", "b", "c", 2]);
  expect(await prune(400)).toEqual(["茉莉花", "a", "b", "c", 0]);
  expect(await prune(0)).toEqual(["a", "b", "c", 1]);
  expect(await prune(0)).toEqual(["a", "b", "c", 0]);
  expect(archived(memory)).toEqual(["茉莉花", "水", "灯"]);
});

test("a window that nobody asks for stays bounded", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path, { topK: 5, protectedCount: 2 });
  for (let index = 0; index < 200; index += 1) await memory.context.append(said(`${index}`));
  memory.store.flush();
  const kept = memory.store.get<{ n: number }>("SELECT count(*) AS n FROM context_events");
  expect(kept?.n).toBeLessThanOrEqual(5 + 32);
  expect((kept?.n ?? 0) + memory.documents.count()).toBe(200);
  expect((await windowOf(memory, "199")).at(-1)).toBe("199");
});

test("of too many conversations the one silent for longest is archived whole", async () => {
  using dir = tempDir();
  const clock = createManualClock();
  await using memory = openMemory(dir.path, { clock });
  for (let index = 0; index < 256; index += 1) {
    await add(memory, [said(`${index}`, { channel: `c${index}` })]);
    clock.advance(1_000);
  }
  await add(memory, [said("again", { channel: "c0" })]);
  expect(memory.documents.count()).toBe(0);
  clock.advance(1_000);
  await add(memory, [said("new", { channel: "c256" })]);
  expect(archived(memory)).toEqual(["1"]);
  expect(await windowOf(memory, "x", "c0")).toEqual(["0", "again"]);
  expect(await windowOf(memory, "x", "c1")).toEqual([]);
});

test("windows that are not in memory any more are read again", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path);
  const channels = Array.from({ length: 40 }, (_, index) => `c${index}`);
  for (const channel of channels) await add(memory, [said(`in ${channel}`, { channel })]);
  for (const channel of channels) {
    expect(await windowOf(memory, "x", channel)).toEqual([`in ${channel}`]);
    await add(memory, [answered(`to ${channel}`, { channel })]);
  }
  for (const channel of channels) {
    expect(await windowOf(memory, "x", channel)).toEqual([`in ${channel}`, `to ${channel}`]);
  }
});

test("where no vectors can be made, the oldest leave", async () => {
  using dir = tempDir();
  const embedding: Embedding = {
    info: () => ({ fingerprint: "none", dimension: 1, modalities: ["text"] }),
    embed: () => Promise.reject(new Error("the model is gone")),
  };
  await using memory = openMemory(dir.path, { topK: 2, protectedCount: 1, embedding });
  await add(memory, [said("茉莉花"), said("b"), said("c")]);
  expect(await windowOf(memory, "茉莉花")).toEqual(["b", "c"]);
});

test("vectors of another space are made anew, never compared", async () => {
  using dir = tempDir();
  let space = "first";
  const seen: string[][] = [];
  const embedding: Embedding = {
    info: () => ({ fingerprint: space, dimension: 2, modalities: ["text"] }),
    embed: async (inputs) => {
      seen.push([...inputs]);
      return inputs.map((text): EmbeddingVector => {
        const isHit = text.includes(space);
        return { kind: "dense", space, values: Float32Array.of(isHit ? 1 : 0, isHit ? 0 : 1) };
      });
    },
  };
  await using memory = openMemory(dir.path, { topK: 3, protectedCount: 1, embedding });
  await add(
    memory,
    ["first", "second", "third", "x"].map((text) => said(text)),
  );
  expect(await windowOf(memory, "first")).toEqual(["first", "third", "x"]);
  space = "third";
  await add(memory, [said("y")]);
  expect(await windowOf(memory, "third")).toEqual(["third", "x", "y"]);
  expect(seen).toEqual([
    ["first", "second", "third", "x"],
    ["first"],
    ["first", "third", "x", "y"],
    ["third"],
  ]);
});

test("an event beyond all measure is refused by name and leaves nothing", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path);
  await expect(memory.context.append(said("长".repeat(400_000)))).rejects.toMatchObject({
    code: "TOO_LARGE",
  });
  expect(await windowOf(memory, "x")).toEqual([]);
});

test("an aborted question prunes nothing", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path, { topK: 1, protectedCount: 1 });
  await add(memory, [said("a"), said("b")]);
  const aborted = AbortSignal.abort(new Error("gone"));
  const request = { principal: ann, channel: "phone", text: "a" };
  await expect(memory.context.window(request, aborted)).rejects.toThrow("gone");
  expect(memory.documents.count()).toBe(0);
});
