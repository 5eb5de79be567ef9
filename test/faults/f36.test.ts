/** F36: two memories were saved and only the newest was injected. Both come. */
import { expect, test } from "vitest";
import { openRecalling } from "../support/recalling-memory.ts";
import { tempDir } from "../support/temp-dir.ts";

test("F36: two memories about one thing both come, and after a restart too", async () => {
  using dir = tempDir();
  const told = ["小猫叫咪咪", "小猫每天吃两次猫粮"];
  {
    using memory = openRecalling(dir.path);
    await memory.tell(told);
    expect(await memory.texts("小猫")).toEqual(expect.arrayContaining(told));
  }
  using memory = openRecalling(dir.path);
  expect(await memory.texts("小猫")).toEqual(expect.arrayContaining(told));
});
