/** History goes to whatever API is asked next: back to its own with its state, to others without it. */
import { describe, expect, test } from "vitest";
import type { Message, OpaqueState } from "#contract";
import type { SourceSettings } from "../../../src/agent/providers/index.ts";
import { sentBy } from "../../support/model-sources.ts";

type Assistant = Extract<Message, { readonly role: "assistant" }>;

const call = (id: string, name = "write_file", args: unknown = { path: "x" }) => ({
  id,
  name,
  arguments: args,
});

const result = (callId: string, content = "done", outcome = "ok"): Message => ({
  role: "tool",
  callId,
  name: "write_file",
  outcome,
  content,
});

const user: Message = { role: "user", content: "u" };

/** State as the source `main` with this adapter and the model `scripted` gives it. */
const own = (adapter: string, data: unknown, model = "scripted"): OpaqueState => ({
  provider: `main/${adapter}/${model}`,
  data,
});

const answered = (more: Partial<Assistant>): Assistant => ({
  role: "assistant",
  content: "",
  toolCalls: [call("a")],
  ...more,
});

async function history(
  adapter: string,
  messages: readonly Message[],
  settings: Partial<SourceSettings> = {},
): Promise<unknown> {
  const { body } = await sentBy(adapter, { messages }, settings);
  return body["messages"] ?? body["input"] ?? body["contents"];
}

describe("ids", () => {
  const long = "x".repeat(50);
  const ids = ["fits_9abc", long, "functions.write:0", "call00001"];
  const messages = [
    user,
    answered({ toolCalls: ids.map((id) => call(id)) }),
    ...ids.map((id) => result(id)),
  ];

  test.each([
    ["openai", ["fits_9abc", "call00001", "call00002", "call00003"]],
    ["mistral", ["call00001", "call00002", "call00003", "call00004"]],
  ])("%s gets ids of its length and letters, on both sides", async (adapter, wanted) => {
    const sent = (await history(adapter, messages)) as {
      tool_calls?: { id: string }[];
      tool_call_id?: string;
    }[];
    expect(sent.flatMap(({ tool_calls }) => tool_calls?.map(({ id }) => id) ?? [])).toEqual(wanted);
    expect(sent.flatMap(({ tool_call_id }) => tool_call_id ?? [])).toEqual(wanted);
  });

  test("a stand-in is never an id that the history has already", async () => {
    const toolCalls = [call("call00001"), call("a b")];
    const sent = JSON.stringify(await history("openai", [user, answered({ toolCalls })]));
    expect(sent.match(/"tool_call_id":"[^"]+"/g)).toEqual([
      '"tool_call_id":"call00001"',
      '"tool_call_id":"call00002"',
    ]);
  });

  test("Anthropic takes up to 64 letters", async () => {
    const sent = JSON.stringify(await history("anthropic", messages));
    expect(sent).toContain(`"id":"${long}"`);
    expect(sent).toContain(`"tool_use_id":"${long}"`);
    expect(sent).not.toContain("functions.write");
  });
});

test.each(["openai", "openai_responses", "anthropic", "gemini", "mistral", "ollama"])(
  "%s gets a result for every call, and none without one",
  async (adapter) => {
    const messages = [
      user,
      result("stray", "from nowhere"),
      answered({ content: "", toolCalls: [] }),
      answered({ toolCalls: [call("a"), call("b")] }),
      result("b"),
      user,
    ];
    const sent = JSON.stringify(await history(adapter, messages));
    expect(sent.match(/no result: this call was not run/g)).toHaveLength(1);
    expect(sent).toContain("done");
    expect(sent).not.toContain("from nowhere");
  },
);

describe("Anthropic", () => {
  const thought = { type: "thinking", thinking: "想", signature: "s" };
  const redacted = { type: "redacted_thinking", data: "r" };
  const opaque = own("anthropic", [
    { kind: "block", block: thought },
    { kind: "text" },
    { kind: "block", block: redacted },
    { kind: "call" },
  ]);
  const messages = [
    user,
    answered({ content: "先", toolCalls: [call("a"), call("b")], opaque }),
    result("a"),
    result("b", "kaputt", "failed"),
  ];
  const toolUse = (id: string) => ({
    type: "tool_use",
    id,
    name: "write_file",
    input: { path: "x" },
  });
  const text = { type: "text", text: "先" };

  test("its thoughts go back in their order, results in one message", async () => {
    expect(await history("anthropic", messages, { thinkingEnabled: true })).toEqual([
      { role: "user", content: [{ type: "text", text: "u" }] },
      { role: "assistant", content: [thought, text, redacted, toolUse("a"), toolUse("b")] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "done" },
          { type: "tool_result", tool_use_id: "b", content: "kaputt", is_error: true },
        ],
      },
    ]);
  });

  test.each([
    ["another model", own("anthropic", opaque.data, "other"), true],
    ["another adapter", own("gemini", opaque.data), true],
    ["itself while it does not think", opaque, false],
  ])("thoughts of %s stay at home", async (_name, foreign, thinkingEnabled) => {
    const [, mine, ...rest] = messages;
    const sent = await history(
      "anthropic",
      [user, { ...(mine as Assistant), opaque: foreign }, ...rest],
      { thinkingEnabled },
    );
    expect((sent as { content: unknown }[])[1]?.content).toEqual([
      text,
      toolUse("a"),
      toolUse("b"),
    ]);
  });

  test("with a budget it does not think on in a tool turn that another model began", async () => {
    const settings = { thinkingEnabled: true, model: "claude-sonnet-4-5" };
    const begun = [user, answered({ content: "先" }), result("a")];
    const thinking = async (messages: readonly Message[]) =>
      (await sentBy("anthropic", { messages }, settings)).body["thinking"];
    expect(await thinking(begun)).toBeUndefined();
    expect(await thinking([...begun, user])).toMatchObject({ type: "enabled" });
    const [, first] = messages;
    const mine = own("anthropic", opaque.data, "claude-sonnet-4-5");
    expect(await thinking([user, { ...(first as Assistant), opaque: mine }])).toBeDefined();
  });

  test("a system message in between is a user's, not the end of an answer", async () => {
    const cut = [user, answered({ content: "a", toolCalls: [] }), system("cut")];
    expect(await history("anthropic", cut)).toEqual([
      { role: "user", content: [{ type: "text", text: "u" }] },
      { role: "assistant", content: [{ type: "text", text: "a" }] },
      { role: "user", content: [{ type: "text", text: "cut" }] },
    ]);
  });
});

const system = (content: string): Message => ({ role: "system", content });

describe("Gemini", () => {
  const opaque = own(
    "gemini",
    [{ call: 1, signature: "sig", id: "f1" }, { call: 2 }],
    "gemini-3-pro",
  );
  const settings = { model: "gemini-3-pro" };
  const part = (more: object, id?: string) => ({
    functionCall: { ...(id ? { id } : {}), name: "write_file", args: { path: "x" } },
    ...more,
  });
  const reply = (output: object, id?: string) => ({
    functionResponse: { ...(id ? { id } : {}), name: "write_file", response: output },
  });

  test("signatures and ids go back at the call that they came with", async () => {
    const messages = [
      user,
      answered({ toolCalls: [call("a"), call("b")], opaque }),
      result("a"),
      result("b", "no", "denied"),
    ];
    expect(await history("gemini", messages, settings)).toEqual([
      { role: "user", parts: [{ text: "u" }] },
      { role: "model", parts: [part({ thoughtSignature: "sig" }, "f1"), part({})] },
      { role: "user", parts: [reply({ output: "done" }, "f1"), reply({ error: "no" })] },
    ]);
  });

  test("the first call of another model bears the sentinel, from version 3 on", async () => {
    const messages = [
      user,
      answered({ toolCalls: [call("a"), call("b")] }),
      result("a"),
      result("b"),
    ];
    const model = async (name: string) =>
      ((await history("gemini", messages, { model: name })) as { parts: unknown }[])[1]?.parts;
    const sentinel = { thoughtSignature: "skip_thought_signature_validator" };
    expect(await model("gemini-3-pro")).toEqual([part(sentinel), part({})]);
    expect(await model("gemini-2.5-pro")).toEqual([part({}), part({})]);
  });

  test("its imitation of OpenAI gets signatures and sentinel in extra_content", async () => {
    const extra = { google: { thought_signature: "sig" } };
    const mine = own("openai", [{ call: 1, extra_content: extra }]);
    const messages = [user, answered({ opaque: mine }), result("a")];
    expect(await history("openai", messages)).toMatchObject([
      {},
      { tool_calls: [{ id: "a", extra_content: extra }] },
      {},
    ]);
  });
});

describe("Responses", () => {
  const reasoning = { id: "rs_0", type: "reasoning", summary: [], encrypted_content: "e" };
  const opaque = own("openai_responses", [
    { kind: "reasoning", item: reasoning },
    { kind: "text" },
    { kind: "call", id: "fc_1" },
  ]);
  const item = (call_id: string, id?: string) => ({
    type: "function_call",
    ...(id ? { id } : {}),
    call_id,
    name: "write_file",
    arguments: '{"path":"x"}',
  });
  const output = (call_id: string) => ({ type: "function_call_output", call_id, output: "done" });

  test("thoughts go back right before what they led to", async () => {
    const messages = [user, answered({ content: "先", opaque }), result("a")];
    expect(await history("openai_responses", messages)).toEqual([
      { role: "user", content: "u" },
      reasoning,
      { role: "assistant", content: "先" },
      item("a"),
      output("a"),
    ]);
  });

  test("a call keeps the id of its item only beside its thoughts", async () => {
    const near = own("openai_responses", [
      { kind: "reasoning", item: reasoning },
      { kind: "call", id: "fc_1" },
      { kind: "call", id: "fc_2" },
    ]);
    const messages = [
      user,
      answered({ toolCalls: [call("a"), call("b")], opaque: near }),
      result("a"),
      result("b"),
    ];
    expect(await history("openai_responses", messages)).toEqual([
      { role: "user", content: "u" },
      reasoning,
      item("a", "fc_1"),
      item("b"),
      output("a"),
      output("b"),
    ]);
  });

  test("thoughts whose call was dropped are dropped with it; other models' history has none", async () => {
    const thought = { kind: "reasoning", item: reasoning };
    const gone = { kind: "call", id: "fc_1" };
    for (const data of [
      [{ kind: "text" }, thought, gone],
      [thought, gone],
    ]) {
      const dangling = answered({
        content: "先",
        toolCalls: [],
        opaque: own("openai_responses", data),
      });
      expect(await history("openai_responses", [user, dangling])).toEqual([
        { role: "user", content: "u" },
        { role: "assistant", content: "先" },
      ]);
    }
    expect(await history("openai_responses", [user, answered({}), result("a")])).toEqual([
      { role: "user", content: "u" },
      item("a"),
      output("a"),
    ]);
  });
});

describe("thoughts that go back as text", () => {
  const echoed = async (
    adapter: string,
    settings: Partial<SourceSettings>,
    more: Partial<Assistant> = {},
  ) => {
    const sent = (await history(adapter, [user, answered(more), result("a")], settings)) as Record<
      string,
      unknown
    >[];
    return sent[1]?.["reasoning_content"];
  };
  const thinkingEnabled = true;

  test("DeepSeek gets them with every call while it thinks, even empty", async () => {
    const model = "deepseek-v4-flash";
    expect(await echoed("deepseek", { model, thinkingEnabled }, { reasoning: "想" })).toBe("想");
    expect(await echoed("deepseek", { model, thinkingEnabled })).toBe("");
    expect(await echoed("deepseek", { model: "deepseek-reasoner" })).toBe("");
    expect(await echoed("deepseek", { model })).toBeUndefined();
  });

  test("Kimi gets them with every call while it thinks, and never empty", async () => {
    const model = "kimi-k2.6";
    expect(await echoed("kimi", { model, thinkingEnabled }, { reasoning: "想" })).toBe("想");
    expect(await echoed("kimi", { model, thinkingEnabled })).toBe("(none)");
    expect(await echoed("kimi", { model: "kimi-k3" })).toBe("(none)");
    expect(await echoed("kimi", { model })).toBeUndefined();
    expect(await echoed("kimi", { model: "moonshot-v1-8k" })).toBeUndefined();
  });

  test("servers that do not know the field do not get it", async () => {
    for (const adapter of ["mistral", "groq", "github", "qwen"]) {
      expect(await echoed(adapter, { thinkingEnabled }, { reasoning: "想" })).toBeUndefined();
    }
  });

  test("without calls they are never sent", async () => {
    const messages: Message[] = [
      user,
      { role: "assistant", content: "a", reasoning: "想", toolCalls: [] },
      user,
    ];
    for (const adapter of ["deepseek", "kimi", "glm", "openai"]) {
      const sent = await history(adapter, messages, { thinkingEnabled, model: "kimi-k3" });
      expect(JSON.stringify(sent)).not.toContain("想");
    }
  });
});

test("Ollama gets arguments as an object, the tool's name, and thoughts of a tool turn", async () => {
  const messages = [user, answered({ reasoning: "想" }), result("a")];
  expect(await history("ollama", messages)).toEqual([
    { role: "user", content: "u" },
    {
      role: "assistant",
      content: "",
      thinking: "想",
      tool_calls: [{ function: { name: "write_file", arguments: { path: "x" } } }],
    },
    { role: "tool", tool_name: "write_file", content: "done" },
  ]);
});

test("where only the first message may be a system's, later ones join the user's", async () => {
  const messages = [
    system("s"),
    user,
    answered({ content: "a", toolCalls: [] }),
    system("n"),
    user,
  ];
  expect(await history("mistral", messages)).toEqual([
    { role: "system", content: "s" },
    { role: "user", content: "u" },
    { role: "assistant", content: "a" },
    { role: "user", content: "n\n\nu" },
  ]);
  expect(await history("deepseek", messages)).toMatchObject([{}, {}, {}, { role: "system" }, {}]);
});
