/** The adapter `openai` survives everything that servers of this protocol were seen to send. */
import { expect, test } from "vitest";
import type { CompletionChunk } from "#contract";
import {
  collect,
  createSourceBench,
  forever,
  question,
  summary,
} from "../../support/model-sources.ts";
import {
  callDelta,
  chunk,
  type Reply,
  startScriptedOpenAi,
  streamReply,
  textReply,
  toolCallReply,
  usageChunk,
} from "../../support/scripted-openai.ts";

async function answerTo(...replies: Reply[]) {
  await using server = await startScriptedOpenAi(...replies);
  using source = createSourceBench().source("main", server.url);
  const chunks: CompletionChunk[] = await collect(source.complete(question(), forever()));
  return { ...summary(chunks), chunks };
}

const calls = (...deltas: Parameters<typeof callDelta>[0][]) =>
  deltas.map((delta) => chunk({ tool_calls: [callDelta(delta)] }));

test("text streams as it comes and ends with the counts of tokens", async () => {
  const { chunks } = await answerTo(textReply("你好", "，", "世界"));
  expect(chunks).toEqual([
    { kind: "text", text: "你好" },
    { kind: "text", text: "，" },
    { kind: "text", text: "世界" },
    {
      kind: "finish",
      reason: "stop",
      usage: { promptTokens: 12, completionTokens: 3, cachedTokens: null },
    },
  ]);
});

test("a tool call that comes letter by letter is yielded whole, after the finish", async () => {
  const reply = toolCallReply(
    { id: "call_a", name: "write_file", arguments: '{"path":"/客厅/灯.txt"}' },
    1,
  );
  const { chunks } = await answerTo(reply);
  expect(chunks).toEqual([
    {
      kind: "tool_call",
      call: { id: "call_a", name: "write_file", arguments: { path: "/客厅/灯.txt" } },
    },
    { kind: "finish", reason: "tool_calls", usage: null },
  ]);
});

test.each([
  ["CRLF line ends", { newline: "\r\n" }],
  ["CR line ends", { newline: "\r" }],
  ["comments between events", { comments: true }],
  ["no space after the colon", { tight: true }],
  ["no [DONE]", { done: false }],
] as const)("a stream with %s is read", async (_name, options) => {
  const events = [chunk({ content: "a" }), chunk({ content: "b" }, "stop")];
  const answer = await answerTo(streamReply(events, options));
  expect(answer).toMatchObject({ text: "ab", finish: "stop" });
});

test("a stream that ends without its last empty line is read to its end", async () => {
  const last = `data: ${JSON.stringify(chunk({ content: "b" }, "stop"))}`;
  const answer = await answerTo(async (exchange) => {
    await exchange.head(200, { "content-type": "text/event-stream" });
    await exchange.write(`data: ${JSON.stringify(chunk({ content: "a" }))}\n\n${last}`);
    await exchange.end();
  });
  expect(answer).toMatchObject({ text: "ab", finish: "stop" });
});

test("[DONE] without a finish_reason ends a text, and a call with whole arguments", async () => {
  const text = await answerTo(streamReply([chunk({ content: "hi" })]));
  expect(text).toMatchObject({ text: "hi", finish: "stop" });
  const call = await answerTo(
    streamReply(calls({ index: 0, id: "c", name: "write_file", arguments: '{"path":"x"}' })),
  );
  expect(call.calls).toEqual([{ id: "c", name: "write_file", arguments: { path: "x" } }]);
});

test.each<[string, readonly object[], readonly object[]]>([
  [
    "id and name are empty texts on continuations (DashScope, DeepSeek)",
    calls(
      { index: 0, id: "a", name: "write_file", arguments: '{"pa' },
      { index: 0, id: "", name: "", arguments: 'th":"x"}' },
    ),
    [{ id: "a", name: "write_file", arguments: { path: "x" } }],
  ],
  [
    "the index is missing (Gemini's compatible endpoint)",
    calls(
      { id: "a", name: "write_file", arguments: '{"path":"x"}' },
      { id: "b", name: "house_status", arguments: "{}" },
    ),
    [
      { id: "a", name: "write_file", arguments: { path: "x" } },
      { id: "b", name: "house_status", arguments: {} },
    ],
  ],
  [
    "index and id are both missing",
    calls(
      { name: "house_status", arguments: "" },
      { name: "write_file", arguments: '{"path":' },
      { arguments: '"x"}' },
    ),
    [
      { id: "c_1", name: "house_status", arguments: {} },
      { id: "c_2", name: "write_file", arguments: { path: "x" } },
    ],
  ],
  [
    "the second call reuses index 0 (DeepSeek relay)",
    calls(
      { index: 0, id: "a", name: "write_file", arguments: '{"path":"x"}' },
      { index: 0, id: "b", name: "write_file", arguments: '{"path":' },
      { index: 0, arguments: '"y"}' },
    ),
    [
      { id: "a", name: "write_file", arguments: { path: "x" } },
      { id: "b", name: "write_file", arguments: { path: "y" } },
    ],
  ],
  [
    "the second call reuses index 0 and begins without arguments",
    calls(
      { index: 0, id: "a", name: "write_file", arguments: '{"path":"x"}' },
      { index: 0, id: "b", name: "write_file", arguments: "" },
      { index: 0, arguments: '{"path":"y"}' },
    ),
    [
      { id: "a", name: "write_file", arguments: { path: "x" } },
      { id: "b", name: "write_file", arguments: { path: "y" } },
    ],
  ],
  [
    "the name is repeated once all arguments are there",
    calls(
      { index: 0, name: "write_file", arguments: '{"path":"x"}' },
      { index: 0, name: "write_file", arguments: "" },
    ),
    [{ id: "c_1", name: "write_file", arguments: { path: "x" } }],
  ],
  [
    "the first index is 1 (litellm)",
    calls({ index: 1, id: "a", name: "write_file", arguments: '{"path":"x"}' }),
    [{ id: "a", name: "write_file", arguments: { path: "x" } }],
  ],
  [
    "there is an index but no id (Ollama)",
    calls(
      { index: 0, name: "write_file", arguments: '{"path":"x"}' },
      { index: 1, name: "house_status", arguments: "{}" },
    ),
    [
      { id: "c_1", name: "write_file", arguments: { path: "x" } },
      { id: "c_2", name: "house_status", arguments: {} },
    ],
  ],
  [
    "pieces of two calls come in turns, the later one first",
    calls(
      { index: 1, id: "b", name: "write_file", arguments: '{"path":' },
      { index: 0, id: "a", name: "write_file", arguments: '{"path":' },
      { index: 1, arguments: '"y"}' },
      { index: 0, arguments: '"x"}' },
    ),
    [
      { id: "a", name: "write_file", arguments: { path: "x" } },
      { id: "b", name: "write_file", arguments: { path: "y" } },
    ],
  ],
  [
    "every piece bears an id of its own",
    calls(
      { index: 0, id: "a", name: "write_file", arguments: '{"path":' },
      { index: 0, id: "a2", arguments: '"x"}' },
    ),
    [{ id: "a", name: "write_file", arguments: { path: "x" } }],
  ],
  [
    "two calls bear the same id",
    calls(
      { index: 0, id: "a", name: "write_file", arguments: '{"path":"x"}' },
      { index: 1, id: "a", name: "house_status", arguments: "{}" },
    ),
    [
      { id: "a", name: "write_file", arguments: { path: "x" } },
      { id: "c_1", name: "house_status", arguments: {} },
    ],
  ],
  [
    "the arguments are an object instead of a text",
    [
      chunk({
        tool_calls: [
          { index: 0, id: "a", function: { name: "write_file", arguments: { path: "x" } } },
        ],
      }),
    ],
    [{ id: "a", name: "write_file", arguments: { path: "x" } }],
  ],
])("Tool deltas: calls are joined when %s", async (_name, events, expected) => {
  const answer = await answerTo(streamReply([...events, chunk({}, "tool_calls")]));
  expect(answer.calls).toEqual(expected);
  expect(answer.finish).toBe("tool_calls");
});

test("GLM: a last piece that repeats id and name and finishes at once adds no call", async () => {
  const head = { index: 0, id: "a", name: "write_file" };
  const answer = await answerTo(
    streamReply([
      ...calls({ ...head, arguments: '{"path":' }),
      chunk({ tool_calls: [callDelta({ ...head, arguments: '"x"}' })] }, "tool_calls"),
    ]),
  );
  expect(answer.calls).toEqual([{ id: "a", name: "write_file", arguments: { path: "x" } }]);
});

test("finish_reason may say stop although tools are called", async () => {
  const answer = await answerTo(
    streamReply([
      ...calls({ index: 0, id: "a", name: "house_status", arguments: "" }),
      chunk({}, "stop"),
    ]),
  );
  expect(answer).toMatchObject({
    finish: "tool_calls",
    calls: [{ id: "a", name: "house_status", arguments: {} }],
  });
});

test("Others: an empty finish_reason in every piece is no end (sensenova)", async () => {
  const events = [chunk({ content: "a" }, ""), chunk({ content: "b" }, ""), chunk({}, "stop")];
  expect(await answerTo(streamReply(events))).toMatchObject({ text: "ab", finish: "stop" });
});

test("Others: a mistyped field costs that field, not the piece", async () => {
  const events = [
    chunk({ content: "a", tool_calls: "none", reasoning_content: 7 }),
    chunk({ content: 5 }),
    { ...chunk({}), choices: "none" },
    { object: "chat.completion.chunk" },
    chunk({ content: "b", tool_calls: [null, 3] }, "stop", { usage: "free" }),
  ];
  expect(await answerTo(streamReply(events))).toMatchObject({ text: "ab", usage: null });
});

test("Others: the same thoughts under two names are yielded once (chutes)", async () => {
  const events = [
    chunk({ reasoning: "hm", reasoning_content: "hm" }),
    chunk({ content: "a" }, "stop"),
  ];
  expect(await answerTo(streamReply(events))).toMatchObject({ reasoning: "hm", text: "a" });
});

test("Kimi: counts are found inside the choice, and unknown ones stay unknown", async () => {
  const choice = { index: 0, delta: {}, finish_reason: "stop", usage: { prompt_tokens: 5 } };
  const events = [chunk({ content: "a" }), { ...chunk({}), choices: [choice] }];
  const { usage } = await answerTo(streamReply(events));
  expect(usage).toEqual({ promptTokens: 5, completionTokens: null, cachedTokens: null });
});

test("cached tokens are read under both of their names", async () => {
  const openai = usageChunk({ prompt_tokens: 9, prompt_tokens_details: { cached_tokens: 4 } });
  const deepseek = usageChunk({ prompt_tokens: 9, prompt_cache_hit_tokens: 6 });
  const ends = [chunk({ content: "a" }), chunk({}, "stop")];
  expect((await answerTo(streamReply([...ends, openai]))).usage?.cachedTokens).toBe(4);
  expect((await answerTo(streamReply([...ends, deepseek]))).usage?.cachedTokens).toBe(6);
});

test("a server that answers at once instead of streaming is understood", async () => {
  const message = {
    content: "好",
    tool_calls: [{ id: "a", function: { name: "write_file", arguments: '{"path":"x"}' } }],
  };
  const answer = await answerTo(async (exchange) => {
    const text = JSON.stringify({
      choices: [{ message, finish_reason: "tool_calls" }],
      usage: { prompt_tokens: 2, completion_tokens: 1 },
    });
    await exchange.head(200, { "content-type": "application/json" }, Buffer.byteLength(text));
    await exchange.write(text);
  });
  expect(answer).toMatchObject({
    text: "好",
    calls: [{ id: "a", name: "write_file", arguments: { path: "x" } }],
    usage: { promptTokens: 2, completionTokens: 1 },
  });
});
