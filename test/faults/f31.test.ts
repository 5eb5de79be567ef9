/** F31: adding the identical text twice deleted it. Here the second time is counted, and no more. */
import { expect, test } from "vitest";
import { author, openGraph, principal } from "../support/graph.ts";
import { tempDir } from "../support/temp-dir.ts";

test("the identical text of one scope is kept once, however often it is told", async () => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  const ann = author("ann");
  const [first] = await open.graph.remember([{ text: "明天交房租" }], ann);
  const again = await open.graph.remember([{ text: "明天交房租 " }, { text: "明天交房租" }], ann);
  expect(again).toEqual([first, first]);
  expect(open.graph.browse(principal("ann"), {}).sentences).toMatchObject([
    { id: first, text: "明天交房租", mentions: 3 },
  ]);
  expect([...open.index.keys()]).toEqual([first]);
  const [shared] = await open.graph.remember([{ text: "明天交房租", scope: "shared" }], ann);
  expect(shared).not.toBe(first);
});
