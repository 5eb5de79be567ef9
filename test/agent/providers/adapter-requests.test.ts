/** What each adapter sends: where, with which head, and how its API wants thoughts and limits said. */
import { expect, test } from "vitest";
import { systemClock } from "#base";
import { createLuaEngine } from "#platform/lua";
import { loadAdapter } from "../../../src/agent/providers/adapter.ts";
import { readAdapterScript } from "../../../src/agent/providers/adapter-files.ts";
import { SECRET_KEY, sentBy, writeFileTool } from "../../support/model-sources.ts";

type Fields = Readonly<Record<string, unknown>>;

const bearer = { authorization: `Bearer ${SECRET_KEY}` };
const messages = [
  { role: "system", content: "you are a house" },
  { role: "user", content: "把客厅灯打开" },
];
const { name, description, parameters } = writeFileTool;
const tools = [{ type: "function", function: { name, description, parameters } }];
const counted = { stream_options: { include_usage: true } };

const chat = (more: Fields): Fields => ({
  model: "m",
  messages,
  stream: true,
  tools,
  temperature: 0.7,
  ...more,
});

/** Path, what of the head must be there, and the whole body; without thoughts. */
const requests: Readonly<Record<string, readonly [path: string, head: Fields, body: Fields]>> = {
  openai: ["/chat/completions", bearer, chat({ ...counted, max_tokens: 99 })],
  deepseek: [
    "/chat/completions",
    bearer,
    chat({ ...counted, max_tokens: 99, thinking: { type: "disabled" } }),
  ],
  qwen: ["/chat/completions", bearer, chat({ ...counted, max_tokens: 99, enable_thinking: false })],
  kimi: ["/chat/completions", bearer, chat({ ...counted, max_tokens: 99 })],
  glm: [
    "/chat/completions",
    bearer,
    chat({ ...counted, max_tokens: 99, thinking: { type: "disabled" } }),
  ],
  doubao: ["/chat/completions", bearer, chat({ ...counted, max_tokens: 99 })],
  mistral: ["/chat/completions", bearer, chat({ max_tokens: 99 })],
  groq: ["/chat/completions", bearer, chat({ ...counted, max_completion_tokens: 99 })],
  github: [
    "/chat/completions",
    { ...bearer, "x-github-api-version": "2022-11-28" },
    chat({ ...counted, max_tokens: 99 }),
  ],
  openai_responses: [
    "/responses",
    bearer,
    {
      model: "m",
      instructions: "you are a house",
      input: [messages[1]],
      tools: [{ type: "function", name, description, parameters, strict: false }],
      stream: true,
      store: false,
      max_output_tokens: 99,
      temperature: 0.7,
    },
  ],
  anthropic: [
    "/v1/messages",
    { "x-api-key": SECRET_KEY, "anthropic-version": "2023-06-01" },
    {
      model: "m",
      max_tokens: 99,
      stream: true,
      system: "you are a house",
      tools: [
        { name, description, input_schema: parameters, cache_control: { type: "ephemeral" } },
      ],
      temperature: 0.7,
      messages: [{ role: "user", content: [{ type: "text", text: "把客厅灯打开" }] }],
    },
  ],
  gemini: [
    "/models/m:streamGenerateContent?alt=sse",
    { "x-goog-api-key": SECRET_KEY },
    {
      contents: [{ role: "user", parts: [{ text: "把客厅灯打开" }] }],
      systemInstruction: { parts: [{ text: "you are a house" }] },
      tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: parameters }] }],
      generationConfig: { maxOutputTokens: 99, thinkingConfig: { thinkingLevel: "low" } },
    },
  ],
  ollama: [
    "/api/chat",
    { ...bearer, accept: "application/x-ndjson, application/json" },
    {
      model: "m",
      messages,
      tools,
      stream: true,
      think: false,
      options: { temperature: 0.7, num_predict: 99 },
    },
  ],
};

test.each(Object.entries(requests))("%s sends what its API wants", async (adapter, wanted) => {
  const [path, head, body] = wanted;
  const sent = await sentBy(adapter, { tools: [writeFileTool] }, { model: "m", maxTokens: 99 });
  expect({ path: sent.path, body: sent.body }).toEqual({ path, body });
  expect(sent.headers).toMatchObject(head);
});

test.each(Object.keys(requests))("%s sends no tools where there are none", async (adapter) => {
  expect("tools" in (await sentBy(adapter, { tools: [] })).body).toBe(false);
});

const absent = undefined;

/** Adapter, model, whether it shall think, and fields of the body. */
const thoughts: readonly (readonly [string, string, boolean, Fields])[] = [
  ["openai", "qwen3:8b", true, { reasoning_effort: "medium", temperature: absent }],
  ["deepseek", "deepseek-v4-flash", true, { thinking: { type: "enabled" }, temperature: absent }],
  ["deepseek", "deepseek-reasoner", false, { thinking: absent, temperature: 0.7 }],
  ["qwen", "qwen-plus", true, { enable_thinking: true, reasoning_effort: absent }],
  ["kimi", "kimi-k2.6", true, { thinking: { type: "enabled" }, temperature: absent }],
  ["kimi", "kimi-k2.6", false, { thinking: { type: "disabled" }, temperature: absent }],
  ["kimi", "kimi-k3", false, { thinking: absent, reasoning_effort: "low", temperature: absent }],
  ["kimi", "moonshot-v1-8k", false, { thinking: absent, temperature: 0.7 }],
  ["glm", "glm-5", true, { thinking: { type: "enabled" } }],
  ["doubao", "doubao-seed-1-6", true, { thinking: { type: "enabled" } }],
  ["doubao", "doubao-seed-1-6", false, { thinking: { type: "disabled" } }],
  ["mistral", "magistral-medium", true, { prompt_mode: "reasoning" }],
  ["mistral", "mistral-small", true, { prompt_mode: absent, reasoning_effort: absent }],
  ["groq", "openai/gpt-oss-20b", true, { reasoning_effort: "medium", reasoning_format: absent }],
  ["groq", "qwen/qwen3-32b", false, { reasoning_effort: "none", reasoning_format: "parsed" }],
  ["groq", "llama-3.3-70b", true, { reasoning_effort: absent, reasoning_format: absent }],
  [
    "github",
    "openai/gpt-5",
    true,
    { reasoning_effort: "medium", max_tokens: absent, max_completion_tokens: 4096 },
  ],
  ["github", "meta/llama-4", true, { reasoning_effort: absent, max_tokens: 4096 }],
  [
    "openai_responses",
    "gpt-5.1",
    true,
    {
      reasoning: { effort: "medium", summary: "auto" },
      include: ["reasoning.encrypted_content"],
      temperature: absent,
    },
  ],
  ["openai_responses", "gpt-4.1", false, { reasoning: absent, include: absent, temperature: 0.7 }],
  [
    "anthropic",
    "claude-sonnet-4-5-20250929",
    true,
    { thinking: { type: "enabled", budget_tokens: 2048 }, temperature: absent },
  ],
  ["anthropic", "claude-sonnet-4-20250514", false, { thinking: absent, temperature: 0.7 }],
  ["anthropic", "claude-opus-4-6", true, { thinking: { type: "adaptive" }, temperature: absent }],
  ["anthropic", "claude-opus-4-6", false, { thinking: absent, temperature: 0.7 }],
  ["anthropic", "claude-opus-4-7", false, { thinking: absent, temperature: absent }],
  ["anthropic", "claude-opus-5", true, { thinking: { type: "adaptive" }, temperature: absent }],
  [
    "anthropic",
    "claude-3-7-sonnet-20250219",
    true,
    { thinking: { type: "enabled", budget_tokens: 2048 } },
  ],
  [
    "gemini",
    "gemini-2.5-flash",
    false,
    {
      generationConfig: {
        maxOutputTokens: 4096,
        temperature: 0.7,
        thinkingConfig: { thinkingBudget: 0 },
      },
    },
  ],
  [
    "gemini",
    "gemini-2.5-pro",
    false,
    {
      generationConfig: {
        maxOutputTokens: 4096,
        temperature: 0.7,
        thinkingConfig: { thinkingBudget: 128 },
      },
    },
  ],
  [
    "gemini",
    "gemini-3-flash",
    true,
    { generationConfig: { maxOutputTokens: 4096, thinkingConfig: { includeThoughts: true } } },
  ],
  ["ollama", "qwen3", true, { think: true }],
];

test.each(thoughts)("%s with %s, thinking %s", async (adapter, model, thinkingEnabled, fields) => {
  const { body } = await sentBy(adapter, {}, { model, thinkingEnabled });
  const seen = Object.fromEntries(Object.keys(fields).map((field) => [field, body[field]]));
  expect(seen).toEqual(fields);
});

test("Anthropic does not think where the answer is too short for it", async () => {
  const settings = { model: "claude-sonnet-4-5", thinkingEnabled: true, maxTokens: 1000 };
  const { body } = await sentBy("anthropic", {}, settings);
  expect([body["thinking"], body["temperature"]]).toEqual([undefined, 0.7]);
});

test("Ollama is asked for the window that the settings name", async () => {
  const { body } = await sentBy("ollama", {}, { contextWindow: 32_768 });
  expect(body["options"]).toMatchObject({ num_ctx: 32_768 });
});

test.each([
  ["ollama", "/api/chat"],
  ["anthropic", "/v1/messages"],
])("%s is found at an address that ends in /v1, too", async (adapter, path) => {
  expect((await sentBy(adapter, {}, {}, "/v1")).path).toBe(path);
  expect((await sentBy(adapter, {}, {})).path).toBe(path);
});

test("Qwen is not asked to think when nothing streams", async () => {
  const log = () => undefined;
  const script = await readAdapterScript("/nonexistent", "qwen");
  using adapter = await loadAdapter(createLuaEngine(systemClock), script, { log });
  const source = {
    name: "main",
    base_url: "",
    model: "qwen-plus",
    api_key: "",
    thinking_enabled: true,
    context_window: 0,
  };
  const request = {
    model: "qwen-plus",
    temperature: 1,
    max_tokens: 9,
    thinking_enabled: true,
    stream: false,
    stream_usage: false,
    messages: [],
    tools: [],
  };
  const { url, body } = await adapter.request(request, source, new AbortController().signal);
  expect(url).toBe("https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions");
  expect(JSON.parse(body)).toMatchObject({ stream: false, enable_thinking: false });
});
