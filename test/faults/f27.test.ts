/** F27: vectors were blind to short numbers (port 13010). A lexical hit always takes part in the fusion. */
import { expect, test } from "vitest";
import { openRecalling } from "../support/recalling-memory.ts";
import { tempDir } from "../support/temp-dir.ts";

test("F27: a short number leads to the one sentence that has it, among many alike", async () => {
  using dir = tempDir();
  using memory = openRecalling(dir.path);
  const ports = Array.from({ length: 60 }, (_, index) => 13_000 + index);
  await memory.tell(
    ports.map((port) => `服务 ${String.fromCharCode(97 + (port % 26))} 监听端口 ${port}`),
  );
  const { hits } = await memory.ask("哪个服务用端口 13010");
  expect(hits[0]?.text).toContain("13010");
  expect(hits[0]?.why).toContain("exact");
});
