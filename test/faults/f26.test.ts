/** F26: recall was invented for things never said. An exact number, code or name found nowhere is "not in memory". */
import { expect, test } from "vitest";
import { openRecalling } from "../support/recalling-memory.ts";
import { tempDir } from "../support/temp-dir.ts";

test("F26: a number that was never said is absent, and one that was is not", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  await memory.tell([
    "网关的端口是 13010",
    "The alarm code of the cellar is 4711",
    "车牌是沪A12345",
  ]);
  expect((await memory.ask("端口 13010 是什么")).absent).toEqual([]);
  expect((await memory.ask("端口 13011 是什么")).absent).toEqual(["13011"]);
  expect((await memory.ask("what is 4712 the code of")).absent).toEqual(["4712"]);
  expect((await memory.ask("what is 4711 the code of")).absent).toEqual([]);
});

test("F26: what nobody may see is absent for whom it is not", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  await memory.tell(["保险箱密码是 80213"]);
  const bob = { personId: "bob", name: "bob", role: "member", areas: null } as const;
  expect((await memory.ask("80213")).absent).toEqual([]);
  expect(await memory.ask("80213", bob)).toMatchObject({ hits: [], absent: ["80213"] });
});
