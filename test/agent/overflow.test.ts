/** A source that says "too long": what says so, who is asked next, and who never (F08 has the rest). */
import { expect, test } from "vitest";
import { OperationalError } from "#base";
import type { CompletionRequest } from "#contract";
import type { ModelAttempt } from "#kernel/state";
import { fate, input, live } from "../support/gated-agent.ts";
import { type ModelAgent, modelAgent } from "../support/model-agent.ts";
import {
  collect,
  createSourceBench,
  fixedProvider,
  forever,
  question,
  summary,
} from "../support/model-sources.ts";
import {
  chunk,
  startScriptedOpenAi,
  statusReply,
  streamReply,
  textReply,
} from "../support/scripted-openai.ts";

const full = statusReply(400, {
  error: { message: "too many tokens", code: "context_length_exceeded" },
});

/** Fills the conversation with `turns` long turns, which the last resort answers. */
async function talk({ agent }: ModelAgent, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await agent.submit(input(`${turn} ${"word ".repeat(200)}`), live());
  }
}

test("with nothing to prune the turn ends at once, and says that the source takes less than we reckoned", async () => {
  await using server = await startScriptedOpenAi(full);
  const hub = modelAgent();
  hub.bench.add("main", server.url);
  await expect(hub.agent.submit(input("开灯"), live())).rejects.toMatchObject({
    code: "CONTEXT_OVERFLOW",
    message: expect.stringMatching(/takes fewer than the \d+ .* nothing is left to prune/),
  });
  expect(server.requests).toHaveLength(1);
});

test("another source may have a larger window: it is asked before the turn is given up", async () => {
  await using small = await startScriptedOpenAi(full, full, full);
  await using large = await startScriptedOpenAi(textReply("大"));
  const hub = modelAgent();
  await talk(hub, 8);
  hub.bench.add("small", small.url);
  hub.bench.add("large", large.url);
  expect(await hub.agent.submit(input("你还记得吗"), live())).toMatchObject({
    reply: "大",
    provider: "large",
  });
  expect([small.requests.length, large.requests.length]).toEqual([3, 1]);
});

test("where that one fails too the error is the overflow, for the conversation is what is wrong", async () => {
  await using small = await startScriptedOpenAi(full, full, full);
  await using down = await startScriptedOpenAi(statusReply(429));
  const hub = modelAgent();
  await talk(hub, 8);
  hub.bench.add("small", small.url);
  hub.bench.add("down", down.url);
  expect(await fate(hub.agent.submit(input("开灯"), live()))).toBe("CONTEXT_OVERFLOW");
  expect(hub.bench.logLines.join("\n")).toContain('"from":"down","to":null');
});

test("what was told of an answer that broke off at the full window is taken back", async () => {
  const broken = streamReply(
    [
      chunk({ content: "half an ans" }),
      { error: { message: "too many tokens", code: "context_length_exceeded" } },
    ],
    { done: false },
  );
  await using server = await startScriptedOpenAi(broken, textReply("whole"));
  const hub = modelAgent();
  await talk(hub, 8);
  hub.bench.add("main", server.url);
  const heard: string[] = [];
  const listeners = {
    onDelta: (text: string) => void heard.push(text),
    onRestart: () => void heard.push("(again)"),
  };
  await hub.agent.submit(input("go", listeners), live());
  expect(heard).toEqual(["half an ans", "(again)", "whole"]);
});

test.each([
  ["OpenAI's code", statusReply(400, { error: { code: "context_length_exceeded" } })],
  [
    "llama.cpp's type",
    statusReply(400, { error: { code: 400, type: "exceed_context_size_error" } }),
  ],
  ["GLM's number", statusReply(400, { error: { code: "1261" } })],
  ["Anthropic's type", statusReply(400, { error: { type: "request_too_large" } })],
  ["413, whoever says it", statusReply(413, "<html>too large</html>")],
])("%s means a full window", async (_name, reply) => {
  await using server = await startScriptedOpenAi(reply);
  using source = createSourceBench().source("main", server.url);
  const answer = collect(source.complete(question(), forever()));
  await expect(answer).rejects.toMatchObject({ code: "PROVIDER_CONTEXT" });
  // What is too long is not sent a second time as it is.
  expect(server.requests).toHaveLength(1);
});

test("a refusal that only speaks of it is a refusal: texts are not searched (F49)", async () => {
  const body = { error: { type: "invalid_request_error", message: "prompt is too long" } };
  await using server = await startScriptedOpenAi(statusReply(400, body), statusReply(400, body));
  using source = createSourceBench().source("main", server.url);
  await expect(collect(source.complete(question(), forever()))).rejects.toMatchObject({
    code: "PROVIDER_REFUSED",
  });
});

/** A chain of one full source and the last resort, asked with `more`. */
async function askFull(
  more: { readonly makeRoom?: (signal: AbortSignal) => Promise<CompletionRequest> },
  signal = forever(),
) {
  const { models } = createSourceBench();
  let asked = 0;
  models.register({
    name: "full",
    priority: 0,
    // biome-ignore lint/correctness/useYield: it fails before it says anything
    async *complete() {
      asked += 1;
      throw new OperationalError("PROVIDER_CONTEXT", "full");
    },
  });
  models.register(fixedProvider("intents", Number.POSITIVE_INFINITY));
  const attempts: ModelAttempt[] = [];
  const onAttempt = (attempt: ModelAttempt) => void attempts.push(attempt);
  const answer = collect(models.complete({ ...question(), onAttempt, ...more }, signal));
  const outcome = await answer.then(
    (chunks) => summary(chunks).provider,
    (error: { code?: string; reason?: string }) => error.code ?? error.reason,
  );
  return { outcome, asked, attempts };
}

test("who asks without a way to make room is answered by the next source, as ever", async () => {
  const { outcome, asked, attempts } = await askFull({});
  expect([outcome, asked]).toEqual(["intents", 1]);
  expect(attempts.map(({ provider, outcome: end }) => [provider, end])).toEqual([
    ["full", "failed"],
    ["intents", "answered"],
  ]);
});

test("room that never suffices is not made for ever", async () => {
  let made = 0;
  const makeRoom = async () => {
    made += 1;
    return question();
  };
  expect(await askFull({ makeRoom })).toMatchObject({ outcome: "PROVIDER_CONTEXT", asked: 5 });
  expect(made).toBe(4);
});

test("a turn that is stopped while room is made ends as stopped", async () => {
  const stop = new AbortController();
  const reason = new OperationalError("STOPPED", "stopped");
  const makeRoom = () => {
    stop.abort(reason);
    return Promise.reject(new OperationalError("CONTEXT_OVERFLOW", "no room"));
  };
  expect(await askFull({ makeRoom }, stop.signal)).toMatchObject({ outcome: "STOPPED", asked: 1 });
});
