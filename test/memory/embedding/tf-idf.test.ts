/** The space of words: what it finds alike, and that it says what it is. */
import { expect, test } from "vitest";
import { silentLogger } from "#base";
import { createHealth, type EmbeddingPurpose, type EmbeddingVector } from "#kernel/state";
import { createWordEmbedding } from "#memory/embedding";

const signal = new AbortController().signal;
const open = () => createWordEmbedding(createHealth(silentLogger));

function product(a: EmbeddingVector, b: EmbeddingVector): number {
  if (a.kind !== "sparse" || b.kind !== "sparse") throw new Error("words are sparse");
  const values = new Map([...b.indices].map((index, at) => [index, b.values[at] ?? 0]));
  return [...a.indices].reduce(
    (sum, index, at) => sum + (a.values[at] ?? 0) * (values.get(index) ?? 0),
    0,
  );
}

/** The texts by likeness to the question, best first. */
async function ranked(question: string, texts: readonly string[]): Promise<string[]> {
  using words = open();
  const vectors = await words.embed(texts, "document", signal);
  const [asked] = await words.embed([question], "query", signal);
  const score = (index: number) =>
    product(asked as EmbeddingVector, vectors[index] as EmbeddingVector);
  return texts
    .map((text, index) => ({ text, score: score(index) }))
    .filter((item) => item.score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text);
}

test("words of the question decide, rare ones more than common ones", async () => {
  const common = ["今天天气怎么样", "今天几点了", "今天吃什么", "今天有会吗"];
  expect((await ranked("今天的茉莉花", [...common, "茉莉花开了"]))[0]).toBe("茉莉花开了");
});

test("both scripts, both widths and both cases are one", async () => {
  expect(await ranked("客厅的灯", ["客廳的燈", "卧室"])).toEqual(["客廳的燈"]);
  expect(await ranked("WIFI 密码", ["ｗｉｆｉ密碼", "门锁"])).toEqual(["ｗｉｆｉ密碼"]);
});

test("every vector has unit length or is empty, rising places within the dimension, and its space", async () => {
  using words = open();
  const { fingerprint, dimension, modalities } = words.info();
  expect(modalities).toEqual(["text"]);
  const texts = [
    "",
    "……！",
    "灯",
    "灯灯灯灯 light light",
    "长".repeat(50_000),
    "a1 b2 ".repeat(9_000),
  ];
  for (const purpose of ["document", "query"] satisfies EmbeddingPurpose[]) {
    const vectors = await words.embed(texts, purpose, signal);
    expect(vectors).toHaveLength(texts.length);
    for (const [index, vector] of vectors.entries()) {
      if (vector.kind !== "sparse") throw new Error("words are sparse");
      expect(vector.space).toBe(fingerprint);
      const squares = vector.values.reduce((sum, value) => sum + value * value, 0);
      expect(squares).toBeCloseTo(index < 2 ? 0 : 1, 4);
      const places = [...vector.indices];
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      expect(places.every((place) => place < dimension)).toBe(true);
      expect(places.length).toBeLessThanOrEqual(4_000);
    }
  }
});

test("a text's vector does not depend on what came before it; a question's weights do", async () => {
  using words = open();
  const [first] = await words.embed(["开灯 关灯"], "document", signal);
  const [before] = await words.embed(["开灯 茉莉花"], "query", signal);
  for (let round = 0; round < 50; round += 1) await words.embed(["开灯"], "document", signal);
  const [again] = await words.embed(["开灯 关灯"], "document", signal);
  const [after] = await words.embed(["开灯 茉莉花"], "query", signal);
  expect(again).toEqual(first);
  expect(after).not.toEqual(before);
});

test("counts fade and never run over: what is said all the time stays common", async () => {
  using words = open();
  const thousand = (text: string) => Array.from({ length: 1_000 }, () => text);
  for (let round = 0; round < 2; round += 1)
    await words.embed(thousand("茉莉"), "document", signal);
  // 66 000 times: more than a counter of 16 bits holds.
  for (let round = 0; round < 66; round += 1)
    await words.embed(thousand("开灯"), "document", signal);
  const [asked] = await words.embed(["开灯 茉莉"], "query", signal);
  const [light] = await words.embed(["开灯"], "document", signal);
  const [flower] = await words.embed(["茉莉"], "document", signal);
  const likeLight = product(asked as EmbeddingVector, light as EmbeddingVector);
  const likeFlower = product(asked as EmbeddingVector, flower as EmbeddingVector);
  expect(likeLight).toBeGreaterThan(0);
  expect(likeFlower).toBeGreaterThan(likeLight);
});

test("that words stand in for a model is shown for as long as they do", () => {
  const health = createHealth(silentLogger);
  {
    using _words = createWordEmbedding(health);
    expect(health.list()).toEqual([{ part: "embedding", reason: "no model: similarity by words" }]);
  }
  expect(health.list()).toEqual([]);
});

test("an aborted question is not answered", async () => {
  using words = open();
  const aborted = AbortSignal.abort(new Error("gone"));
  await expect(words.embed(["灯"], "query", aborted)).rejects.toThrow("gone");
});
