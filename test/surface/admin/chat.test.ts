/** Talking to the agent: the reply as JSON, its making as events, and OpenAI's interface. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CanceledError } from "#base";
import { problem, type SayReply } from "#contract";
import { settle } from "../../support/manual-clock.ts";
import { type Harness, type ReadEvent, readEvents, refusal, startAdmin } from "./harness.ts";
import { FULL_SCRIPT, REPLY } from "./samples.ts";
import { sha256 } from "./scripted-hub.ts";

const STREAM = { accept: "text/event-stream" };
const [TOOL] = REPLY.toolCalls;

let admin: Harness;
beforeEach(async () => {
  admin = await startAdmin({ script: FULL_SCRIPT });
});
afterEach(() => admin[Symbol.asyncDispose]());

/** Makes the agent say what the test wants, piece by piece. */
function openTurn() {
  const turn = Promise.withResolvers<SayReply>();
  const started = Promise.withResolvers<string>();
  let given: AbortSignal | undefined;
  admin.hub.on({
    "admin.say": ({ streamId }, signal) => {
      given = signal;
      started.resolve(streamId ?? "none");
      return turn.promise;
    },
  });
  return { ...turn, started: started.promise, signal: () => given };
}

describe("a streamed chat", () => {
  test("tells text and tools as they come, then the reply", async () => {
    const turn = openTurn();
    const response = await admin.ask("/api/v1/chat", { body: { text: "开灯" }, headers: STREAM });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const streamId = await turn.started;
    const events = readEvents(response);
    admin.hub.notify("say.delta", { streamId, text: "好的" });
    expect(await events.next()).toEqual({ event: "delta", data: { text: "好的" } });
    admin.hub.notify("say.delta", { streamId, tool: TOOL });
    expect(await events.next()).toEqual({ event: "tool", data: TOOL });
    turn.resolve(REPLY);
    expect(await events.rest()).toEqual([{ event: "reply", data: REPLY }]);
  });

  test("tells tools that were not told while it ran, and none twice", async () => {
    const second = { name: "device_query", arguments: {}, outcome: "ok" } as const;
    const turn = openTurn();
    const response = await admin.ask("/api/v1/chat", { body: { text: "a" }, headers: STREAM });
    admin.hub.notify("say.delta", { streamId: await turn.started, tool: TOOL });
    const reply = { ...REPLY, toolCalls: [...REPLY.toolCalls, second] };
    turn.resolve(reply);
    expect(await readEvents(response).rest()).toEqual([
      { event: "tool", data: TOOL },
      { event: "tool", data: second },
      { event: "reply", data: reply },
    ]);
  });

  test("ends with the problem when the turn fails", async () => {
    admin.hub.on({
      "admin.say": () => {
        throw problem("BUSY", "too much is queued");
      },
    });
    const response = await admin.ask("/api/v1/chat", { body: { text: "a" }, headers: STREAM });
    expect(await readEvents(response).rest()).toEqual([
      { event: "error", data: expect.objectContaining({ status: 503, code: "BUSY" }) },
    ]);
  });

  test("tells that the text so far is void, even to a reader who is behind", async () => {
    const turn = openTurn();
    const response = await admin.ask("/api/v1/chat", { body: { text: "a" }, headers: STREAM });
    const streamId = await turn.started;
    const text = "字".repeat(50_000);
    for (let piece = 0; piece < 10; piece += 1) admin.hub.notify("say.delta", { streamId, text });
    admin.hub.notify("say.delta", { streamId, restart: true });
    admin.hub.notify("say.delta", { streamId, restart: "yes" });
    turn.resolve({ ...REPLY, toolCalls: [] });
    const events = await readEvents(response).rest();
    expect(events.filter(({ event }) => event === "restart")).toEqual([
      { event: "restart", data: {} },
    ]);
    expect(events.at(-2)?.event).toBe("restart");
  });

  test("hears only its own pieces", async () => {
    const first = openTurn();
    const one = await admin.ask("/api/v1/chat", { body: { text: "a" }, headers: STREAM });
    const firstId = await first.started;
    const second = openTurn();
    const two = await admin.ask("/api/v1/chat", { body: { text: "b" }, headers: STREAM });
    const secondId = await second.started;
    expect(firstId).not.toBe(secondId);
    admin.hub.notify("say.delta", { streamId: firstId, text: "one" });
    admin.hub.notify("say.delta", { streamId: secondId, text: "two" });
    admin.hub.notify("say.delta", { streamId: "s_99", text: "nobody" });
    admin.hub.notify("say.delta", { text: "rubbish" });
    first.resolve({ ...REPLY, toolCalls: [] });
    second.resolve({ ...REPLY, toolCalls: [] });
    expect((await readEvents(one).rest()).map(({ event }) => event)).toEqual(["delta", "reply"]);
    expect(await readEvents(two).next()).toEqual({ event: "delta", data: { text: "two" } });
  });

  test("goes on in the house when its reader leaves", async () => {
    const turn = openTurn();
    const response = await admin.ask("/api/v1/chat", { body: { text: "a" }, headers: STREAM });
    const streamId = await turn.started;
    await readEvents(response).cancel();
    admin.hub.notify("say.delta", { streamId, text: "nobody reads" });
    await settle();
    expect(turn.signal()?.aborted).toBe(false);
    turn.resolve(REPLY);
    await settle();
    // The place that it held is free again.
    openTurn();
    const ask = () => admin.ask("/api/v1/chat", { body: { text: "b" }, headers: STREAM });
    const open = await Promise.all(Array.from({ length: 32 }, ask));
    expect(open.every(({ status }) => status === 200)).toBe(true);
  });

  test("keeps its whole reply for a reader that reads late", async () => {
    const turn = openTurn();
    const response = await admin.ask("/api/v1/chat", { body: { text: "a" }, headers: STREAM });
    const streamId = await turn.started;
    const text = "字".repeat(50_000);
    for (let piece = 0; piece < 20; piece += 1) admin.hub.notify("say.delta", { streamId, text });
    const reply = { ...REPLY, reply: text.repeat(20), toolCalls: [] };
    turn.resolve(reply);
    await settle();
    const events = await readEvents(response).rest();
    expect(events.at(-1)).toEqual({ event: "reply", data: reply });
    // The backlog is bounded: not every delta can have been kept.
    expect(events.length).toBeLessThan(15);
  });

  test("is kept alive while the agent thinks", async () => {
    const turn = openTurn();
    const response = await admin.ask("/api/v1/chat", { body: { text: "a" }, headers: STREAM });
    await turn.started;
    admin.clock.advance(25_000);
    turn.resolve(REPLY);
    expect(await response.text()).toContain("\n: still here\n\n");
  });

  test("is one of at most 32", async () => {
    openTurn();
    const ask = () => admin.ask("/api/v1/chat", { body: { text: "a" }, headers: STREAM });
    const open = await Promise.all(Array.from({ length: 32 }, ask));
    expect(open.every(({ status }) => status === 200)).toBe(true);
    const refused = await ask();
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await refusal(refused)).toEqual([503, "BUSY"]);
    expect(admin.hub.callsOf("admin.say").length).toBe(32);
    await open[0]?.body?.cancel();
    expect((await ask()).status).toBe(200);
  });

  test("ends when its token is revoked", async () => {
    openTurn();
    const response = await admin.ask("/api/v1/chat", { body: { text: "a" }, headers: STREAM });
    admin.hub.emit("token_revoked", { tokenHash: sha256("anna-token") });
    expect(await readEvents(response).rest()).toEqual([]);
  });
});

describe("a chat", () => {
  test.each([
    ["no text", {}],
    ["an empty text", { text: "" }],
    ["a text that is too long", { text: "x".repeat(20_001) }],
    ["a user that is no name", { text: "a", user: 7 }],
  ])("with %s is refused", async (_what, body) => {
    for (const headers of [STREAM, { accept: "application/json" }]) {
      const response = await admin.ask("/api/v1/chat", { body, headers });
      expect(await refusal(response)).toEqual([400, "INVALID_PARAMS"]);
    }
    expect(admin.hub.callsOf("admin.say")).toEqual([]);
  });

  test("with a picture is refused rather than answered without looking at it", async () => {
    const body = { text: "was ist das?", media: [{ type: "image", data: "…" }] };
    const response = await admin.ask("/api/v1/chat", { body });
    expect(await refusal(response)).toEqual([503, "NOT_AVAILABLE"]);
    const none = await admin.ask("/api/v1/chat", { body: { text: "a", media: [] } });
    expect(none.status).toBe(200);
  });

  test("hands the client's own id on, so that a repeat is known", async () => {
    for (const headers of [STREAM, { accept: "application/json" }]) {
      const body = { text: "a", messageId: "m_1" };
      await (await admin.ask("/api/v1/chat", { body, headers })).text();
    }
    const caller = sha256("anna-token");
    expect(admin.hub.callsOf("admin.say")).toMatchObject([
      { caller, text: "a", messageId: "m_1" },
      { caller, text: "a", messageId: "m_1" },
    ]);
    for (const messageId of ["", "m".repeat(65), 7]) {
      const response = await admin.ask("/api/v1/chat", { body: { text: "a", messageId } });
      expect(await refusal(response)).toEqual([400, "INVALID_PARAMS"]);
    }
  });

  test("that the kernel does not answer in time is no cancellation", async () => {
    admin.hub.on({
      "admin.say": () => {
        throw new CanceledError("deadline", "no answer within 900000 ms");
      },
    });
    const response = await admin.ask("/api/v1/chat", { body: { text: "a" } });
    expect(await refusal(response)).toEqual([504, "COMMAND_TIMEOUT"]);
  });
});

describe("OpenAI's interface", () => {
  const complete = (body: object) => admin.ask("/v1/chat/completions", { body });
  const user = (content: unknown) => ({ role: "user", content });

  test("answers the last user message", async () => {
    const messages = [
      { role: "system", content: "be brief" },
      user("first"),
      { role: "assistant", content: "yes?", tool_calls: [] },
      user("把客厅灯调到三成"),
    ];
    const response = await complete({ model: "any", temperature: 1, messages });
    expect(await response.json()).toEqual({
      id: "chatcmpl-t_1",
      object: "chat.completion",
      created: 1796025600,
      model: "homeagent",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: REPLY.reply },
          finish_reason: "stop",
        },
      ],
    });
    expect(admin.hub.callsOf("admin.say")).toEqual([
      { caller: sha256("anna-token"), text: "把客厅灯调到三成" },
    ]);
  });

  test("joins parts of text and refuses a picture", async () => {
    const text = (words: string) => ({ type: "text", text: words });
    await complete({ messages: [user([text("one"), text("two")])] });
    expect(admin.hub.callsOf("admin.say")).toMatchObject([{ text: "one\ntwo" }]);
    const picture = { type: "image_url", image_url: { url: "data:," } };
    const refused = await complete({ messages: [user([text("what?"), picture])] });
    expect(await refused.json()).toMatchObject({
      status: 503,
      code: "NOT_AVAILABLE",
      error: { code: "NOT_AVAILABLE", message: expect.stringContaining("pictures") },
    });
  });

  type Choice = { delta: { content?: string }; finish_reason: string | null };
  const choiceOf = (event: ReadEvent | undefined) =>
    (event?.data as { choices?: Choice[] } | undefined)?.choices?.[0];
  const textOf = (events: readonly (ReadEvent | undefined)[]) =>
    events.map((event) => choiceOf(event)?.delta.content ?? "").join("");

  /** Text of all chunks, and the reasons. */
  async function chunks(response: Response) {
    const events = await readEvents(response).rest();
    const last = events.pop();
    const reasons = events.map((event) => choiceOf(event)?.finish_reason);
    return { done: last?.data, text: textOf(events), reasons };
  }

  test("streams what is said as chunks, then the reason and [DONE]", async () => {
    const turn = openTurn();
    const response = await complete({ messages: [user("a")], stream: true });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const streamId = await turn.started;
    for (const text of ["好的，", "客厅主灯"]) admin.hub.notify("say.delta", { streamId, text });
    turn.resolve(REPLY);
    expect(await chunks(response)).toEqual({
      done: "[DONE]",
      text: REPLY.reply,
      reasons: [null, null, null, null, "stop"],
    });
  });

  test.each([
    ["nothing was said before", [], REPLY.reply],
    ["all was said before", [REPLY.reply], REPLY.reply],
    ["an earlier round said something", ["I look. ", REPLY.reply], `I look. ${REPLY.reply}`],
    ["the reply is another one", ["I look."], `I look.\n\n${REPLY.reply}`],
  ])("has the whole reply when %s", async (_what, pieces, expected) => {
    const turn = openTurn();
    const response = await complete({ messages: [user("a")], stream: true });
    const streamId = await turn.started;
    for (const text of pieces) admin.hub.notify("say.delta", { streamId, text });
    turn.resolve(REPLY);
    expect((await chunks(response)).text).toBe(expected);
  });

  test.each([
    ["is told anew", ["Let me s", null, REPLY.reply], `Let me s\n\n${REPLY.reply}`],
    ["is not told anew", ["Let me s", null], `Let me s\n\n${REPLY.reply}`],
    ["is the same again", [REPLY.reply, null, REPLY.reply], `${REPLY.reply}\n\n${REPLY.reply}`],
    ["had not begun", [null, REPLY.reply], REPLY.reply],
    ["is void twice", ["a", null, "b", null], `a\n\nb\n\n${REPLY.reply}`],
  ])("begins a new paragraph where what was told is void and %s", async (_what, pieces, told) => {
    const turn = openTurn();
    const response = await complete({ messages: [user("a")], stream: true });
    const streamId = await turn.started;
    for (const text of pieces) {
      admin.hub.notify("say.delta", {
        streamId,
        ...(text === null ? { restart: true } : { text }),
      });
    }
    turn.resolve(REPLY);
    expect((await chunks(response)).text).toBe(told);
  });

  test("leaves no hole for a reader that reads late", async () => {
    const turn = openTurn();
    const response = await complete({ messages: [user("a")], stream: true });
    const streamId = await turn.started;
    const pieces = Array.from({ length: 40 }, (_, index) => `${index}:${"x".repeat(60_000)} `);
    for (const text of pieces) admin.hub.notify("say.delta", { streamId, text });
    const events = readEvents(response);
    const early = [await events.next(), await events.next(), await events.next()];
    // There is room again, but what was left out comes before this.
    admin.hub.notify("say.delta", { streamId, text: "late" });
    turn.resolve({ ...REPLY, reply: `${pieces.join("")}late` });
    expect(textOf([...early, ...(await events.rest())])).toBe(`${pieces.join("")}late`);
  });

  test("ends a failed stream with an error and [DONE]", async () => {
    admin.hub.on({
      "admin.say": () => {
        throw problem("BUSY", "too much is queued");
      },
    });
    const response = await complete({ messages: [user("a")], stream: true });
    const [, error, done] = await readEvents(response).rest();
    expect(error?.data).toEqual({
      error: { message: "too much is queued", type: "busy", code: "BUSY" },
    });
    expect(done?.data).toBe("[DONE]");
  });

  test.each([
    ["no messages", { messages: [] }],
    ["no user message", { messages: [{ role: "system", content: "x" }] }],
    ["an empty user message", { messages: [{ role: "user", content: "  " }] }],
    ["no list", { messages: "hello" }],
  ])("refuses %s in both forms of an error", async (_what, body) => {
    const response = await complete(body);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({
      status: 400,
      code: "INVALID_PARAMS",
      error: { code: "INVALID_PARAMS", type: "invalid_params" },
    });
  });

  test("says who is not signed in in its own form", async () => {
    const response = await admin.ask("/v1/models", { token: null });
    expect(await response.json()).toMatchObject({
      code: "UNAUTHENTICATED",
      error: { code: "UNAUTHENTICATED" },
    });
  });

  test("lists the agent as its one model", async () => {
    expect(await (await admin.ask("/v1/models")).json()).toEqual({
      object: "list",
      data: [{ id: "homeagent", object: "model", created: 1796025600, owned_by: "homeagent" }],
    });
  });
});
