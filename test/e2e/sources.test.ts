/** A model source that speaks OpenAI's protocol, well and badly, in front of the compiled hub. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Device, HubStatus } from "#contract";
import { type HubProcess, startHub } from "../support/hub-process.ts";
import {
  callDelta,
  chunk,
  cutAfterReply,
  hangReply,
  type ScriptedOpenAi,
  startScriptedOpenAi,
  statusReply,
  textReply,
  toolCallReply,
} from "../support/scripted-openai.ts";

const KEY = "sk-must-appear-nowhere-4711";
const SENTENCE = "把客厅灯调到三成";
const CALL = {
  name: "device_command",
  arguments: { targets: ["sim.living_light"], capability: "brightness", value: 30 },
  outcome: "ok",
};

let hub: HubProcess;
let model: ScriptedOpenAi;

beforeAll(async () => {
  model = await startScriptedOpenAi();
  hub = await startHub();
  const set = (field: string, value: string) =>
    hub.waiter("config", "set", `core.llm.sources.main.${field}`, value);
  set("base_url", model.url);
  set("api_key", KEY);
  expect(hub.waiter("config", "set", "core.llm.first_token_timeout", "1s").stderr).toBe("");
  set("model", "scripted");
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
});

// A changed setting brings back a source that the test before has driven off.
let round = 0;
beforeEach(() => {
  round += 1;
  hub.waiter("config", "set", "core.llm.sources.main.model", `scripted-${round}`);
  hub.waiter("device", "set", "sim.living_light", "brightness", "80");
});

const status = () => JSON.parse(hub.waiter("status", "--json").stdout) as HubStatus;
const brightness = () =>
  (JSON.parse(hub.waiter("devices", "--json").stdout) as Device[]).find(
    ({ id }) => id === "sim.living_light",
  )?.state["brightness"];
const main = () => status().providers.find(({ name }) => name === "main");

describe("a source that works", () => {
  it("makes the same tool call as the intents, and words the reply", async () => {
    model.script(
      toolCallReply({ id: "call_1", name: CALL.name, arguments: JSON.stringify(CALL.arguments) }),
      textReply("好的，", "调到三成了。"),
    );
    const said = await hub.ask(SENTENCE);
    expect(said).toMatchObject({
      reply: "好的，调到三成了。",
      provider: "main",
      toolCalls: [CALL],
    });
    expect(brightness()).toBe(30);
    expect(main()?.state).toBe("ready");
    expect(model.requests.at(-1)?.headers["authorization"]).toBe(`Bearer ${KEY}`);
  });
});

describe("a source that fails", () => {
  const half = callDelta({ index: 0, id: "call_1", name: "device_command", arguments: "" });
  const part = callDelta({
    index: 0,
    arguments: '{"targets":["sim.living_light"],"capability":"bri',
  });
  const faults = {
    "answers 500": statusReply(500, { error: { message: "overloaded" } }),
    "never answers": hangReply,
    "cuts the stream after the tool's name": cutAfterReply([chunk({ tool_calls: [half] })]),
    "cuts the stream inside the arguments": cutAfterReply([
      chunk({ tool_calls: [half] }),
      chunk({ tool_calls: [part] }),
    ]),
    "answers 401": statusReply(401, { error: { message: "bad key" } }),
    "answers 429": statusReply(429, { error: { message: "slow down" } }, { "retry-after": "30" }),
  };

  it.each(Object.entries(faults))(
    "%s: the intents answer, and the status says so",
    async (_name, fault) => {
      // A transient fault may be tried once more before the next source is asked.
      model.script(fault, fault);
      const said = await hub.ask(SENTENCE);
      expect(said).toMatchObject({ provider: "intents", toolCalls: [CALL] });
      expect(brightness()).toBe(30);
      expect(main()?.lastError).toBeTruthy();
      expect(
        status()
          .degraded.map(({ part: name }) => name)
          .join(),
      ).toContain("main");
    },
  );

  it("executes nothing from a cut call, whatever the sentence", async () => {
    const fault = cutAfterReply([
      chunk({ tool_calls: [half] }),
      chunk({ tool_calls: [callDelta({ index: 0, arguments: JSON.stringify(CALL.arguments) })] }),
    ]);
    model.script(fault, fault);
    expect((await hub.ask("今天心情不错")).toolCalls).toEqual([]);
    expect(brightness()).toBe(80);
  });
});

describe("the key", () => {
  it("appears in no log, status, setting or error", () => {
    const everything = [
      JSON.stringify(hub.log),
      hub.waiter("status", "--json").stdout,
      hub.waiter("config", "list", "--json").stdout,
      hub.waiter("config", "get", "core.llm.sources.main.api_key", "--json").stdout,
      hub.waiter("prompt").stdout,
    ].join("\n");
    expect(everything).not.toContain(KEY);
    expect(everything).toContain("***");
  });
});
