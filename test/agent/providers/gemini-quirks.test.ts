/** What Gemini was seen to send, by that line of `stream-quirks.md`. */
import { describe, expect, test } from "vitest";
import { answerOf } from "../../support/model-sources.ts";
import { sse } from "../../support/scripted-api.ts";
import { callPart, geminiChunk } from "../../support/scripted-gemini.ts";
import { rawReply, statusReply } from "../../support/scripted-server.ts";

const answer = (...chunks: readonly object[]) => answerOf("gemini", rawReply(chunks.map(sse)));
const end = geminiChunk([], "STOP");

describe("Gemini", () => {
  test("calls come whole, their arguments an object or absent", async () => {
    const parts = [
      callPart("write_file", { path: "x", tags: [] }),
      callPart("house_status", undefined),
    ];
    expect((await answer(geminiChunk(parts), end)).calls).toEqual([
      { id: "c_1", name: "write_file", arguments: { path: "x", tags: [] } },
      { id: "c_2", name: "house_status", arguments: {} },
    ]);
  });

  test("ids that are given twice are two calls, of the same tool as well", async () => {
    const twice = ["x", "y"].map((path) => callPart("write_file", { path }, { id: "same" }));
    for (const chunks of [[geminiChunk(twice)], twice.map((part) => geminiChunk([part]))]) {
      expect((await answer(...chunks, end)).calls).toEqual([
        { id: "same", name: "write_file", arguments: { path: "x" } },
        { id: "c_1", name: "write_file", arguments: { path: "y" } },
      ]);
    }
  });

  test("the very same call twice is two calls", async () => {
    const part = callPart("house_status", {});
    expect((await answer(geminiChunk([part, part]), end)).calls).toHaveLength(2);
  });

  test("signatures and ids are kept by the place of their call", async () => {
    const parts = [
      callPart("write_file", { path: "x" }, { thoughtSignature: "sig-1" }),
      callPart("house_status", {}, { id: "f2" }),
    ];
    expect((await answer(geminiChunk(parts), end)).opaque).toEqual([
      { call: 1, signature: "sig-1" },
      { call: 2, id: "f2" },
    ]);
  });

  test("a thought is what bears the mark, not what bears a signature", async () => {
    const parts = [
      { text: "想", thought: true },
      { text: "好", thoughtSignature: "s" },
    ];
    expect(await answer(geminiChunk(parts), end)).toMatchObject({ text: "好", reasoning: "想" });
  });

  test("its imitation of OpenAI has the signatures elsewhere; they are kept, too", async () => {
    const extra_content = { google: { thought_signature: "sig-1" } };
    const target = { name: "write_file", arguments: '{"path":"x"}' };
    const delta = {
      tool_calls: [
        { id: "a", function: { ...target }, extra_content },
        { id: "b", function: { ...target } },
      ],
    };
    const chunks = [
      { choices: [{ delta, finish_reason: null }] },
      { choices: [{ delta: {}, finish_reason: "stop" }] },
    ];
    const answered = await answerOf("openai", rawReply([...chunks.map(sse), "data: [DONE]\n\n"]));
    expect(answered.calls.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(answered.opaque).toEqual([{ call: 1, extra_content }]);
  });

  test("thoughts count as written, the cache as part of the prompt", async () => {
    const usage = {
      promptTokenCount: 50,
      cachedContentTokenCount: 40,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 9,
    };
    const { usage: counts } = await answer(geminiChunk([{ text: "a" }], "STOP", usage));
    expect(counts).toEqual({ promptTokens: 50, completionTokens: 14, cachedTokens: 40 });
  });

  test.each([
    ["MAX_TOKENS", "length", null],
    ["SAFETY", null, "PROVIDER_FILTERED main: filtered"],
    ["MALFORMED_FUNCTION_CALL", null, "PROVIDER_CUT main: the model broke off"],
    ["FINISH_REASON_UNSPECIFIED", null, "PROVIDER_CUT main: the stream ended in mid-answer"],
  ])("finishReason %s", async (reason, finish, error) => {
    expect(await answer(geminiChunk([{ text: "a" }], reason))).toMatchObject({ finish, error });
  });

  test("a prompt that is blocked has no candidates and is filtered", async () => {
    expect((await answer({ promptFeedback: { blockReason: "SAFETY" } })).error).toBe(
      "PROVIDER_FILTERED main: filtered",
    );
  });

  test("errors are told by their number, alone or in a list", async () => {
    const error = { error: { code: 429, message: "quota", status: "RESOURCE_EXHAUSTED" } };
    const replies = [rawReply([sse(error)]), statusReply(200, [error]), statusReply(200, error)];
    for (const reply of replies) {
      expect((await answerOf("gemini", reply)).error).toBe("PROVIDER_RATE_LIMITED main: quota");
    }
  });

  test("a wrong key is a wrong key, though its status is 400", async () => {
    const details = [{ "@type": "x", reason: "API_KEY_INVALID" }];
    const error = { code: 400, message: "API key not valid", status: "INVALID_ARGUMENT", details };
    expect((await answerOf("gemini", statusReply(400, { error }))).error).toBe(
      "PROVIDER_AUTH main: HTTP 400",
    );
  });

  test("mistyped parts cost themselves, not the chunk", async () => {
    const odd = [5, { text: 7 }, { functionCall: "no" }, { text: "a" }] as unknown as object[];
    const chunk = geminiChunk(odd as never, "STOP");
    expect(await answer(chunk)).toMatchObject({ text: "a", calls: [], finish: "stop" });
  });
});
