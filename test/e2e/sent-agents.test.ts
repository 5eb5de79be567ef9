/** Agents that were sent, in a real hub: a real source, the simulated flat, the command line. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Device } from "#contract";
import { type HubProcess, startHub } from "../support/hub-process.ts";
import {
  type ScriptedOpenAi,
  startScriptedOpenAi,
  textReply,
  toolCallReply,
} from "../support/scripted-openai.ts";

let hub: HubProcess;
let model: ScriptedOpenAi;

beforeAll(async () => {
  model = await startScriptedOpenAi();
  hub = await startHub();
  await hub.run("config", "set", "core.llm.sources.main.base_url", model.url);
  await hub.run("config", "set", "core.llm.sources.main.model", "scripted");
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
});

const call = (name: string, args: object) =>
  toolCallReply({ id: `call_${name}`, name, arguments: JSON.stringify(args) });
const lamp = { targets: ["sim.living_light"], capability: "brightness" };
const brightness = async () => {
  const { stdout } = await hub.run("devices", "--json");
  const devices = JSON.parse(stdout) as Device[];
  return devices.find(({ id }) => id === "sim.living_light")?.state["brightness"];
};

describe("in a real hub", () => {
  it("a child does its task in the house, and its parent answers with what it found", async () => {
    const asked = model.requests.length;
    model.script(
      call("spawn_child", { task: "dim the lamp to 20", tools: ["device_command"], wait: true }),
      call("device_command", { ...lamp, value: 20 }),
      textReply("the lamp is at 20"),
      textReply("my helper dimmed it"),
    );
    const reply = await hub.ask("let somebody dim the lamp");
    expect(reply).toMatchObject({
      reply: "my helper dimmed it",
      provider: "main",
      toolCalls: [{ name: "spawn_child", outcome: "ok" }],
    });
    expect(await brightness()).toBe(20);
    const bodies = model.requests.slice(asked).map(({ body }) => JSON.stringify(body));
    expect(bodies).toHaveLength(4);
    expect(bodies[1]).toContain("dim the lamp to 20");
    expect(bodies[1]).not.toContain("let somebody dim the lamp");
    expect(bodies[3]).toContain("the lamp is at 20");
  });

  it("a child that may not touch the lamp does not, whatever its model says", async () => {
    model.script(
      call("spawn_child", { task: "dim the lamp", tools: ["device_query"], wait: true }),
      call("device_command", { ...lamp, value: 90 }),
      textReply("I may not"),
      textReply("nobody could"),
    );
    await hub.ask("let somebody else brighten the lamp");
    expect(await brightness()).toBe(20);
  });

  it("a resident remembers what it was told before", async () => {
    const send = (text: string) =>
      call("resident_agents", { action: "send", id: "scout", text, wait: true });
    model.script(
      call("resident_agents", { action: "create", name: "scout", instructions: "watch" }),
      textReply("it is there"),
    );
    await hub.ask("make a scout");
    model.script(send("the code word is plum"), textReply("noted"), textReply("told"));
    await hub.ask("tell it");
    const asked = model.requests.length;
    model.script(send("what was it?"), textReply("plum"), textReply("it says plum"));
    expect((await hub.ask("ask it")).reply).toBe("it says plum");
    expect(JSON.stringify(model.requests[asked + 1]?.body)).toContain("the code word is plum");
  });
});
