/**
 * F17: the clock stood at the head of the prompt, so the provider's cache never hit. Volatile text
 * stands last, and what stands before it, tools included, is the same to the byte between two rounds
 * and two minutes, whichever API the request goes to.
 */
import { expect, test } from "vitest";
import { createAgent } from "#agent";
import type { CompletionRequest, RenderedSection, ToolDefinition } from "#contract";
import { builtInAdapters } from "../../src/agent/providers/adapter-files.ts";
import { agentState, calls, owner, text } from "../support/agent-state.ts";
import { input, live } from "../support/gated-agent.ts";
import { startHub } from "../support/hub-process.ts";
import { sentBy } from "../support/model-sources.ts";
import { startScriptedOpenAi, textReply, toolCallReply } from "../support/scripted-openai.ts";

const tool = (name: string): ToolDefinition => ({
  name,
  description: `does ${name}`,
  parameters: { type: "object", properties: { zone: { type: "string" }, after: {} } },
});

/** What three rounds ask, over two turns with more than a minute between them, while a lamp changes. */
async function threeRounds(order: readonly string[]) {
  const { state, clock, requests } = agentState(({ turnId, round }) =>
    turnId === "t_1" && round === 0 ? calls(["lamp", {}]) : text("done"),
  );
  let brightness = 10;
  for (const name of order) {
    state.tools.register(name, tool(name), async () => {
      brightness += 1;
      return { outcome: "ok", content: "ok" };
    });
  }
  state.promptSections.provide("house", { section: "house.now", order: 910, volatile: true }, () =>
    String(brightness),
  );
  const declared = { section: "plug.words", order: 500, content: "a plugin's lasting words" };
  state.promptSections.declare("plug", declared);
  await using agent = createAgent(state, () => "UTC");
  await agent.submit(input("one"), live());
  clock.advance(61_000);
  await agent.submit(input("two"), live());
  const sections = state.promptSections.render(owner);
  return { requests, sections, stable: stableText(sections) };
}

/** The prompt up to the first section that changes. */
function stableText(sections: readonly RenderedSection[]): string {
  const first = sections.findIndex(({ volatile }) => volatile);
  return `${sections
    .slice(0, first)
    .map(({ content }) => content)
    .join("\n\n")}\n\n`;
}

const systemOf = ({ messages }: CompletionRequest) => messages[0]?.content ?? "";

test("volatile sections stand behind all others, and nothing before them moves", async () => {
  const { requests, sections, stable } = await threeRounds(["lamp", "a", "z"]);
  const moving = sections.map(({ volatile }) => volatile);
  expect(moving).toEqual(moving.toSorted());
  expect(stable).toContain("a plugin's lasting words");
  expect(requests.map((request) => systemOf(request).startsWith(stable))).toEqual([
    true,
    true,
    true,
  ]);
  // The lamp changes between the rounds and the clock between the turns: all three differ at the end.
  expect(new Set(requests.map(systemOf)).size).toBe(3);
  expect(new Set(requests.map(({ tools }) => JSON.stringify(tools))).size).toBe(1);
});

test("tools stand in the same order, whichever plugin came first", async () => {
  const one = await threeRounds(["lamp", "a", "z"]);
  const other = await threeRounds(["z", "lamp", "a"]);
  expect(JSON.stringify(other.requests[0]?.tools)).toBe(JSON.stringify(one.requests[0]?.tools));
});

/** A body without the conversation and without what may change, as the API's server would cache it. */
function cacheable(body: object, stable: string): string {
  return JSON.stringify(body, (name, value: unknown) => {
    if (typeof value === "string" && value.startsWith(stable)) return stable;
    const isTalk = ["messages", "contents", "input"].includes(name) && Array.isArray(value);
    return isTalk ? value.filter((part) => JSON.stringify(part).includes(head(stable))) : value;
  });
}
/** Enough of a text to know it by, as it stands within JSON. */
const head = (stable: string) => JSON.stringify(stable.slice(0, 40)).slice(1, -1);

test.each(builtInAdapters)(
  "a request to %s begins with the same bytes each time",
  async (adapter) => {
    const { requests, stable } = await threeRounds(["lamp", "a", "z"]);
    const parts: string[] = [];
    for (const request of requests) {
      // A source each: what one machine learned must not be what keeps the order.
      const { body } = await sentBy(adapter, request);
      parts.push(cacheable(body, stable));
    }
    expect(parts[0]).toContain(head(stable));
    expect(parts[0]).toContain("does lamp");
    expect(parts[1]).toBe(parts[0]);
    expect(parts[2]).toBe(parts[0]);
  },
);

test("a hub's own requests share all but their tails while a lamp is dimmed", async () => {
  await using model = await startScriptedOpenAi(
    toolCallReply({
      id: "c",
      name: "device_command",
      arguments: '{"targets":["sim.living_light"],"capability":"brightness","value":33}',
    }),
    textReply("好的"),
    textReply("不客气"),
  );
  await using hub = await startHub({ args: ["--no-admin"] });
  const sections = JSON.parse(hub.waiter("prompt", "--json").stdout) as RenderedSection[];
  const stable = stableText(sections);
  const moving = sections.map(({ volatile }) => volatile);
  expect(moving).toEqual(moving.toSorted());
  hub.waiter("config", "set", "core.llm.sources.main.base_url", model.url);
  hub.waiter("config", "set", "core.llm.sources.main.model", "scripted");
  await hub.ask("把客厅灯调到三成多");
  await hub.ask("谢谢");
  const bodies = model.requests.map(({ body }) => body);
  expect(bodies).toHaveLength(3);
  const systems = bodies.map(({ messages }) => (messages as { content: string }[])[0]?.content);
  expect(systems.map((system) => system?.startsWith(stable))).toEqual([true, true, true]);
  expect(systems[0]).toContain("brightness=100");
  expect(systems[1]).toContain("brightness=33");
  expect(new Set(bodies.map(({ tools }) => JSON.stringify(tools))).size).toBe(1);
});
