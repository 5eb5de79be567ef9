/** The order of sources: who is asked next, who rests, who is off, and what the status says. */
import { expect, test } from "vitest";
import { OperationalError } from "#base";
import type { ModelsChunk } from "../../../src/agent/providers/index.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import {
  collect,
  createSourceBench,
  fixedProvider,
  forever,
  question,
  SECRET_KEY,
  summary,
} from "../../support/model-sources.ts";
import {
  chunk,
  cutAfterReply,
  hangAfterReply,
  hangReply,
  type Reply,
  startScriptedOpenAi,
  statusReply,
  streamReply,
  streamText,
  textReply,
} from "../../support/scripted-openai.ts";

/** A chain of one scripted source and the offline matcher, on a clock that retries at once. */
async function chain(...replies: Reply[]) {
  const server = await startScriptedOpenAi(...replies);
  const clock = createManualClock();
  const bench = createSourceBench({
    clock,
    onLog: (event) => event === "provider.retry" && queueMicrotask(() => clock.advance(2_000)),
  });
  bench.add("main", server.url);
  bench.models.register(fixedProvider("intents", 1_000));
  return {
    server,
    clock,
    ...bench,
    ask: async () => summary(await collect(bench.models.complete(question(), forever()))),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

test("the source with the lower priority answers, among equals the one that came first", async () => {
  const { models } = createSourceBench();
  for (const [name, priority] of [
    ["late", 5],
    ["first", 1],
    ["second", 1],
  ] as const) {
    models.register(fixedProvider(name, priority));
  }
  expect(models.status().map(({ name }) => name)).toEqual(["first", "second", "late"]);
  expect(summary(await collect(models.complete(question(), forever()))).provider).toBe("first");
});

test("a source that is registered anew keeps its place among equals", () => {
  const { models } = createSourceBench();
  const first = models.register(fixedProvider("a", 1));
  models.register(fixedProvider("b", 1));
  first[Symbol.dispose]();
  models.register(fixedProvider("a", 1));
  expect(models.status().map(({ name }) => name)).toEqual(["a", "b"]);
});

test("a 500 is tried once more after 2 s, and success leaves no trace", async () => {
  await using hub = await chain(statusReply(500), textReply("好"));
  expect(await hub.ask()).toMatchObject({ provider: "main", text: "好" });
  expect(hub.server.requests).toHaveLength(2);
  expect(hub.models.status()[0]).toEqual({ name: "main", state: "ready", lastError: null });
  expect(hub.degraded()).toEqual([]);
});

test("with another model ready, the next one is asked at once", async () => {
  await using server = await startScriptedOpenAi(statusReply(503));
  await using other = await startScriptedOpenAi(textReply("b"));
  const bench = createSourceBench({ clock: createManualClock() });
  bench.add("a", server.url);
  bench.add("b", other.url);
  bench.models.register(fixedProvider("intents", 1_000));
  const answer = summary(await collect(bench.models.complete(question(), forever())));
  expect(answer.provider).toBe("b");
  expect(server.requests).toHaveLength(1);
});

test("after two 500s the offline matcher answers, and status and log say why", async () => {
  await using hub = await chain(
    statusReply(500, { error: { message: "out of memory" } }),
    statusReply(500, { error: { message: "out of memory" } }),
  );
  expect(await hub.ask()).toMatchObject({ provider: "intents", text: "intents here" });
  expect(hub.models.status()).toEqual([
    {
      name: "main",
      state: "probing",
      lastError: "main: HTTP 500: out of memory",
      errorCode: "PROVIDER_UNAVAILABLE",
    },
    { name: "intents", state: "ready", lastError: null },
  ]);
  expect(hub.degraded()).toEqual([{ part: "model:main", reason: "main: HTTP 500: out of memory" }]);
  expect(hub.logLines.join("\n")).toContain('"provider.failover","from":"main","to":"intents"');
});

test("a resting source is passed over, asked again later, and less and less often", async () => {
  await using hub = await chain(statusReply(500), statusReply(500), statusReply(500));
  await hub.ask();
  await hub.ask();
  expect(hub.server.requests).toHaveLength(2);
  hub.clock.advance(10_000);
  await hub.ask();
  expect(hub.server.requests).toHaveLength(3);
  hub.clock.advance(10_000);
  await hub.ask();
  expect(hub.server.requests).toHaveLength(3);
  hub.clock.advance(10_000);
  hub.server.script(textReply("wieder da"));
  expect(await hub.ask()).toMatchObject({ provider: "main", text: "wieder da" });
  expect(hub.degraded()).toEqual([]);
});

test("while one request probes a source, others pass it over", async () => {
  await using hub = await chain(statusReply(500), statusReply(500));
  await hub.ask();
  hub.clock.advance(60_000);
  let release: () => void = () => undefined;
  hub.server.script(async (exchange) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await textReply("probe")(exchange);
  });
  const probe = hub.ask();
  await hub.server.received(3);
  expect(await hub.ask()).toMatchObject({ provider: "intents" });
  expect(hub.server.requests).toHaveLength(3);
  release();
  expect(await probe).toMatchObject({ provider: "main" });
});

test.each([401, 403])("HTTP %i turns a source off for good, without a retry", async (status) => {
  const body = { error: { message: `Incorrect API key provided: ${SECRET_KEY}` } };
  await using hub = await chain(statusReply(status, body));
  expect(await hub.ask()).toMatchObject({ provider: "intents" });
  hub.clock.advance(24 * 3_600_000);
  await hub.ask();
  expect(hub.server.requests).toHaveLength(1);
  expect(hub.models.status()[0]).toEqual({
    name: "main",
    state: "off",
    lastError: `main: HTTP ${status}`,
    errorCode: "PROVIDER_AUTH",
  });
});

test("a source that hangs before its first token is left after 15 s", async () => {
  await using hub = await chain(hangReply);
  const answer = hub.ask();
  await hub.server.received(1);
  hub.clock.advance(15_000);
  expect(await answer).toMatchObject({ provider: "intents" });
  expect(hub.models.status()[0]?.lastError).toBe("main: it gave no first token within 15000 ms");
});

test("comments that only keep the connection alive are no first token", async () => {
  await using hub = await chain(hangAfterReply([": keep-alive"]));
  const answer = hub.ask();
  await hub.server.received(1);
  hub.clock.advance(15_000);
  expect(await answer).toMatchObject({ provider: "intents" });
});

test("a source that falls silent is left after 30 s, and its text is void", async () => {
  await using hub = await chain(hangAfterReply([chunk({ content: "I am about" })]));
  const chunks: unknown[] = [];
  for await (const piece of hub.models.complete(question(), forever())) {
    chunks.push(piece);
    if (piece.kind === "text" && piece.text === "I am about") {
      // Whoever reads slowly is not the source's fault: only now it is waited for.
      setTimeout(() => hub.clock.advance(30_000), 20);
    }
  }
  expect(chunks).toEqual([
    { kind: "provider", name: "main" },
    { kind: "text", text: "I am about" },
    { kind: "provider", name: "intents" },
    { kind: "text", text: "intents here" },
    { kind: "finish", reason: "stop", usage: null },
  ]);
});

test("whoever reads the answer slowly does not make the source late", async () => {
  const gate = Promise.withResolvers<void>();
  await using hub = await chain(async (exchange) => {
    await exchange.head(200, { "content-type": "text/event-stream" });
    await exchange.write(streamText([chunk({ content: "a" })], { done: false }));
    await gate.promise;
    await exchange.write(streamText([chunk({ content: "b" }, "stop")]));
    await exchange.end();
  });
  const chunks: ModelsChunk[] = [];
  for await (const piece of hub.models.complete(question(), forever())) {
    chunks.push(piece);
    if (piece.kind === "text" && piece.text === "a") {
      hub.clock.advance(60_000);
      gate.resolve();
    }
  }
  expect(summary(chunks)).toMatchObject({ provider: "main", text: "ab" });
});

test.each([
  ["gave its reason but never hangs up", false, 2_000],
  ["said [DONE] but never hangs up", true, 50],
])("a server that %s has answered all the same", async (_name, done, graceMs) => {
  const text = streamText([chunk({ content: "all" }, "stop")], { done });
  await using hub = await chain(async (exchange) => {
    await exchange.head(200, { "content-type": "text/event-stream" });
    await exchange.write(text);
  });
  const chunks: ModelsChunk[] = [];
  for await (const piece of hub.models.complete(question(), forever())) {
    chunks.push(piece);
    if (piece.kind === "text") setTimeout(() => hub.clock.advance(graceMs), 50);
  }
  expect(summary(chunks)).toMatchObject({ provider: "main", text: "all", finish: "stop" });
});

test("a dropped connection is tried once more, and the second answer counts", async () => {
  await using hub = await chain(cutAfterReply([chunk({ content: "half" })]), textReply("whole"));
  expect(await hub.ask()).toMatchObject({ provider: "main", text: "whole" });
});

test("a body that ends without a finish is no answer, however clean its end", async () => {
  const half = streamReply([chunk({ content: "half" })], { done: false });
  await using hub = await chain(half, half);
  expect(await hub.ask()).toMatchObject({ provider: "intents" });
  expect(hub.models.status()[0]?.lastError).toBe("main: the stream ended in mid-answer");
});

test.each<[string, Reply, string, string]>([
  [
    "as JSON",
    statusReply(200, { error: { message: "overloaded", type: "server_error" } }),
    "probing",
    "main: overloaded",
  ],
  [
    "as an event in the stream",
    streamReply([chunk({ content: "a" }), { error: { message: "broke", code: 500 } }]),
    "probing",
    "main: broke",
  ],
  [
    "as bare JSON under the name of a stream",
    async (exchange) => {
      await exchange.head(200, { "content-type": "text/event-stream" });
      await exchange.write('{"error":{"message":"no key","code":"invalid_api_key"}}');
      await exchange.end();
    },
    "off",
    "main: the key is refused",
  ],
  [
    "as GLM's code 401",
    statusReply(200, { code: 401, msg: "token expired", success: false }),
    "off",
    "main: the key is refused",
  ],
])("an error inside HTTP 200, %s, is an error", async (_name, reply, state, lastError) => {
  await using hub = await chain(reply, reply);
  expect(await hub.ask()).toMatchObject({ provider: "intents" });
  const errorCode = state === "off" ? "PROVIDER_AUTH" : "PROVIDER_UNAVAILABLE";
  expect(hub.models.status()[0]).toEqual({ name: "main", state, lastError, errorCode });
});

test("a request that one source refuses does not make it rest", async () => {
  await using hub = await chain(
    statusReply(422, { error: { message: "too long" } }),
    statusReply(422, { error: { message: "too long" } }),
    textReply("ok"),
  );
  expect(await hub.ask()).toMatchObject({ provider: "intents" });
  expect(hub.models.status()[0]).toMatchObject({
    state: "ready",
    lastError: "main: HTTP 422: too long",
  });
  expect(await hub.ask()).toMatchObject({ provider: "main", text: "ok" });
});

test("a server that refuses stream_options is asked without, from then on", async () => {
  await using hub = await chain(
    statusReply(400, { error: { message: "unknown field" } }),
    textReply("a"),
    textReply("b"),
  );
  expect(await hub.ask()).toMatchObject({ provider: "main", text: "a" });
  expect(await hub.ask()).toMatchObject({ provider: "main", text: "b" });
  expect(hub.server.requests.map(({ body }) => "stream_options" in body)).toEqual([
    true,
    false,
    false,
  ]);
});

test("an address where nobody listens falls through to the offline matcher", async () => {
  const server = await startScriptedOpenAi();
  await server[Symbol.asyncDispose]();
  const clock = createManualClock();
  const bench = createSourceBench({
    clock,
    onLog: (event) => event === "provider.retry" && queueMicrotask(() => clock.advance(2_000)),
  });
  bench.add("main", server.url);
  bench.models.register(fixedProvider("intents", 1_000));
  const answer = summary(await collect(bench.models.complete(question(), forever())));
  expect(answer.provider).toBe("intents");
  expect(bench.models.status()[0]?.lastError).toMatch(
    /^main: http:\/\/127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED$/,
  );
});

test("when nobody answers, the error names every source and its reason", async () => {
  const bench = createSourceBench();
  bench.models.register({
    name: "only",
    priority: 0,
    // biome-ignore lint/correctness/useYield: it fails before it has anything to yield
    async *complete() {
      throw new OperationalError("PROVIDER_AUTH", "only: HTTP 401");
    },
  });
  await expect(collect(bench.models.complete(question(), forever()))).rejects.toMatchObject({
    code: "NOT_AVAILABLE",
    message: "no model answered: only only: HTTP 401",
  });
});

test("stopping ends the request at once and is nobody's failure", async () => {
  await using hub = await chain(hangReply);
  const stop = new AbortController();
  const answer = collect(hub.models.complete(question(), stop.signal));
  await hub.server.received(1);
  const reason = new Error("stopped");
  stop.abort(reason);
  await expect(answer).rejects.toBe(reason);
  expect(hub.models.status()[0]).toEqual({ name: "main", state: "ready", lastError: null });
});

test("a source takes as many requests at once as it may, and the next one waits", async () => {
  await using server = await startScriptedOpenAi(hangReply, textReply("second"));
  const bench = createSourceBench();
  bench.add("main", server.url, { maxConcurrent: 1 });
  const stop = new AbortController();
  const first = collect(bench.models.complete(question(), stop.signal));
  first.catch(() => undefined);
  await server.received(1);
  const second = collect(bench.models.complete(question(), forever()));
  expect(server.requests).toHaveLength(1);
  stop.abort(new Error("stopped"));
  expect(summary(await second).text).toBe("second");
});
