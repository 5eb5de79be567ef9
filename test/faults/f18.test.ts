/**
 * F18: 67 skills and every tool listed in full each turn made 18 355 prompt tokens of "hello". Here
 * short indices stand for what is long, details come on demand, and the budgets are pinned: tokens by
 * the hub's own estimate, of a compiled hub with all that it brings.
 */
import { expect, test } from "vitest";
import type { Device } from "#contract";
import { startHub, until } from "../support/hub-process.ts";
import { crowdedHousePrompt, emptyHousePrompt } from "../support/prompt-houses.ts";
import { startScriptedOpenAi, textReply, toolCallReply } from "../support/scripted-openai.ts";

test("an empty house costs at most 1 500 tokens, tools included", async () => {
  const { sections, tools, devices, total } = await emptyHousePrompt();
  expect(devices).toEqual([]);
  // Neither half is missing, which would be cheap too.
  expect(sections.map(({ section }) => section)).toContain("kernel.rules");
  expect(tools.map(({ name }) => name)).toContain("device_command");
  expect(sections.every(({ tokens }) => tokens > 0)).toBe(true);
  expect(tools.every(({ tokens }) => tokens > 0)).toBe(true);
  expect(total).toBeLessThanOrEqual(1_500);
});

test("with 100 devices and 40 tools it is at most 4 000, and each of them can still be reached", async () => {
  const { sections, tools, devices, total } = await crowdedHousePrompt();
  expect(devices).toHaveLength(100);
  expect(total).toBeLessThanOrEqual(4_000);
  const textOf = (name: string) => sections.find(({ section }) => section === name)?.content ?? "";
  const house = textOf("house.devices");
  const listed = devices.filter(({ id }) => new RegExp(`\\b${id} `).test(house));
  // What can be commanded is named by the id that a command takes; of the rest none is kept secret.
  const commandable = devices.filter(isCommandable);
  expect(listed.filter(isCommandable)).toHaveLength(commandable.length);
  const counted = [...house.matchAll(/另有 (\d+) 个/g)].reduce((sum, [, n]) => sum + Number(n), 0);
  expect(listed.length + counted).toBe(100);
  const index = textOf("kernel.tools");
  const offered = new Set(tools.map(({ name }) => name));
  for (const subject of ["calendar", "memo", "shopping", "music", "weather"]) {
    for (const action of ["list", "find", "add", "remove"]) {
      const name = `${subject}_${action}`;
      expect(offered.has(name) || index.includes(`- ${name}: `)).toBe(true);
    }
  }
  expect(offered.has("tool_help")).toBe(true);
});

const isCommandable = ({ capabilities }: Device) =>
  capabilities.some(({ access }) => access.includes("write"));

test("a tool of the index is opened, called, and paid for only where it is wanted", async () => {
  await using model = await startScriptedOpenAi(
    toolCallReply({ id: "a", name: "tool_help", arguments: '{"name":"llm_list_sources"}' }),
    toolCallReply({ id: "b", name: "llm_list_sources", arguments: "{}" }),
    textReply("只有一个"),
    textReply("你好"),
  );
  await using hub = await startHub({ args: ["--no-admin"] });
  hub.waiter("config", "set", "core.llm.sources.main.base_url", model.url);
  hub.waiter("config", "set", "core.llm.sources.main.model", "scripted");
  const said = await hub.ask("有哪些模型？");
  expect(said.toolCalls.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["tool_help", "ok"],
    ["llm_list_sources", "ok"],
  ]);
  await until(() => model.requests.length === 3);
  const offers = model.requests.map(({ body }) => JSON.stringify(body["tools"]));
  expect(offers.map((tools) => tools.includes("llm_list_sources"))).toEqual([false, true, true]);
});
