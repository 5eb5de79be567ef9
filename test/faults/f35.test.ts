/** F35: query 成语接龙 missed 今天玩成语接龙游戏; three terms joined by AND found nothing. Bigrams, OR, ranked. */
import { expect, test } from "vitest";
import { openRecalling } from "../support/recalling-memory.ts";
import { tempDir } from "../support/temp-dir.ts";

test("F35: words inside a sentence are found, and one of several terms is enough", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  const told = ["今天玩成语接龙游戏", "明天下午三点开会", "冰箱里有牛奶和鸡蛋"];
  await memory.tell(told);
  expect((await memory.texts("成语接龙"))[0]).toBe(told[0]);
  expect((await memory.texts("成语 象棋 围棋"))[0]).toBe(told[0]);
  expect((await memory.texts("雞蛋"))[0]).toBe(told[2]);
});
