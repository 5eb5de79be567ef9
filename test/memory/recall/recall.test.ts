/** Recall over the real graph and index: who may know what, what time and neighbors tell, and what goes. */
import { expect, test } from "vitest";
import { person } from "../../support/memory.ts";
import { ann, openRecalling } from "../../support/recalling-memory.ts";
import { tempDir } from "../../support/temp-dir.ts";

const bob = person("bob");
const guest = person("visitor", "guest");
const DAY_MS = 86_400_000;

test("one's own is one's own, the household's is all members', and a guest has what he said", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  await memory.tell(["车库钥匙在抽屉里"]);
  await memory.tell(["车库门要修"], { scope: "shared" });
  await memory.tell(["我想看看车库"], { principal: guest, origin: "guest" });
  const sees = async (viewer: typeof ann) => (await memory.texts("车库", viewer)).toSorted();
  expect(await sees(ann)).toEqual(["车库钥匙在抽屉里", "车库门要修"].toSorted());
  expect(await sees(bob)).toEqual(["车库门要修"]);
  expect(await sees(guest)).toEqual(["我想看看车库"]);
});

test("a time in the question leads to what was said then", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  const now = memory.clock.now();
  await memory.tell(["晚饭吃了饺子"], { at: now - DAY_MS });
  await memory.tell(["晚饭吃了火锅"], { at: now - 20 * DAY_MS });
  await memory.tell(["晚饭吃了面条"], { at: now - 200 * DAY_MS });
  expect((await memory.texts("昨天晚饭吃了什么"))[0]).toBe("晚饭吃了饺子");
});

test("each hit says why it was found and where it is from", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  await memory.tell(["热水器的型号是 AO-300"]);
  const { hits } = await memory.ask("热水器型号 AO-300");
  expect(hits[0]).toMatchObject({
    kind: "sentence",
    channel: "phone",
    origin: "member",
    scope: "private",
    why: expect.arrayContaining(["exact", "text"]),
  });
  expect(hits[0]?.score).toBeGreaterThan(0);
});

test("a fact is found by its words, by its neighborhood, and no more when it was taken out", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  const author = { principal: ann, origin: "member", channel: "phone" } as const;
  await memory.graph.commit([{ subject: "小明", relation: "喜欢", object: "乌龙茶" }], author);
  const found = await memory.ask("小明喜欢什么");
  expect(found.relations).toMatchObject([{ subject: "小明", relation: "喜欢", object: "乌龙茶" }]);
  expect(found.hits.map(({ text }) => text)).toContain("小明 喜欢 乌龙茶");
  await memory.graph.deleteEntity("小明", author);
  const gone = await memory.ask("小明喜欢什么");
  expect([gone.relations, gone.hits]).toEqual([[], []]);
});

test("what is forgotten is not found, and found again when that is undone", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  await memory.tell(["医生的电话是 555-0100"]);
  const { hits } = await memory.ask("医生电话");
  const author = { principal: ann, origin: "member", channel: "phone" } as const;
  const { undo } = await memory.graph.forget([hits[0]?.id ?? ""], author);
  expect(await memory.texts("医生电话")).toEqual([]);
  await memory.graph.undo(undo ?? "", author);
  expect(await memory.texts("医生电话")).toEqual(["医生的电话是 555-0100"]);
});

test.each(["", " ", "?!…", '"', "NEAR(", "a AND b OR NOT", "\u0000", "\ud800", "x".repeat(5000)])(
  "the question %j is answered, whatever stands in it",
  async (query) => {
    using dir = tempDir();
    using memory = openRecalling(dir.path);
    await memory.tell(["something", "别的事"]);
    expect(await memory.ask(query)).toMatchObject({ hits: expect.any(Array) });
  },
);
