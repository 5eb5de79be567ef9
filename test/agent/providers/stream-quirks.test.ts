/**
 * What servers of OpenAI's chat were seen to send, by the lines of `stream-quirks.md`. How pieces of
 * calls are joined stands in `openai-stream.test.ts`; other protocols have files of their own.
 */
import { describe, expect, test } from "vitest";
import { answerOf, sentBy } from "../../support/model-sources.ts";
import { sse } from "../../support/scripted-api.ts";
import { callDelta, chunk, streamReply, usageChunk } from "../../support/scripted-openai.ts";
import { rawReply, statusReply } from "../../support/scripted-server.ts";

const call = { id: "a", name: "write_file", arguments: '{"path":"x"}' };
const cutCall = { ...call, arguments: '{"path":"/厨' };
const wanted = [{ id: "a", name: "write_file", arguments: { path: "x" } }];
const callChunk = (made: typeof call) => chunk({ tool_calls: [callDelta({ index: 0, ...made })] });

describe("SSE", () => {
  test("a letter that the network parts is one letter again, also the very last one", async () => {
    const bytes = new TextEncoder().encode(sse(chunk({ content: "北" }, "stop")).trimEnd());
    const at =
      new TextEncoder().encode(sse(chunk({ content: "" })).split('""')[0] ?? "").length + 2;
    const answer = await answerOf("openai", async (exchange) => {
      await exchange.head(200, { "content-type": "text/event-stream" });
      await exchange.write(bytes.slice(0, at));
      await new Promise((resolve) => setTimeout(resolve, 5));
      await exchange.write(bytes.slice(at));
      await exchange.end();
    });
    expect(answer).toMatchObject({ text: "北", finish: "stop" });
  });

  test("an error inside HTTP 200 is an error, whatever the type of the answer says", async () => {
    const error = { error: { message: "no", type: "invalid_request_error" } };
    const text = JSON.stringify(error, null, 2);
    const replies = [
      statusReply(200, error),
      rawReply([text]),
      streamReply([chunk({ content: "a" }), error]),
    ];
    const errors = await Promise.all(replies.map((reply) => answerOf("openai", reply)));
    expect(errors.map(({ error: told }) => told)).toEqual(
      Array.from({ length: 3 }, () => "PROVIDER_REFUSED main: no"),
    );
  });

  test("an end without a finish, or in the middle of a call, is no success", async () => {
    for (const events of [[chunk({ content: "a" })], [callChunk(call)], [callChunk(cutCall)]]) {
      const answer = await answerOf("openai", streamReply(events, { done: false }));
      expect(answer).toMatchObject({
        calls: [],
        finish: null,
        error: "PROVIDER_CUT main: the stream ended in mid-answer",
      });
    }
  });
});

describe("OpenAI chat", () => {
  test("choices may be empty, absent or null", async () => {
    const { choices: _, ...without } = chunk({});
    const events = [
      without,
      { ...chunk({}), choices: null },
      chunk({ content: "a" }),
      chunk({}, "stop"),
      usageChunk({ prompt_tokens: 3, completion_tokens: 1 }),
    ];
    expect(await answerOf("openai", streamReply(events))).toMatchObject({
      text: "a",
      finish: "stop",
      usage: { promptTokens: 3, completionTokens: 1, cachedTokens: null },
    });
  });

  test("a call that the token limit cut is not run, though the finish says tool_calls", async () => {
    const answer = await answerOf(
      "openai",
      streamReply([callChunk(cutCall), chunk({}, "tool_calls")]),
    );
    expect(answer).toMatchObject({ calls: [], finish: "length", cut: ["write_file"], error: null });
  });

  test("what the model refuses to say is said in its words", async () => {
    const events = [chunk({ refusal: "I can't" }), chunk({}, "stop")];
    expect(await answerOf("openai", streamReply(events))).toMatchObject({ text: "I can't" });
  });
});

describe("DeepSeek", () => {
  test("thoughts come beside the text and are told apart", async () => {
    const events = [
      chunk({ content: null, reasoning_content: "想" }),
      chunk({ content: "好", reasoning_content: null }),
      chunk({}, "stop"),
    ];
    expect(await answerOf("deepseek", streamReply(events))).toMatchObject({
      text: "好",
      reasoning: "想",
    });
  });

  test("running out of resources is no answer", async () => {
    const events = [chunk({ content: "a" }), chunk({}, "insufficient_system_resource")];
    expect((await answerOf("deepseek", streamReply(events))).error).toMatch(/^PROVIDER_CUT /);
  });
});

describe("Qwen/DashScope", () => {
  test("asks by enable_thinking, never by an effort", async () => {
    const on = (await sentBy("qwen", {}, { thinkingEnabled: true })).body;
    const off = (await sentBy("qwen")).body;
    expect([on["enable_thinking"], off["enable_thinking"]]).toEqual([true, false]);
    expect("reasoning_effort" in on).toBe(false);
  });

  test("leaves models alone that only think: they refuse to be told otherwise", async () => {
    for (const model of ["qwq-plus", "qwen3-235b-a22b-thinking-2507"]) {
      expect("enable_thinking" in (await sentBy("qwen", {}, { model })).body).toBe(false);
    }
  });
});

describe("GLM", () => {
  test("asks by its own switch, which older models do not know", async () => {
    const thinking = async (model: string, thinkingEnabled: boolean) =>
      (await sentBy("glm", {}, { model, thinkingEnabled })).body["thinking"];
    expect(await thinking("glm-4.6", true)).toEqual({ type: "enabled" });
    expect(await thinking("glm-4.6", false)).toEqual({ type: "disabled" });
    expect(await thinking("glm-4-plus", true)).toBeUndefined();
  });

  test("the chunk that finishes may hold the last of the arguments, id and name again", async () => {
    const half = Math.ceil(call.arguments.length / 2);
    const first = { ...call, arguments: call.arguments.slice(0, half) };
    const last = callDelta({ index: 0, ...call, arguments: call.arguments.slice(half) });
    const events = [callChunk(first), chunk({ tool_calls: [last] }, "tool_calls")];
    expect((await answerOf("glm", streamReply(events))).calls).toEqual(wanted);
  });

  test.each([
    [{ code: 401, msg: "token expired or incorrect", success: false }, "PROVIDER_AUTH"],
    [{ error: { code: "1002", message: "token invalid" } }, "PROVIDER_AUTH"],
    [{ error: { code: "1302", message: "too many" } }, "PROVIDER_RATE_LIMITED"],
    [{ error: { code: "1301", message: "sensitive" } }, "PROVIDER_FILTERED"],
  ])("%j inside HTTP 200 is what its number says", async (body, code) => {
    expect((await answerOf("glm", statusReply(200, body))).error).toMatch(`${code} main: `);
  });
});

describe("Doubao/Ark", () => {
  test("speaks like the others, with reasoning_content", async () => {
    const events = [chunk({ reasoning_content: "想" }), chunk({ content: "好" }, "stop")];
    expect(await answerOf("doubao", streamReply(events))).toMatchObject({
      text: "好",
      reasoning: "想",
    });
  });

  test("counts of 0 are unknown, not zero", async () => {
    const zero = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    const events = [chunk({ content: "好" }), chunk({}, "stop"), usageChunk(zero)];
    expect((await answerOf("doubao", streamReply(events))).usage).toBeNull();
  });
});

describe("llama.cpp", () => {
  test("timings beside the choices change nothing", async () => {
    const timings = { prompt_n: 4, predicted_per_second: 9.5 };
    const events = [
      chunk({ content: "a" }, null, { timings }),
      callChunk(call),
      chunk({}, "tool_calls", { timings }),
    ];
    expect(await answerOf("openai", streamReply(events))).toMatchObject({
      text: "a",
      calls: wanted,
    });
  });

  test("a call that arrives as plain text is text, and is not run", async () => {
    const said = '<tool_call>\n{"name": "write_file", "arguments": {"path": "x"}}\n</tool_call>';
    const events = [chunk({ content: said }), chunk({}, "stop")];
    expect(await answerOf("openai", streamReply(events))).toMatchObject({
      text: said,
      calls: [],
      finish: "stop",
    });
  });
});

describe("Others", () => {
  test.each([
    ["index", { index: "0", id: "a", function: { name: "write_file", arguments: '{"path":"x"}' } }],
    ["type", { index: 0, id: "a", type: 7, function: call }],
    ["arguments", { index: 0, id: "a", function: { ...call, arguments: { path: "x" } } }],
  ])("a mistyped %s of a call costs that field, not the call", async (_field, delta) => {
    const events = [chunk({ content: "a", tool_calls: [delta] }), chunk({}, "tool_calls")];
    expect(await answerOf("openai", streamReply(events))).toMatchObject({
      text: "a",
      calls: wanted,
    });
  });

  test("mistyped counts are unknown one by one", async () => {
    const usage = {
      prompt_tokens: 8,
      completion_tokens: "two",
      prompt_tokens_details: { cached_tokens: -1 },
    };
    const events = [chunk({ content: "a" }, "stop"), usageChunk(usage)];
    expect((await answerOf("openai", streamReply(events))).usage).toEqual({
      promptTokens: 8,
      completionTokens: null,
      cachedTokens: null,
    });
  });

  test("OpenAI's count of the prompt holds what was cached; it is not added again", async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 1,
      prompt_tokens_details: { cached_tokens: 90 },
    };
    const events = [chunk({ content: "a" }, "stop"), usageChunk(usage)];
    expect((await answerOf("openai", streamReply(events))).usage).toEqual({
      promptTokens: 100,
      completionTokens: 1,
      cachedTokens: 90,
    });
  });
});

describe("Mistral", () => {
  test("content in parts is text and thoughts", async () => {
    const content = [
      { type: "thinking", thinking: [{ type: "text", text: "想" }] },
      { type: "text", text: "好" },
      5,
    ];
    const events = [chunk({ content }), chunk({}, "stop")];
    expect(await answerOf("mistral", streamReply(events))).toMatchObject({
      text: "好",
      reasoning: "想",
    });
  });
});
