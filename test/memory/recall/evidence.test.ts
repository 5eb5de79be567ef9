/** What speaks for a text besides its words: neighbours, who said it, and what was given just now. */
import { expect, test } from "vitest";
import { author, principal } from "../../support/graph.ts";
import { ann, openRecalling, type RecallingMemory } from "../../support/recalling-memory.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** A talk of several, shared by the household. */
async function talk(memory: RecallingMemory, lines: readonly (readonly [string, string])[]) {
  await memory.graph.remember(
    lines.map(([speaker, text], index) => ({
      ...{ speaker, text, scope: "shared" as const, conversation: "dinner" },
      at: memory.clock.now() - 60_000 * (lines.length - index),
    })),
    author("ann"),
  );
}

test("an answer without a word of the question is found by the question before it", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  await talk(memory, [
    ["Tom", "We had soup again."],
    ["Mia", "What is the name of your new turtle?"],
    ["Tom", "Speedy! He earned it."],
    ["Mia", "I bought tomatoes."],
  ]);
  const { hits } = await memory.ask("name of the turtle");
  const answer = hits.find(({ text }) => text.startsWith("Speedy"));
  expect(hits.slice(0, 2)).toContain(answer);
  expect(answer?.why).toEqual(["neighbor"]);
});

test("of two who say much the same, the one that is named comes first", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  await talk(memory, [
    ["Tom", "I love hiking in the mountains."],
    ["Mia", "I love hiking by the sea."],
  ]);
  for (const [name, text] of [
    ["Tom", "I love hiking in the mountains."],
    ["Mia", "I love hiking by the sea."],
  ]) {
    const { hits } = await memory.ask(`Where does ${name} like to hike?`);
    expect(hits[0]).toMatchObject({ text, why: expect.arrayContaining(["speaker"]) });
  }
});

test("another person's words lend nothing to their neighbours", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  const say = (person: string, text: string, scope: "private" | "shared") =>
    memory.graph.remember([{ text, scope, conversation: "phone" }], author(person));
  await say("bob", "保险箱的密码写在书里", "private");
  await say("ann", "好的没问题", "shared");
  expect(await memory.ask("保险箱的密码", ann)).toMatchObject({ hits: [] });
  const { hits } = await memory.ask("保险箱的密码", principal("bob"));
  expect(hits.map(({ text }) => text)).toContain("保险箱的密码写在书里");
});

test("inflected words are found by one another", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  await memory.tell(["She went swimming with the children", "The printer is broken"]);
  expect((await memory.texts("did a child swim"))[0]).toBe("She went swimming with the children");
});

test("what was given in a conversation is not given there again for a while", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  await memory.tell(["网关的端口是 13010"]);
  await memory.graph.commit([{ subject: "网关", relation: "放在", object: "走廊" }], author("ann"));
  const count = async (channel?: string, viewer = ann) => {
    const { hits, entities, relations } = await memory.ask("网关的端口", viewer, channel);
    return [hits.length > 0, entities.length > 0, relations.length > 0];
  };
  const [all, none] = [
    [true, true, true],
    [false, false, false],
  ];
  expect(await count("phone")).toEqual(all);
  expect(await count("phone")).toEqual(none);
  expect(await count("kitchen")).toEqual(all);
  // Whoever asks without a conversation wants everything.
  expect(await count()).toEqual(all);
  memory.clock.advance(10 * 60 * 1000);
  expect(await count("phone")).toEqual(all);
});

test("a question about the past is answered by what held then, though it no longer does", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  const lives = (object: string) => [{ subject: "小安", relation: "住在", object }];
  await memory.graph.commit(lives("上海"), author("ann"));
  memory.clock.advance(400 * 86_400_000);
  await memory.graph.commit(lives("北京"), author("ann"));
  memory.clock.advance(60_000);
  const homes = async (query: string) =>
    (await memory.ask(query)).relations.map(({ object }) => object);
  expect(await homes("小安住在哪里")).toEqual(["北京"]);
  expect(await homes("小安去年住在哪里")).toContain("上海");
});

test("what was forgotten is absent from then on", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  await memory.tell(["窗户要擦"]);
  const [id = ""] = await memory.graph.remember([{ text: "门锁的密码是 80213" }], author("ann"));
  expect((await memory.ask("80213")).absent).toEqual([]);
  await memory.graph.forget([id], author("ann"));
  expect((await memory.ask("80213")).absent).toEqual(["80213"]);
});

test("a canceled recall ends with the reason", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  const canceled = AbortSignal.abort(new Error("no longer wanted"));
  await expect(memory.ask("灯", ann, undefined, canceled)).rejects.toThrow("no longer wanted");
});
