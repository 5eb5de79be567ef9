/** The graph: facts with their time and owner, taken in, changed, taken out and brought back. */
import { expect, test } from "vitest";
import { author, openGraph, principal, triple } from "../../support/graph.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { tempDir } from "../../support/temp-dir.ts";

const ann = author("ann");
const annSees = principal("ann");
const at = (text: string) => Date.parse(text);

const facts = (rows: readonly { subject: string; relation: string; object: string }[]) =>
  rows.map(({ subject, relation, object }) => `${subject} ${relation} ${object}`).sort();

test("a contradicting fact ends the old one and erases nothing", async () => {
  using dir = tempDir();
  const clock = createManualClock(at("2026-06-01T00:00:00Z"));
  using open = openGraph(dir.path, { clock });
  const { graph } = open;
  const first = await graph.commit([triple("小安", "住在", "上海")], ann);
  clock.advance(1000);
  const second = await graph.commit([triple("小安", "住在", "北京")], ann);
  expect(second).toMatchObject({ added: 1, refreshed: 0, superseded: 1 });
  expect(facts(graph.relationsAt(annSees, "小安", clock.now()))).toEqual(["小安 住在 北京"]);
  const before = graph.relationsAt(annSees, "小安", at("2026-01-01T00:00:00Z"));
  expect(before).toMatchObject([
    { object: "上海", status: "superseded", supersededBy: second.ids[0], id: first.ids[0] },
  ]);
});

test("relations of which there may be many stand beside one another", async () => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  await open.graph.commit([triple("小安", "喜欢", "爬山"), triple("小安", "喜欢", "游泳")], ann);
  expect(open.graph.neighborhood(annSees, ["小安"], 1).relations).toHaveLength(2);
});

test("a question about the past is answered by the time that was told", async () => {
  using dir = tempDir();
  const clock = createManualClock(at("2026-06-01T00:00:00Z"));
  using open = openGraph(dir.path, { clock });
  const { graph } = open;
  await graph.commit([triple("小安", "住在", "北京", { valid_from: "2025" })], ann);
  await graph.commit(
    [triple("小安", "lives in", "上海", { valid_from: "2020", valid_to: "2024" })],
    ann,
  );
  const inMay = (year: number) => graph.relationsAt(annSees, "小安", Date.UTC(year, 4));
  expect(facts(inMay(2019))).toEqual([]);
  expect(facts(inMay(2024))).toEqual(["小安 lives in 上海"]);
  expect(facts(inMay(2026))).toEqual(["小安 住在 北京"]);
});

test("an older fact that is told late takes its place in the past", async () => {
  using dir = tempDir();
  const clock = createManualClock(at("2026-06-01T00:00:00Z"));
  using open = openGraph(dir.path, { clock });
  const { graph } = open;
  await graph.commit([triple("小安", "工作于", "甲公司", { valid_from: "2025-03" })], ann);
  const late = await graph.commit(
    [triple("小安", "就职于", "乙公司", { valid_from: "2019" })],
    ann,
  );
  expect(late.superseded).toBe(0);
  expect(facts(graph.relationsAt(annSees, "小安", clock.now()))).toEqual(["小安 工作于 甲公司"]);
  expect(facts(graph.relationsAt(annSees, "小安", Date.UTC(2022, 0)))).toEqual([
    "小安 就职于 乙公司",
  ]);
});

test("days and years are the house's own", async () => {
  using dir = tempDir();
  using open = openGraph(dir.path, { timeZone: "Asia/Shanghai" });
  await open.graph.commit(
    [triple("小安", "喜欢", "爬山", { valid_from: "2024-05-03", valid_to: "2024-05-03" })],
    ann,
  );
  const [fact] = open.graph.neighborhood(annSees, ["小安"], 1).relations;
  expect(fact).toMatchObject({
    validFrom: at("2024-05-03T00:00:00+08:00"),
    validTo: at("2024-05-04T00:00:00+08:00"),
  });
});

test("nobody sees what is another's, not even a name or a number", async () => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  const { graph } = open;
  await graph.commit([triple("小安", "喜欢", "小明", { sentence_text: "我喜欢小明" })], ann);
  await graph.commit([triple("猫咪", "叫做", "毛毛", { scope: "shared" })], ann);
  const guest = author("gus", { role: "guest" });
  await graph.commit([triple("客人", "喜欢", "喝茶")], guest);
  const seen = (viewer: ReturnType<typeof principal>) =>
    facts(graph.neighborhood(viewer, [], 0).relations);
  expect(seen(annSees)).toEqual(["小安 喜欢 小明", "猫咪 叫做 毛毛"]);
  expect(seen(principal("bob", "owner"))).toEqual(["猫咪 叫做 毛毛"]);
  expect(seen(guest.principal)).toEqual(["客人 喜欢 喝茶"]);
  expect(graph.introspect(principal("bob"))).toMatchObject({ entities: 2, relations: 1 });
  expect(graph.browse(principal("bob"), { name: "小明" })).toEqual({
    sentences: [],
    relations: [],
  });
  await expect(
    graph.commit([triple("客人", "住在", "这里面", { scope: "shared" })], guest),
  ).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(graph.deleteEntity("小明", author("bob"))).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("a walk goes as deep as asked and reaches at most twenty entities", async () => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  const { graph } = open;
  await graph.commit(
    Array.from({ length: 30 }, (_, index) => triple(`点${index}号`, "连到", `点${index + 1}号`)),
    ann,
  );
  const names = (depth: number) =>
    graph.neighborhood(annSees, ["点0号"], depth).entities.map(({ name }) => name);
  expect(names(0)).toEqual(["点0号"]);
  expect(names(2)).toEqual(["点0号", "点1号", "点2号"]);
  await graph.commit(
    Array.from({ length: 40 }, (_, index) => triple("中心点", "连到", `叶子${index}号`)),
    ann,
  );
  expect(graph.neighborhood(annSees, ["中心点"], 4).entities).toHaveLength(20);
});

test("joining two entities moves the facts, sums the counts, keeps the names, drops loops", async () => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  const { graph } = open;
  await graph.commit(
    [
      triple("老张", "喜欢", "钓鱼"),
      triple("张伟", "喜欢", "钓鱼"),
      triple("老张", "认识", "张伟"),
      triple("李梅", "认识", "老张"),
    ],
    ann,
  );
  expect(await graph.merge("老张", "张伟", ann)).toEqual({ moved: 3 });
  const around = graph.neighborhood(annSees, ["老张"], 1);
  expect(facts(around.relations)).toEqual(["张伟 喜欢 钓鱼", "李梅 认识 张伟"]);
  expect(around.entities[0]).toMatchObject({ name: "张伟", aliases: ["老张"], mentions: 5 });
  expect([...open.index.values()].map(({ text }) => text).sort()).toEqual([
    "张伟 喜欢 钓鱼",
    "李梅 认识 张伟",
  ]);
  await expect(graph.merge("老张", "张伟", ann)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(graph.merge("谁谁", "张伟", ann)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a purge needs a criterion; soft hides, hard takes out the orphans, both can be undone", async () => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  const { graph, index } = open;
  await graph.commit(
    [
      triple("小安", "喜欢", "爬山", { sentence_text: "我喜欢爬山" }),
      triple("小安", "养了", "金鱼"),
    ],
    ann,
  );
  const rows = [...graph.exportRows()].filter(({ table }) => !table.startsWith("remov"));
  const texts = new Map(index);
  await expect(graph.purge({}, ann)).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  await expect(graph.purge({ subject_contains: " " }, ann)).rejects.toMatchObject({
    code: "INVALID_PARAMS",
  });
  for (const mode of ["soft", "hard"] as const) {
    const gone = await graph.purge({ subject_contains: "安", mode }, ann);
    expect(gone.removed).toBe(2);
    expect(index.size).toBe(0);
    expect(graph.introspect(annSees)).toMatchObject({
      ...{ relations: 0, sentences: 0, entities: mode === "hard" ? 0 : 3 },
    });
    await expect(graph.undo(gone.undo ?? "", author("bob"))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await graph.undo(gone.undo ?? "", ann);
    expect([...graph.exportRows()]).toEqual(rows);
    expect(index).toEqual(texts);
  }
});

test("what was forgotten can be brought back for thirty days", async () => {
  using dir = tempDir();
  const clock = createManualClock();
  using open = openGraph(dir.path, { clock });
  const { graph } = open;
  const [id = ""] = await graph.remember([{ text: "周三去看牙医" }], ann);
  const gone = await graph.forget([id, "s_none"], ann);
  expect(gone.removed).toBe(1);
  expect(graph.browse(annSees, {}).sentences).toEqual([]);
  clock.advance(31 * 24 * 3600 * 1000);
  await graph.expire();
  await expect(graph.undo(gone.undo ?? "", ann)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("names without a letter, too short or too long are refused and nothing is kept", async () => {
  using dir = tempDir();
  using open = openGraph(dir.path);
  for (const subject of ["安", "12", "x".repeat(51), "  "]) {
    await expect(
      open.graph.commit([triple("小安", "喜欢", "爬山"), triple(subject, "喜欢", "游泳")], ann),
    ).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  }
  await expect(
    open.graph.commit([triple("小安", "喜欢", "爬山", { valid_from: "2024-13" })], ann),
  ).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  expect(open.graph.introspect(annSees)).toMatchObject({ entities: 0, relations: 0 });
});

test("an export taken in elsewhere exports the same rows, and twice changes nothing", async () => {
  using dir = tempDir();
  using other = tempDir();
  using from = openGraph(dir.path);
  using to = openGraph(other.path);
  const { graph } = from;
  await graph.commit([triple("小安", "住在", "上海", { sentence_text: "我住在上海" })], ann);
  await graph.commit([triple("小安", "住在", "北京", { confidence: 0.5 })], ann);
  await graph.commit([triple("老张", "喜欢", "钓鱼"), triple("张伟", "喜欢", "下棋")], ann);
  await graph.merge("老张", "张伟", ann);
  await graph.purge({ target_contains: "钓鱼", mode: "hard" }, ann);
  const rows = JSON.parse(JSON.stringify([...graph.exportRows()])) as unknown[];
  expect(await to.graph.importRows(rows)).toEqual({ added: rows.length, known: 0 });
  expect([...to.graph.exportRows()]).toEqual(rows);
  expect(to.index).toEqual(from.index);
  expect(await to.graph.importRows(rows)).toEqual({ added: 0, known: rows.length });
  await expect(to.graph.importRows([{ table: "entities", row: { id: 1 } }])).rejects.toMatchObject({
    code: "INVALID_PARAMS",
  });
});
