/** Adapters that people write themselves: everything a chunk may contain, and what they build on. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSourceBench, forever, outcome, question } from "../../support/model-sources.ts";
import { chunk, streamReply } from "../../support/scripted-openai.ts";
import { type Reply, rawReply, startScriptedServer } from "../../support/scripted-server.ts";
import { tempDir } from "../../support/temp-dir.ts";

/** What comes of these replies, asked for one after the other or all at the same time. */
async function tried(script: string, ...replies: Reply[]) {
  return await triedAs("in turn", script, replies);
}

async function triedAs(how: "in turn" | "together", script: string, replies: readonly Reply[]) {
  using dir = tempDir();
  writeFileSync(join(dir.path, "own.lua"), script);
  await using server = await startScriptedServer(...replies);
  const bench = createSourceBench({ adaptersDir: dir.path });
  using source = bench.source("main", server.url, { adapter: "own" });
  const ask = () => outcome(source.complete(question(), forever()));
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  if (how === "together") answers.push(...(await Promise.all(replies.map(ask))));
  else for (const _ of replies) answers.push(await ask());
  return { answers, requests: server.requests };
}

/** An adapter whose stream is its own pieces, written down as JSON. */
const mirror = (fields = "") => `return {
  ${fields}
  endpoint = "/own",
  headers = {},
  transform_request = function() return {} end,
  transform_response = function(body) return body end,
  transform_stream_chunk = function(piece, state)
    state.count = (state.count or 0) + 1
    if piece.count then return tostring(state.count) end
    return piece
  end,
}`;

const lines = (...pieces: readonly unknown[]) =>
  rawReply(
    pieces.map((piece) => `${JSON.stringify(piece)}\n`),
    "application/x-ndjson",
  );
const events = (...pieces: readonly object[]) => streamReply(pieces, { done: false });

const pieces = [
  { content: "a", reasoning_content: "r" },
  { tool_calls: [{ index: 0, id: "x", name: "write_file", arguments: '{"path":"wro' }] },
  { tool_calls: [{ index: 0, arguments: { path: "right" }, whole: true, done: true }] },
  { tool_calls: [{ index: 1, name: "house_status", done: false }] },
  { tool_calls: [{ index: 1, done: true }] },
  { opaque: [{ mine: 1 }], token_usage: { prompt_tokens: 4, cached_tokens: 2 } },
  { opaque: [2], token_usage: { completion_tokens: 3 } },
  { finish_reason: "tool_calls" },
];

const whole = {
  text: "a",
  reasoning: "r",
  calls: [
    { id: "x", name: "write_file", arguments: { path: "right" } },
    { id: "c_1", name: "house_status", arguments: {} },
  ],
  finish: "tool_calls",
  usage: { promptTokens: 4, completionTokens: 3, cachedTokens: 2 },
  cut: [],
  opaque: [{ mine: 1 }, 2],
  error: null,
};

test("a chunk may contain all that the README lists, in events and in lines", async () => {
  expect((await tried(mirror(), events(...pieces))).answers).toEqual([whole]);
  const ndjson = await tried(mirror('stream_format = "ndjson",'), lines(...pieces));
  expect(ndjson.answers).toEqual([whole]);
  expect(ndjson.requests[0]?.headers["accept"]).toBe("application/x-ndjson, application/json");
});

test("done ends the answer, also without a reason, and nothing after it counts", async () => {
  const { answers } = await tried(
    mirror(),
    events({ content: "a" }, { done: true }, { content: "b" }),
  );
  expect(answers).toMatchObject([{ text: "a", finish: "stop", error: null }]);
});

test("fields of the wrong type cost themselves, and an unknown reason is an end", async () => {
  const odd = { content: 5, reasoning_content: {}, tool_calls: "x", opaque: 7, token_usage: [] };
  const call = { index: {}, id: 5, name: "house_status", arguments: 7, whole: "yes", done: "no" };
  const { answers } = await tried(
    mirror(),
    events(odd, { content: "a", tool_calls: [call, 5], done: 1 }, { finish_reason: "novel" }),
  );
  expect(answers).toMatchObject([
    { text: "a", calls: [{ name: "house_status", arguments: {} }], opaque: null, usage: null },
  ]);
});

test("the state is the stream's own, however many run at the same time", async () => {
  const count = { count: true };
  const reply = events(count, count, { finish_reason: "stop" });
  const { answers } = await triedAs("together", mirror(), [reply, reply, reply]);
  expect(answers.map(({ text }) => text)).toEqual(["12", "12", "12"]);
});

test("a few lines make an adapter for a server that nearly speaks OpenAI's chat", async () => {
  const script = `return adapters.openai_chat({
    name = "own",
    endpoint = "/special",
    headers = { ["X-House"] = "1" },
    stream_usage = false,
    call_ids = { max = 12, plain = true },
    thinking = function(body) body.top_k = 3 end,
    error_names = { ["77"] = "rate_limit_error" },
  })`;
  const { answers, requests } = await tried(
    script,
    streamReply([chunk({ content: "a" }), chunk({}, "stop")]),
    streamReply([{ error: { code: "77", message: "slow" } }]),
  );
  expect(answers.map(({ text, error }) => [text, error])).toEqual([
    ["a", null],
    ["", "PROVIDER_RATE_LIMITED main: slow"],
  ]);
  expect(requests[0]?.path).toBe("/special");
  expect(requests[0]?.headers["x-house"]).toBe("1");
  expect(requests[0]?.body).toMatchObject({ top_k: 3, max_tokens: 4096 });
  expect("stream_options" in (requests[0]?.body ?? {})).toBe(false);
});

test("state that an API wants back is bounded: of too much, nothing is kept", async () => {
  const large = "x".repeat(300 * 1024);
  const { answers } = await tried(
    mirror(),
    events({ opaque: [large] }, { opaque: [large], content: "a" }, { finish_reason: "stop" }),
    events({ opaque: [large], content: "a" }, { finish_reason: "stop" }),
  );
  expect(answers.map(({ text, opaque }) => [text, opaque])).toEqual([
    ["a", null],
    ["a", [large]],
  ]);
});
