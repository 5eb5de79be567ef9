/** Vectors beside words: by owner, by space, and never one space's with another's. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLogger, systemClock } from "#base";
import { Spaces } from "#memory/embedding";
import { loadVec, openStore } from "#platform/store";
import { createRecall, VectorIndex } from "../../../src/memory/index.ts";
import { hashSpace } from "../../support/hash-space.ts";
import { person } from "../../support/memory.ts";
import { tempDir } from "../../support/temp-dir.ts";

const never = new AbortController().signal;

/** A recall whose texts all have a vector in one space of hashed words. */
async function openWithVectors(dir: string) {
  const store = openStore(join(dir, "memory.db"), { clock: systemClock, log: silentLogger });
  await loadVec(store, join(dir, "native"));
  const spaces = new Spaces();
  spaces.register("hash", hashSpace());
  const space = await spaces.open("hash", {}, {}, never);
  const vectorOf = async (text: string) => {
    const [vector] = await space.embed([{ modality: "text", text }], "document", never);
    if (!vector) throw new Error("no vector");
    return vector;
  };
  const recall = createRecall({
    ...{ store, clock: systemClock, log: silentLogger, timeZone: () => "UTC" },
    vectors: () => ({
      search: async (question, persons, max) =>
        vectors.nearest(await vectorOf(question), persons, max),
    }),
  });
  const vectors = new VectorIndex(store, space.info);
  let position = 0;
  const tell = async (id: string, text: string, owner: string, near = text) => {
    recall.index.added([
      {
        ...{ id, text, at: 0, speaker: null, person: owner, origin: "member" as const },
        scope: owner === "" ? ("shared" as const) : ("private" as const),
        ...{ guest: false, channel: "c", conversation: "", position: position++ },
      },
    ]);
    expect(vectors.put(id, await vectorOf(near))).toBe(true);
  };
  return {
    store,
    recall,
    vectors,
    vectorOf,
    tell,
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

test("a text without a word of the question is found by its vector, and says so", async () => {
  using dir = tempDir();
  using memory = await openWithVectors(dir.path);
  // Another model would know that these are near; here the vector is told.
  await memory.tell("s_1", "小狗叫豆豆", "ann", "宠物的名字");
  await memory.tell("s_2", "周三去看牙医", "ann");
  const request = { query: "宠物的名字", viewer: person("ann"), at: 0 };
  const { hits } = await memory.recall.recall(request, never);
  expect(hits[0]).toMatchObject({ id: "s_1", why: ["vector"] });
});

test("another person's vectors are not compared, however near", async () => {
  using dir = tempDir();
  using memory = await openWithVectors(dir.path);
  await memory.tell("s_1", "保险箱密码在书里", "bob");
  const { hits } = await memory.recall.recall(
    { query: "保险箱密码", viewer: person("ann"), at: 0 },
    never,
  );
  expect(hits).toEqual([]);
  expect(memory.vectors.nearest(await memory.vectorOf("保险箱密码"), ["ann", ""], 10)).toEqual([]);
});

test("a text that is gone is not found by the vector that is left of it", async () => {
  using dir = tempDir();
  using memory = await openWithVectors(dir.path);
  await memory.tell("s_1", "钥匙在花盆下面", "ann");
  memory.recall.index.removed(["s_1"]);
  const request = { query: "钥匙在花盆下面", viewer: person("ann"), at: 0 };
  expect((await memory.recall.recall(request, never)).hits).toEqual([]);
  expect(memory.vectors.put("s_1", await memory.vectorOf("钥匙"))).toBe(false);
});

test("two fingerprints, or two dimensions, are never compared", async () => {
  using dir = tempDir();
  using memory = await openWithVectors(dir.path);
  await memory.tell("s_1", "灯", "ann");
  const { values } = await memory.vectorOf("灯");
  for (const strange of [
    { space: "hash-2", values },
    { space: "hash-1", values: values.slice(1) },
  ]) {
    expect(() => memory.vectors.nearest(strange, ["ann"], 5)).toThrow("does not belong");
    expect(() => memory.vectors.put("s_1", strange)).toThrow("does not belong");
  }
  const other = new VectorIndex(memory.store, {
    ...{ fingerprint: "hash-2", dimension: 64, modalities: ["text"] },
  });
  expect(other.nearest({ space: "hash-2", values }, ["ann"], 5)).toEqual([]);
  const grown = { fingerprint: "hash-1", dimension: 32, modalities: ["text"] } as const;
  expect(() => new VectorIndex(memory.store, grown)).toThrow("64 dimensions");
});

test("a space that fails costs no hit that the words find", async () => {
  using dir = tempDir();
  const store = openStore(join(dir.path, "memory.db"), { clock: systemClock, log: silentLogger });
  using _ = store;
  const recall = createRecall({
    ...{ store, clock: systemClock, log: silentLogger, timeZone: () => "UTC" },
    vectors: () => ({ search: () => Promise.reject(new Error("the model is gone")) }),
  });
  recall.index.added([
    {
      ...{ id: "s_1", text: "端口是 13010", at: 0, speaker: null, person: "ann", origin: "member" },
      ...{ scope: "private", guest: false, channel: "c", conversation: "", position: 0 },
    },
  ]);
  const { hits } = await recall.recall({ query: "13010", viewer: person("ann"), at: 0 }, never);
  expect(hits.map(({ id }) => id)).toEqual(["s_1"]);
});
