/** F51: a cache rate of 100 % because unknown was taken for full. Unknown is unknown. */
import { expect, test } from "vitest";
import {
  collect,
  createSourceBench,
  forever,
  question,
  summary,
} from "../support/model-sources.ts";
import { chunk, startScriptedOpenAi, streamReply, usageChunk } from "../support/scripted-openai.ts";

async function usageOf(...events: object[]) {
  const stream = streamReply([chunk({ content: "a" }), chunk({}, "stop"), ...events]);
  await using server = await startScriptedOpenAi(stream);
  using source = createSourceBench().source("main", server.url);
  return summary(await collect(source.complete(question(), forever()))).usage;
}

test("a server that counts nothing leaves the counts null", async () => {
  expect(await usageOf()).toBeNull();
});

test("a server that tells of no cache leaves the cache null, and one that tells 0 says 0", async () => {
  expect(await usageOf(usageChunk({ prompt_tokens: 8, completion_tokens: 1 }))).toEqual({
    promptTokens: 8,
    completionTokens: 1,
    cachedTokens: null,
  });
  const told = usageChunk({ prompt_tokens: 8, prompt_tokens_details: { cached_tokens: 0 } });
  expect((await usageOf(told))?.cachedTokens).toBe(0);
});

test("a count that is no count is unknown", async () => {
  expect(await usageOf(usageChunk({ prompt_tokens: "8", completion_tokens: -1 }))).toEqual({
    promptTokens: null,
    completionTokens: null,
    cachedTokens: null,
  });
});
