/** What OpenAI's Responses were seen to send, by that line of `stream-quirks.md`. */
import { describe, expect, test } from "vitest";
import { answerOf } from "../../support/model-sources.ts";
import { namedSse, sse } from "../../support/scripted-api.ts";
import {
  callItem,
  completed,
  item,
  messageItem,
  type ResponsesEvent,
  reasoningItem,
} from "../../support/scripted-responses.ts";
import { rawReply, statusReply } from "../../support/scripted-server.ts";

const call = { id: "call_a", name: "write_file", arguments: '{"path":"x"}' };
const wanted = [{ id: "call_a", name: "write_file", arguments: { path: "x" } }];
const bare = { id: "fc_0", type: "function_call", call_id: "call_a", name: "write_file" };

const answer = (...events: readonly ResponsesEvent[]) =>
  answerOf("openai_responses", rawReply(events.map(namedSse)));

describe("Responses", () => {
  test("the id of a call is its call_id, never the id of its item", async () => {
    expect((await answer(...callItem(0, call), completed())).calls).toEqual(wanted);
  });

  test("the done item counts, whatever the deltas before it said", async () => {
    const delta = {
      type: "response.function_call_arguments.delta",
      output_index: 0,
      delta: '{"path":"wro',
    };
    const done = { ...bare, arguments: call.arguments };
    expect((await answer(...item(0, bare, [delta], done), completed())).calls).toEqual(wanted);
  });

  test("arguments may come with their done event alone", async () => {
    const added = { type: "response.output_item.added", output_index: 0, item: bare };
    const done = {
      type: "response.function_call_arguments.done",
      output_index: 0,
      arguments: call.arguments,
    };
    expect((await answer(added, done, completed())).calls).toEqual(wanted);
  });

  test("items may come with the end alone", async () => {
    const content = [{ type: "output_text", text: "好" }];
    const output = [
      { id: "msg_0", type: "message", content },
      { ...bare, arguments: call.arguments },
    ];
    expect(await answer(completed({ output }))).toMatchObject({ text: "好", calls: wanted });
  });

  test("a text that streamed is not said again by its done item or by the end", async () => {
    const events = messageItem(0, ["你", "好"]);
    const output = [events.at(-1)?.["item"]];
    expect((await answer(...events, completed({ output }))).text).toBe("你好");
  });

  test("cut JSON in the end's items does not undo what was done before", async () => {
    const output = [{ ...bare, arguments: '{"path":"' }];
    expect((await answer(...callItem(0, call), completed({ output }))).calls).toEqual(wanted);
  });

  test("cut JSON that only the end has is not run", async () => {
    const output = [{ ...bare, arguments: '{"path":"/厨' }];
    expect(await answer(completed({ output }))).toMatchObject({
      calls: [],
      finish: "length",
      cut: ["write_file"],
    });
  });

  test("a call that began and never ended is not run, even without arguments", async () => {
    const begun = { ...bare, name: "house_status" };
    const added = { type: "response.output_item.added", output_index: 0, item: begun };
    expect(await answer(added, completed())).toMatchObject({ calls: [], cut: ["house_status"] });
  });

  test("response.failed is the error that it names", async () => {
    const error = { code: "rate_limit_exceeded", message: "slow down" };
    const failed = { type: "response.failed", response: { status: "failed", error } };
    expect((await answer(...messageItem(0, ["a"]), failed)).error).toBe(
      "PROVIDER_RATE_LIMITED main: slow down",
    );
  });

  test("a bare error event is one, too", async () => {
    const error = { type: "error", code: "server_error", message: "broke" };
    expect((await answer(error)).error).toBe("PROVIDER_UNAVAILABLE main: broke");
  });

  test.each([
    ["max_output_tokens", { finish: "length", error: null, text: "a", cut: ["write_file"] }],
    ["content_filter", { finish: null, error: "PROVIDER_FILTERED main: filtered" }],
  ])("response.incomplete for %s is no whole answer", async (reason, expected) => {
    const events = [
      ...messageItem(0, ["a"]),
      { type: "response.output_item.added", output_index: 1, item: bare },
    ];
    const incomplete = {
      type: "response.incomplete",
      response: { status: "incomplete", incomplete_details: { reason } },
    };
    expect(await answer(...events, incomplete)).toMatchObject({ calls: [], ...expected });
  });

  test("two calls whose pieces come in turns, with only their items' ids to tell them", async () => {
    const event = (type: string, fields: object) => ({ type: `response.${type}`, ...fields });
    const added = (id: string, call_id: string) =>
      event("output_item.added", { item: { ...bare, id, call_id }, output_index: Number(id) });
    const delta = (item_id: string, text: string) =>
      event("function_call_arguments.delta", { item_id, delta: text });
    const answered = await answer(
      added("0", "a"),
      added("1", "b"),
      delta("0", '{"path":'),
      delta("1", '{"path":"y"}'),
      delta("0", '"x"}'),
      event("function_call_arguments.done", { item_id: "0" }),
      event("function_call_arguments.done", { item_id: "1" }),
      completed(),
    );
    expect(answered.calls).toEqual([
      { ...wanted[0], id: "a" },
      { ...wanted[0], id: "b", arguments: { path: "y" } },
    ]);
  });

  test("thoughts without their encrypted part cannot go back and are not kept", async () => {
    const events = [...reasoningItem(0, ["想"], ""), ...callItem(1, call), completed()];
    expect(await answer(...events)).toMatchObject({ reasoning: "想", opaque: null });
  });

  test("events without a type in their data are told by their names", async () => {
    const texts = [...messageItem(0, ["好"]), completed()].map(({ type, ...data }) =>
      sse(data).replace(/^/, `event: ${type}\n`),
    );
    expect((await answerOf("openai_responses", rawReply(texts))).text).toBe("好");
  });

  test("an answer at once is understood", async () => {
    const content = [{ type: "output_text", text: "好" }];
    const body = {
      status: "completed",
      output: [
        { type: "message", content },
        { ...bare, arguments: call.arguments },
      ],
      usage: { input_tokens: 5, output_tokens: 2 },
    };
    expect(await answerOf("openai_responses", statusReply(200, body))).toMatchObject({
      text: "好",
      calls: wanted,
      usage: { promptTokens: 5, completionTokens: 2, cachedTokens: null },
    });
  });
});
