/** What Anthropic's Messages were seen to send, by that line of `stream-quirks.md`. */
import { describe, expect, test } from "vitest";
import { answerOf } from "../../support/model-sources.ts";
import {
  type AnthropicEvent,
  block,
  messageEnd,
  messageStart,
  textBlock,
  thinkingBlock,
  toolBlock,
} from "../../support/scripted-anthropic.ts";
import { namedSse } from "../../support/scripted-api.ts";
import { rawReply, statusReply } from "../../support/scripted-server.ts";

const call = { id: "toolu_1", name: "write_file", arguments: '{"path":"x"}' };
const wanted = [{ id: "toolu_1", name: "write_file", arguments: { path: "x" } }];
const ping = { type: "ping" };

const answer = (...events: readonly AnthropicEvent[]) =>
  answerOf("anthropic", rawReply(events.map(namedSse)));

describe("Anthropic", () => {
  test("pings say nothing, wherever they come", async () => {
    const events = [messageStart(), ...textBlock(0, ["你", "好"]), ...messageEnd("end_turn")];
    const answered = await answer(ping, ...events.flatMap((event) => [event, ping]));
    expect(answered).toMatchObject({ text: "你好", finish: "stop", error: null });
  });

  test("an overload after HTTP 200, without any stop, is an error", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    expect(await answer(messageStart(), ...textBlock(0, ["a"]), error)).toMatchObject({
      text: "a",
      finish: null,
      error: "PROVIDER_UNAVAILABLE main: Overloaded",
    });
  });

  test.each([
    ["authentication_error", "PROVIDER_AUTH"],
    ["rate_limit_error", "PROVIDER_RATE_LIMITED"],
    ["invalid_request_error", "PROVIDER_REFUSED"],
    ["api_error", "PROVIDER_UNAVAILABLE"],
  ])("an error named %s means what it says", async (type, code) => {
    expect((await answer({ type: "error", error: { type, message: "m" } })).error).toMatch(code);
  });

  test("no arguments are {} where the block stopped, also for a tool that needs some", async () => {
    const { arguments: _, ...bare } = call;
    const quiet = block(0, { type: "tool_use", ...bare }, [
      { type: "input_json_delta", partial_json: "" },
    ]);
    for (const events of [toolBlock(0, { ...call, arguments: "" }), quiet]) {
      const answered = await answer(messageStart(), ...events, ...messageEnd("tool_use"));
      expect(answered.calls).toEqual([{ ...bare, arguments: {} }]);
    }
  });

  test("no arguments are a cut call where the block did not stop", async () => {
    const events = toolBlock(0, { ...call, name: "house_status", arguments: "" }).slice(0, -1);
    expect(await answer(messageStart(), ...events, ...messageEnd("tool_use"))).toMatchObject({
      calls: [],
      finish: "length",
      cut: ["house_status"],
    });
  });

  test("arguments that the token limit cut are not run", async () => {
    const events = toolBlock(0, { ...call, arguments: '{"path":"/厨' });
    expect(await answer(messageStart(), ...events, ...messageEnd("max_tokens"))).toMatchObject({
      calls: [],
      finish: "length",
      cut: ["write_file"],
    });
  });

  test("the whole input may come with the block's start", async () => {
    const start = { type: "tool_use", id: "toolu_1", name: "write_file", input: { path: "x" } };
    expect((await answer(...block(0, start, []), ...messageEnd("tool_use"))).calls).toEqual(wanted);
  });

  test("signatures and redacted thoughts are kept, in their order among text and calls", async () => {
    const redacted = { type: "redacted_thinking", data: "secret" };
    const answered = await answer(
      messageStart(),
      ...textBlock(0, ["先"]),
      ...thinkingBlock(1, ["想", "想"], "abcdefg"),
      ...block(2, redacted, []),
      ...toolBlock(3, call),
      ...messageEnd("tool_use"),
    );
    const thought = { type: "thinking", thinking: "想想", signature: "abcdefg" };
    expect(answered).toMatchObject({ text: "先", reasoning: "想想", calls: wanted });
    expect(answered.opaque).toEqual([
      { kind: "text" },
      { kind: "block", block: thought },
      { kind: "block", block: redacted },
      { kind: "call" },
    ]);
  });

  test("a thought without a signature is shown and not kept: it would be refused", async () => {
    const events = thinkingBlock(0, ["想"], "");
    expect(
      await answer(...events, ...textBlock(1, ["好"]), ...messageEnd("end_turn")),
    ).toMatchObject({ reasoning: "想", opaque: null });
  });

  test("counts of the prompt leave the cache out, so it is added", async () => {
    const start = messageStart({
      input_tokens: 10,
      cache_read_input_tokens: 80,
      cache_creation_input_tokens: 5,
      output_tokens: 1,
    });
    const end = messageEnd("end_turn", { output_tokens: 7 });
    expect((await answer(start, ...textBlock(0, ["a"]), ...end)).usage).toEqual({
      promptTokens: 95,
      completionTokens: 7,
      cachedTokens: 80,
    });
  });

  test("the last counts may leave the prompt out, or repeat it", async () => {
    const start = messageStart({ input_tokens: 10, output_tokens: 1 });
    for (const last of [{ output_tokens: 7 }, { input_tokens: 10, output_tokens: 7 }]) {
      const events = [start, ...textBlock(0, ["a"]), ...messageEnd("end_turn", last)];
      expect((await answer(...events)).usage).toEqual({
        promptTokens: 10,
        completionTokens: 7,
        cachedTokens: null,
      });
    }
  });

  test("without counts at the end, what was written stays unknown", async () => {
    const start = messageStart({ input_tokens: 10, output_tokens: 1 });
    expect((await answer(start, ...textBlock(0, ["a"]), ...messageEnd("end_turn"))).usage).toEqual({
      promptTokens: 10,
      completionTokens: null,
      cachedTokens: null,
    });
  });

  test.each([
    ["end_turn", "stop", null],
    ["pause_turn", "stop", null],
    ["model_context_window_exceeded", "length", null],
    ["refusal", null, "PROVIDER_FILTERED main: filtered"],
  ])("stop_reason %s", async (reason, finish, error) => {
    const events = [messageStart(), ...textBlock(0, ["a"]), ...messageEnd(reason)];
    expect(await answer(...events)).toMatchObject({ finish, error });
  });

  test("blocks and deltas of unknown kinds are passed over", async () => {
    const unknown = block(0, { type: "server_tool_use" }, [{ type: "novelty_delta", x: 1 }]);
    const events = [messageStart(), ...unknown, { type: "novelty" }, ...textBlock(1, ["a"])];
    expect(await answer(...events, ...messageEnd("end_turn"))).toMatchObject({ text: "a" });
  });

  test("an answer at once is understood, thoughts and all", async () => {
    const thought = { type: "thinking", thinking: "想", signature: "s" };
    const tool = { type: "tool_use", id: "toolu_1", name: "write_file", input: { path: "x" } };
    const body = {
      type: "message",
      content: [thought, { type: "text", text: "好" }, tool],
      stop_reason: "tool_use",
      usage: { input_tokens: 5, output_tokens: 2 },
    };
    expect(await answerOf("anthropic", statusReply(200, body))).toEqual({
      text: "好",
      reasoning: "想",
      calls: wanted,
      finish: "tool_calls",
      usage: { promptTokens: 5, completionTokens: 2, cachedTokens: null },
      cut: [],
      opaque: [{ kind: "block", block: thought }, { kind: "text" }, { kind: "call" }],
      error: null,
    });
  });
});
