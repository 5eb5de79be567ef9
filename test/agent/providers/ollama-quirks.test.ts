/** What Ollama's own API was seen to send, by that line of `stream-quirks.md`. */
import { describe, expect, test } from "vitest";
import { answerOf } from "../../support/model-sources.ts";
import { ollamaEnd, ollamaLine } from "../../support/scripted-ollama.ts";
import { rawReply, statusReply } from "../../support/scripted-server.ts";

const NDJSON = "application/x-ndjson";
const answer = (...lines: readonly string[]) => answerOf("ollama", rawReply(lines, NDJSON));
const callLine = (...calls: readonly object[]) => ollamaLine({ tool_calls: calls });
const call = (name: string, args: object, more: object = {}) => ({
  function: { name, arguments: args, ...more },
});

describe("Ollama", () => {
  test("lines are read under any type, with CRLF, blank lines and no last line end", async () => {
    const lines = [ollamaLine({ content: "你" }), ollamaLine({ content: "好" }), ollamaEnd()];
    const text = lines.join("\n").replaceAll("\n", "\r\n").trimEnd();
    for (const type of [NDJSON, "application/json", "text/plain"]) {
      expect(await answerOf("ollama", rawReply([text], type))).toMatchObject({
        text: "你好",
        finish: "stop",
      });
    }
  });

  test("arguments are an object, and calls of one line or several are several", async () => {
    const calls = [call("write_file", { path: "x" }), call("write_file", { path: "y" })];
    const expected = [
      { id: "c_1", name: "write_file", arguments: { path: "x" } },
      { id: "c_2", name: "write_file", arguments: { path: "y" } },
    ];
    expect((await answer(callLine(...calls), ollamaEnd())).calls).toEqual(expected);
    const each = calls.map((made) => callLine(made));
    expect((await answer(...each, ollamaEnd())).calls).toEqual(expected);
  });

  test("an index that every call has as 0 joins nothing", async () => {
    const calls = ["x", "y"].map((path) => call("write_file", { path }, { index: 0 }));
    expect((await answer(callLine(...calls), ollamaEnd())).calls).toHaveLength(2);
  });

  test("thinking is told apart from the text", async () => {
    const lines = [ollamaLine({ thinking: "想" }), ollamaLine({ content: "好" }), ollamaEnd()];
    expect(await answer(...lines)).toMatchObject({ text: "好", reasoning: "想" });
  });

  test.each([
    ["stop", "stop", null],
    ["length", "length", null],
    ["load", null, "PROVIDER_CUT main: the model broke off"],
  ])("done_reason %s", async (reason, finish, error) => {
    expect(await answer(ollamaLine({ content: "a" }), ollamaEnd(reason))).toMatchObject({
      finish,
      error,
    });
  });

  test("lines without a last one that says done are no answer", async () => {
    expect((await answer(ollamaLine({ content: "a" }))).error).toMatch(/^PROVIDER_CUT /);
    const half = ollamaEnd().slice(0, 30);
    expect((await answer(ollamaLine({ content: "a" }), half)).error).toMatch(/^PROVIDER_CUT /);
  });

  test("a line with an error is one, also in mid-answer", async () => {
    const error = `${JSON.stringify({ error: "model runner has stopped" })}\n`;
    for (const lines of [[error], [ollamaLine({ content: "a" }), error]]) {
      expect((await answer(...lines)).error).toBe(
        "PROVIDER_UNAVAILABLE main: model runner has stopped",
      );
    }
    expect((await answerOf("ollama", statusReply(200, { error: "broke" }))).error).toBe(
      "PROVIDER_UNAVAILABLE main: broke",
    );
  });

  test("counts that it leaves out, as for a cached prompt, are unknown", async () => {
    const end = ollamaEnd("stop", { eval_count: 3 });
    expect((await answer(ollamaLine({ content: "a" }), end)).usage).toEqual({
      promptTokens: null,
      completionTokens: 3,
      cachedTokens: null,
    });
  });

  test("mistyped fields cost themselves, not the line", async () => {
    const odd = ollamaLine({ content: "a", tool_calls: "none", thinking: 7 });
    const calls = callLine(5 as never, { function: "no" }, call("house_status", {}));
    expect(await answer(odd, calls, ollamaEnd())).toMatchObject({
      text: "a",
      reasoning: "",
      calls: [{ name: "house_status", arguments: {} }],
    });
  });
});
