/** F34: "Task 5" and "Task 6" were merged. Here names that differ in numbers wait for a person's word. */
import { expect, test } from "vitest";
import { author, openGraph, principal, triple } from "../support/graph.ts";
import { tempDir } from "../support/temp-dir.ts";

test.each([
  ["Task 5", "Task 6"],
  ["主卧温度传感器1", "主卧温度传感器２"],
  ["任务五", "任务六"],
])("%s and %s are joined only when that is confirmed", async (one, two) => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  const ann = author("ann");
  await open.graph.commit([triple(one, "属于", "小安"), triple(two, "属于", "小安")], ann);
  await expect(open.graph.merge(one, two, ann)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(open.graph.introspect(principal("ann")).entities).toBe(3);
  await open.graph.merge(one, two, ann, { isConfirmed: true });
  expect(open.graph.introspect(principal("ann")).entities).toBe(2);
});
