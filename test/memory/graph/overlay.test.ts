/** The overlay: a resident reads the main graph, writes its own, and leaves nothing behind. */
import { expect, test } from "vitest";
import { runIds, systemClock } from "#base";
import { createOverlay } from "../../../src/memory/index.ts";
import { author, openGraph, principal, triple } from "../../support/graph.ts";
import { tempDir } from "../../support/temp-dir.ts";

const ann = author("ann");
const objects = (rows: readonly { object: string }[]) => rows.map(({ object }) => object).sort();

test("an overlay reads both graphs, writes only itself, and is gone when it is disposed", async () => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  const { graph: main } = open;
  await main.commit([triple("小安", "认识", "老张"), triple("老张", "喜欢", "钓鱼")], ann);
  const rows = [...main.exportRows()];
  {
    using overlay = createOverlay({
      ...{ main, clock: systemClock, ids: runIds() },
      timeZone: () => "Asia/Shanghai",
    });
    await overlay.commit([triple("任务员", "帮助", "小安")], ann);
    await overlay.remember([{ text: "正在查资料" }], ann);
    const { entities, relations } = overlay.neighborhood(principal("ann"), ["任务员"], 2);
    expect(objects(relations)).toEqual(["小安", "老张", "钓鱼"]);
    expect(entities.filter(({ name }) => name === "小安")).toMatchObject([{ mentions: 2 }]);
    expect(overlay.introspect(principal("ann"))).toMatchObject({ relations: 3, sentences: 1 });
    expect(overlay.browse(principal("ann"), {}).relations).toHaveLength(3);
    await expect(overlay.deleteEntity("老张", ann)).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  expect([...main.exportRows()]).toEqual(rows);
});
