/** F24: documents were never flushed, so migrations ran at each start. Here both happen once. */
import { expect, test } from "vitest";
import { author, openGraph, principal, triple } from "../support/graph.ts";
import { tempDir } from "../support/temp-dir.ts";

test("what was acknowledged is there after a new start, and nothing migrates twice", async () => {
  using dir = tempDir();
  {
    using open = openGraph(dir.path);
    await open.graph.commit([triple("小安", "住在", "上海")], author("ann"));
  }
  using again = openGraph(dir.path);
  expect(again.graph.introspect(principal("ann"))).toMatchObject({ entities: 2, relations: 1 });
  expect(again.store.get("SELECT count(*) AS n FROM migrations WHERE area = 'graph'")).toEqual({
    n: 1,
  });
  // The second run counts ids from 1 again; a new row finds a free one.
  await again.graph.commit([triple("小安", "喜欢", "爬山")], author("ann"));
  expect(again.graph.introspect(principal("ann")).relations).toBe(2);
});
