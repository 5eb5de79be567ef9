/** F33: a stale copy overwrote a newer one. Here a change names the fact that it replaces. */
import { expect, test } from "vitest";
import { author, openGraph, principal, triple } from "../support/graph.ts";
import { tempDir } from "../support/temp-dir.ts";

test("of two changes to one fact the second is refused, and both sides can see why", async () => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  const ann = author("ann");
  const { graph } = open;
  const old = triple("小安", "喜欢", "咖啡", { sentence_text: "我喜欢咖啡" });
  await graph.commit([old], ann);
  await graph.edit(old, triple("小安", "喜欢", "绿茶"), ann);
  await expect(graph.edit(old, triple("小安", "喜欢", "可乐"), ann)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("绿茶"),
  });
  const { relations } = graph.neighborhood(principal("ann"), ["小安"], 1);
  expect(relations.map(({ object }) => object)).toEqual(["绿茶"]);
  expect([...open.index.values()].map(({ text }) => text)).toEqual(["小安 喜欢 绿茶"]);
  await expect(graph.edit(triple("小安", "讨厌", "咖啡"), old, ann)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
