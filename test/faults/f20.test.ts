/** F20: 225 duplicate relations where 13 were real. Here a repeat refreshes one row. */
import { expect, test } from "vitest";
import { author, openGraph, principal, triple } from "../support/graph.ts";
import { tempDir } from "../support/temp-dir.ts";

test("thirteen facts told two hundred times are thirteen facts", async () => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  const ann = author("ann");
  const all = Array.from({ length: 13 }, (_, index) => triple("小安", "喜欢", `东西${index}号`));
  const told = Array.from({ length: 200 }, (_, index) =>
    open.graph.commit(all.slice(index % 13, (index % 13) + 1), ann),
  );
  const results = await Promise.all(told);
  expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(13);
  expect(results.reduce((sum, { refreshed }) => sum + refreshed, 0)).toBe(187);
  expect(open.graph.introspect(principal("ann")).relations).toBe(13);
});

test("another spelling of a fact is the same fact; another person's is another", async () => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  await open.graph.commit([triple("Tom Lee", "works for", "ACME")], author("ann"));
  const again = await open.graph.commit([triple("tom  lee", "Works_For", "acme")], author("ann"));
  expect(again).toMatchObject({ added: 0, refreshed: 1 });
  const other = await open.graph.commit([triple("Tom Lee", "works for", "ACME")], author("bob"));
  expect(other).toMatchObject({ added: 1, refreshed: 0 });
});
