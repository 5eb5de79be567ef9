/** Model sources follow the settings: named ones are asked, changed ones anew, removed ones no more. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { countingIds, createHttpClient, EventBus, silentLogger, systemClock } from "#base";
import type { KernelEvents } from "#contract";
import { createHealth } from "#kernel/state";
import { createConfig } from "#platform/config";
import { createLuaEngine } from "#platform/lua";
import { openStore } from "#platform/store";
import {
  createConfiguredSources,
  createModels,
  LLM_OWNER,
  llmDefinitions,
} from "../../../src/agent/providers/index.ts";
import { collect, fixedProvider, forever, question, summary } from "../../support/model-sources.ts";
import {
  hangReply,
  startScriptedOpenAi,
  statusReply,
  textReply,
} from "../../support/scripted-openai.ts";
import { tempDir } from "../../support/temp-dir.ts";

function hub() {
  const dir = tempDir();
  const clock = systemClock;
  const log = silentLogger;
  const store = openStore(join(dir.path, "hub.db"), { clock, log });
  const config = createConfig({ store, log, events: new EventBus<KernelEvents>(() => undefined) });
  config.define(LLM_OWNER, llmDefinitions);
  const models = createModels({ clock, log, health: createHealth(log) });
  models.register(fixedProvider("intents", 1_000));
  const sources = createConfiguredSources({
    config,
    models,
    lua: createLuaEngine(clock),
    http: createHttpClient({ clock }),
    clock,
    ids: countingIds(),
    log,
    adaptersDir: dir.path,
  });
  return {
    config,
    models,
    set(name: string, fields: Readonly<Record<string, unknown>>) {
      for (const [field, value] of Object.entries(fields)) {
        config.set(`core.llm.sources.${name}.${field}`, value);
      }
    },
    ask: async () => summary(await collect(models.complete(question(), forever()))),
    names: () => models.status().map(({ name }) => name),
    [Symbol.dispose]() {
      sources[Symbol.dispose]();
      store[Symbol.dispose]();
      dir[Symbol.dispose]();
    },
  };
}

test("without any source only what was registered otherwise answers", async () => {
  using home = hub();
  expect(home.names()).toEqual(["intents"]);
  expect((await home.ask()).provider).toBe("intents");
});

test("a source counts from the moment when it has a model, and no longer when it has none", async () => {
  await using server = await startScriptedOpenAi(textReply("hi"));
  using home = hub();
  home.set("书房", { base_url: server.url, api_key: "k-12345" });
  expect(home.names()).toEqual(["intents"]);
  home.set("书房", { model: "qwen" });
  expect(home.names()).toEqual(["书房", "intents"]);
  expect(await home.ask()).toMatchObject({ provider: "书房", text: "hi" });
  home.config.unset("core.llm.sources.书房.model");
  expect(home.names()).toEqual(["intents"]);
});

test("a changed key brings back a source that was off; the others are left alone", async () => {
  await using server = await startScriptedOpenAi(statusReply(401), textReply("hi"));
  await using other = await startScriptedOpenAi(statusReply(401));
  using home = hub();
  home.set("a", { base_url: server.url, api_key: "wrong-key", model: "m" });
  home.set("b", { base_url: other.url, api_key: "wrong-key", model: "m" });
  expect((await home.ask()).provider).toBe("intents");
  expect(home.models.status().map(({ state }) => state)).toEqual(["off", "off", "ready"]);
  home.set("a", { api_key: "right-key" });
  expect(home.models.status().map(({ state }) => state)).toEqual(["ready", "off", "ready"]);
  expect((await home.ask()).provider).toBe("a");
  expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual([
    "Bearer wrong-key",
    "Bearer right-key",
  ]);
});

test("an answer that streams while its source is replaced goes on to its end", async () => {
  const gate = Promise.withResolvers<void>();
  await using server = await startScriptedOpenAi(async (exchange) => {
    await gate.promise;
    await textReply("still ", "here")(exchange);
  });
  using home = hub();
  home.set("a", { base_url: server.url, model: "m" });
  const answer = home.ask();
  await server.received(1);
  home.set("a", { model: "n" });
  gate.resolve();
  expect(await answer).toMatchObject({ provider: "a", text: "still here" });
});

/** Each setting with a value and what of the hub changes by it (F07). */
const effects: Readonly<
  Record<string, (key: string) => Promise<{ readonly before: unknown; readonly after: unknown }>>
> = {
  base_url: async (key) => {
    await using one = await startScriptedOpenAi(textReply("one"));
    await using two = await startScriptedOpenAi(textReply("two"));
    using home = hub();
    home.set("a", { model: "m", base_url: one.url });
    const before = (await home.ask()).text;
    home.config.set(key, two.url);
    return { before, after: (await home.ask()).text };
  },
  ...Object.fromEntries(
    (
      [
        ["model", "other", (request) => request.body["model"]],
        ["api_key", "key-2", (request) => request.headers["authorization"]],
        ["thinking_enabled", true, (request) => request.body["reasoning_effort"]],
        ["context_window", 1_000, (request) => request.body["max_tokens"]],
        ["temperature", 0.1, (request) => request.body["temperature"]],
        ["max_tokens", 77, (request) => request.body["max_tokens"]],
      ] as const satisfies readonly (readonly [string, unknown, (request: Received) => unknown])[]
    ).map(([field, value, seen]) => [
      field,
      async (key: string) => {
        await using server = await startScriptedOpenAi(textReply("a"), textReply("b"));
        using home = hub();
        home.set("a", { model: "m", base_url: server.url, api_key: "key-1" });
        await home.ask();
        home.config.set(key, value);
        await home.ask();
        const [first, second] = server.requests;
        if (!first || !second) throw new Error("two requests were expected");
        return { before: seen(first), after: seen(second) };
      },
    ]),
  ),
  adapter: async (key) => {
    await using server = await startScriptedOpenAi(textReply("a"));
    using home = hub();
    home.set("a", { model: "m", base_url: server.url });
    const before = (await home.ask()).provider;
    home.config.set(key, "unknown");
    return { before, after: (await home.ask()).provider };
  },
  provider: async (key) => {
    using home = hub();
    home.set("a", { model: "m" });
    home.set("b", { model: "m", priority: 5 });
    const before = home.names();
    home.config.set(key, "b");
    return { before, after: home.names() };
  },
  priority: async (key) => {
    using home = hub();
    home.set("a", { model: "m" });
    home.set("b", { model: "m" });
    const before = home.names();
    home.config.set(key, 5);
    return { before, after: home.names() };
  },
  max_concurrent: async (key) => {
    const running = async (limit: number) => {
      await using server = await startScriptedOpenAi(hangReply, hangReply, hangReply);
      using home = hub();
      home.set("a", { model: "m", base_url: server.url });
      home.config.set(key, limit);
      const stop = new AbortController();
      const asked = [1, 2, 3].map(() => collect(home.models.complete(question(), stop.signal)));
      await server.received(limit);
      await new Promise((resolve) => setTimeout(resolve, 50));
      stop.abort(new Error("enough"));
      await Promise.allSettled(asked);
      return server.requests.length;
    };
    return { before: await running(2), after: await running(1) };
  },
  ...Object.fromEntries(
    ["first_token_timeout", "idle_timeout", "total_timeout"].map((field) => [
      field,
      async (key: string) => {
        await using server = await startScriptedOpenAi(
          hangingReplyFor(field),
          hangingReplyFor(field),
        );
        using home = hub();
        home.set("a", { model: "m", base_url: server.url });
        home.config.set(key, "1s");
        const { provider } = await home.ask();
        return { before: "a", after: [provider, home.models.status()[0]?.lastError] };
      },
    ]),
  ),
};

type Received = Awaited<ReturnType<typeof startScriptedOpenAi>>["requests"][number];

function hangingReplyFor(field: string) {
  const event = `data: ${JSON.stringify({ choices: [{ delta: { content: "a" } }] })}\n\n`;
  return async (exchange: Parameters<ReturnType<typeof textReply>>[0]) => {
    if (field === "first_token_timeout") return;
    await exchange.head(200, { "content-type": "text/event-stream" });
    await exchange.write(event);
    if (field === "idle_timeout") return;
    for (let count = 0; count < 40; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await exchange.write(event).catch(() => undefined);
    }
  };
}

test.each(llmDefinitions.map(({ key }) => key.replace("*", "a")))(
  "%s changes behavior",
  async (key) => {
    const effect = effects[key.split(".").at(-1) ?? ""];
    if (!effect) throw new Error(`no effect of ${key} is known`);
    const { before, after } = await effect(key);
    expect(after).not.toEqual(before);
    if (key.endsWith("_timeout")) {
      expect(after).toEqual(["intents", expect.stringMatching(/1000 ms/)]);
    }
  },
);
