/** The owner's tools for the model sources: they tell the order and change it, for good. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTools } from "#agent";
import { countingIds, createHttpClient, EventBus, silentLogger, systemClock } from "#base";
import type { KernelEvents, ToolContext } from "#contract";
import { createHealth } from "#kernel/state";
import { createConfig } from "#platform/config";
import { createLuaEngine } from "#platform/lua";
import { openStore } from "#platform/store";
import {
  createConfiguredSources,
  createModels,
  LLM_OWNER,
  llmDefinitions,
  registerModelTools,
} from "../../../src/agent/providers/index.ts";

import { fixedProvider, SECRET_KEY } from "../../support/model-sources.ts";
import { tempDir } from "../../support/temp-dir.ts";

function hub(folder: string) {
  const clock = systemClock;
  const log = silentLogger;
  const store = openStore(join(folder, "hub.db"), { clock, log });
  const config = createConfig({ store, log, events: new EventBus<KernelEvents>(() => undefined) });
  config.define(LLM_OWNER, llmDefinitions);
  const models = createModels({ clock, log, health: createHealth(log) });
  models.register(fixedProvider("intents", Number.POSITIVE_INFINITY));
  const sources = createConfiguredSources({
    config,
    models,
    lua: createLuaEngine(clock),
    http: createHttpClient({ clock }),
    clock,
    ids: countingIds(),
    log,
    adaptersDir: folder,
  });
  const tools = createTools({ clock, log });
  const registration = registerModelTools({ tools, models, config });
  return {
    config,
    tools,
    registration,
    order: () => models.status().map(({ name }) => name),
    call: (name: string, args: unknown, role: "owner" | "member" = "owner") =>
      tools.invoke(name, args, contextOf(role), new AbortController().signal),
    [Symbol.dispose]() {
      sources[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
}

function contextOf(role: "owner" | "member"): ToolContext {
  return {
    turnId: "t_1",
    callId: "c_1",
    principal: { personId: "p", name: "p", role, areas: null },
    channel: "cli",
    origin: "person",
    cause: [],
  };
}

function setUp({ config }: ReturnType<typeof hub>): void {
  for (const [name, priority] of [
    ["a", 0],
    ["书房", 5],
  ] as const) {
    config.set(`core.llm.sources.${name}.model`, `model-${name}`);
    config.set(`core.llm.sources.${name}.adapter`, "qwen");
    config.set(`core.llm.sources.${name}.api_key`, SECRET_KEY);
    config.set(`core.llm.sources.${name}.priority`, priority);
  }
  config.set("core.llm.sources.half.base_url", "http://127.0.0.1:1/v1");
}

const entry = (name: string, priority: number, more: object = {}) => ({
  name,
  model: `model-${name}`,
  adapter: "qwen",
  priority,
  first: false,
  state: "ready",
  lastError: null,
  ...more,
});
const half = entry("half", 0, { model: "", adapter: "openai", state: "incomplete" });

test("the list tells every source in its order, and never a key", async () => {
  using dir = tempDir();
  using home = hub(dir.path);
  expect(await home.call("llm_list_sources", {})).toMatchObject({ outcome: "ok" });
  setUp(home);
  const { outcome, content, data } = await home.call("llm_list_sources", {});
  expect({ outcome, data }).toEqual({
    outcome: "ok",
    data: { sources: [entry("a", 0), entry("书房", 5), half] },
  });
  expect(JSON.parse(content)).toEqual([entry("a", 0), entry("书房", 5), half]);
  expect(content).not.toContain(SECRET_KEY);
});

test("a source that is set comes first, also after a restart, until the order is wanted back", async () => {
  using dir = tempDir();
  {
    using home = hub(dir.path);
    setUp(home);
    expect(home.order()).toEqual(["a", "书房", "intents"]);
    expect(await home.call("llm_set_source", { name: "书房" })).toMatchObject({
      outcome: "ok",
      data: { sources: [entry("书房", 5, { first: true }), entry("a", 0), half] },
    });
    expect(home.order()).toEqual(["书房", "a", "intents"]);
  }
  using again = hub(dir.path);
  expect(again.order()).toEqual(["书房", "a", "intents"]);
  await again.call("llm_set_source", { name: "" });
  expect(again.order()).toEqual(["a", "书房", "intents"]);
});

test("what is no source, or not one yet, is refused and changes nothing", async () => {
  using dir = tempDir();
  using home = hub(dir.path);
  setUp(home);
  expect(await home.call("llm_set_source", { name: "intents" })).toEqual({
    outcome: "invalid",
    content: 'there is no model source "intents"; there are: a, 书房, half',
  });
  expect(await home.call("llm_set_source", { name: "half" })).toMatchObject({ outcome: "invalid" });
  expect(home.config.get("core.llm.provider")).toBe("");
});

test("both tools are the owner's alone, and go when they are taken back", async () => {
  using dir = tempDir();
  using home = hub(dir.path);
  setUp(home);
  for (const [name, args] of [
    ["llm_list_sources", {}],
    ["llm_set_source", { name: "书房" }],
  ] as const) {
    expect(await home.call(name, args, "member")).toMatchObject({ outcome: "denied" });
  }
  expect(home.order()).toEqual(["a", "书房", "intents"]);
  home.registration[Symbol.dispose]();
  expect(home.tools.list()).toEqual([]);
});
