/** The people of the memory, over the real graph: traits, relations, and whose they are to see. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { countingIds, silentLogger, systemClock } from "#base";
import type { MemoryAuthor, Principal } from "#contract";
import { openStore } from "#platform/store";
import { createGraph, createPeople } from "../../../src/memory/index.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { person } from "../../support/memory.ts";
import { tempDir } from "../../support/temp-dir.ts";

const ann = person("ann");
const bob = person("bob");
const by = (principal: Principal, origin: MemoryAuthor["origin"] = "member"): MemoryAuthor => ({
  principal,
  origin,
  channel: "phone",
});

function openPeople(dir: string) {
  const clock = createManualClock();
  const store = openStore(join(dir, "memory.db"), { clock: systemClock, log: silentLogger });
  const graph = createGraph({ store, clock, ids: countingIds(), timeZone: () => "Asia/Shanghai" });
  const people = createPeople({ graph, clock });
  return { clock, graph, people, [Symbol.dispose]: () => store[Symbol.dispose]() };
}

test("a trait is set, changed and asked for, and its past stays in the graph", async () => {
  using dir = tempDir();
  using opened = openPeople(dir.path);
  const { people, clock, graph } = opened;
  await people.setTrait("小明", "favorite food", "饺子", by(ann));
  const before = clock.now();
  clock.advance(60_000);
  await people.setTrait("小明", "Favorite-Food", "火锅", by(ann));
  expect(people.person(ann, "小明")).toEqual({
    name: "小明",
    traits: { favorite_food: "火锅" },
    relations: [],
  });
  const then = graph.relationsAt(ann, "小明", before).map(({ object }) => object);
  expect(then).toEqual(["饺子"]);
});

test("F28: a trait is matched by what it is, not by who is called like it", async () => {
  using dir = tempDir();
  using opened = openPeople(dir.path);
  const { people } = opened;
  await people.setTrait("小雨", "爱好", "画画", by(ann));
  await people.setTrait("爱好者老王", "职业", "木匠", by(ann));
  expect(people.trait(ann, "爱好")).toEqual([{ name: "小雨", value: "画画" }]);
  expect(people.trait(ann, "爱好", "爱好者老王")).toEqual([]);
  expect(people.trait(ann, "职业", "爱好者老王")).toEqual([{ name: "爱好者老王", value: "木匠" }]);
  expect(people.trait(ann, "小雨")).toEqual([]);
});

test("a network goes out from somebody, as far as it is asked to", async () => {
  using dir = tempDir();
  using opened = openPeople(dir.path);
  const { people } = opened;
  await people.relate("小明", "儿子", "老张", by(ann));
  await people.relate("老张", "同事", "李工", by(ann));
  await people.relate("李工", "邻居", "王婶", by(ann));
  const names = (depth: number) =>
    people
      .network(ann, "小明", depth)
      .map(({ name }) => name)
      .toSorted();
  expect(names(0)).toEqual(["小明"]);
  expect(names(1)).toEqual(["小明", "老张"].toSorted());
  expect(names(2)).toEqual(["小明", "李工", "老张"].toSorted());
  expect(people.person(ann, "老张")?.relations).toEqual(
    expect.arrayContaining([
      { relation: "同事", person: "李工" },
      { relation: "儿子 ←", person: "小明" },
    ]),
  );
  expect(people.network(ann, "没有这个人", 2)).toEqual([]);
});

test("what one tells of people is his own, what is the household's is for all but guests", async () => {
  using dir = tempDir();
  using opened = openPeople(dir.path);
  const { people } = opened;
  await people.setTrait("小明", "生日礼物", "自行车", by(ann));
  await people.setTrait("奶奶", "口味", "清淡", by(person("plugin:notes"), "plugin"));
  expect(people.list(ann).toSorted()).toEqual(["奶奶", "小明"].toSorted());
  expect(people.list(bob)).toEqual(["奶奶"]);
  expect(people.person(bob, "小明")).toBeUndefined();
  expect(people.list(person("visitor", "guest"))).toEqual([]);
});

test("bad names are refused and nothing is written", async () => {
  using dir = tempDir();
  using opened = openPeople(dir.path);
  const { people } = opened;
  const refused = { code: "INVALID_PARAMS" };
  await expect(people.setTrait("小明", "…", "x", by(ann))).rejects.toMatchObject(refused);
  await expect(people.setTrait("1", "爱好", "x", by(ann))).rejects.toMatchObject(refused);
  await expect(people.relate("小明", "trait:x", "老张", by(ann))).rejects.toMatchObject(refused);
  expect(people.list(ann)).toEqual([]);
});
