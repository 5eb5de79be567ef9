/** F30: 97.8 % of the stored entries were junk, since recalled facts were stored again on every turn. */
import { expect, test } from "vitest";
import { openRecalling } from "../support/recalling-memory.ts";
import { tempDir } from "../support/temp-dir.ts";

test("F30: recalling a thousand times leaves the memory as it was", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  await memory.tell(["我喜欢喝乌龙茶", "周三去看牙医", "The spare key is under the mat"]);
  const before = memory.rows();
  for (let round = 0; round < 1000; round += 1) {
    const query = round % 2 === 0 ? "喜欢喝什么茶" : "where is the spare key";
    expect((await memory.ask(query, undefined, "phone")).hits).toBeDefined();
  }
  expect(memory.rows()).toBe(before);
});
