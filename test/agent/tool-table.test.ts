/** The tools of a round: in full while they are few, then an index that opens tool by tool (F18). */
import { Type } from "typebox";
import { describe, expect, it, test } from "vitest";
import { createAgent } from "#agent";
import { type AgentIdentity, ROOT_AGENT, type ToolDefinition } from "#contract";
import { modelSchema } from "../../src/agent/model-schema.ts";
import { shortText } from "../../src/agent/short-text.ts";
import { estimateTools } from "../../src/agent/tokens.ts";
import { offeredTools, toolIndex, toolTable } from "../../src/agent/tool-table.ts";
import { agentState, calls, type Script, text } from "../support/agent-state.ts";
import { fate, input, live } from "../support/gated-agent.ts";

const help: ToolDefinition = { name: "tool_help", description: "", parameters: Type.Object({}) };

/** A tool that costs about so many tokens. */
const tool = (name: string, words = 20, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  description: `关于${name}的事。${"word ".repeat(words)}`,
  parameters: Type.Object({ what: Type.String({ description: "what it is about" }) }),
  ...more,
});
const many = (count: number, words?: number) =>
  Array.from({ length: count }, (_, index) => tool(`p_${String(index).padStart(3, "0")}`, words));
const names = (tools: readonly ToolDefinition[]) => tools.map(({ name }) => name);

describe("a table", () => {
  it("is whole and has no index while the tools are few", () => {
    const table = toolTable([...many(5), help], ROOT_AGENT);
    expect(names(table.offered)).toEqual(names(many(5)));
    expect(toolIndex(table)).toBe("");
  });

  it("keeps what is always needed, whatever it costs, then the cheapest; upkeep is indexed", () => {
    const table = toolTable(
      [
        tool("a_dear", 600),
        tool("b_always", 300, { always: true }),
        ...many(20),
        tool("q_cheap", 1),
        tool("r_upkeep", 0, { role: "owner" }),
        help,
      ],
      ROOT_AGENT,
    );
    const offered = names(table.offered);
    expect(offered).toContain("b_always");
    expect(offered).toContain("q_cheap");
    expect(offered).toContain("tool_help");
    expect(names(table.indexed)).toContain("a_dear");
    expect(names(table.indexed)).toContain("r_upkeep");
    // In the order of the registry, so that nothing moves between rounds.
    expect(offered).toEqual(offered.toSorted());
  });

  it.each([40, 100, 500])(
    "of a hub with %i tools stays within its bound, index included",
    (count) => {
      const table = toolTable([...many(count), help], ROOT_AGENT);
      expect(names(table.indexed).length).toBeGreaterThan(0);
      expect(estimateTools(table.offered)).toBeLessThanOrEqual(2_000);
      expect(toolIndex(table).length).toBeLessThan(1_300);
    },
  );

  it("names every tool in the index, or tells how many more there are", () => {
    const few = toolTable([...many(40), help], ROOT_AGENT);
    const told = toolIndex(few);
    for (const { name } of few.indexed) expect(told).toContain(name);
    expect(told).toContain(`- ${few.indexed[0]?.name}: 关于`);
    const crowd = toolTable([...many(500), help], ROOT_AGENT);
    const index = toolIndex(crowd);
    const shown = crowd.indexed.filter(({ name }) => index.includes(name)).length;
    expect(index).toContain(`另有 ${crowd.indexed.length - shown} 个`);
  });

  it("hides nothing from an agent that may not open the index", () => {
    const allowedTools = names(many(60));
    const child: AgentIdentity = { id: "a_1", kind: "child", allowedTools };
    const table = toolTable([...many(100), help], child);
    expect(names(table.offered)).toEqual(allowedTools);
    expect(table.indexed).toEqual([]);
  });

  it("is the same for the same tools, so that a provider's cache holds", () => {
    const divided = () => toolTable([...many(60), help], ROOT_AGENT);
    expect(JSON.stringify(divided())).toBe(JSON.stringify(divided()));
    const list = [...many(60), help];
    expect(toolTable(list, ROOT_AGENT)).toBe(toolTable(list, ROOT_AGENT));
  });
});

describe("an indexed tool", () => {
  const table = toolTable([...many(60, 60), help], ROOT_AGENT);
  const [first] = table.indexed;
  const wanted = first?.name ?? "";
  const called = (name: string, args: object) =>
    ({
      role: "assistant",
      content: "",
      toolCalls: [{ id: "c_1", name, arguments: args }],
    }) as const;

  it("is offered behind the others once its help was asked, or once it was called", () => {
    expect(offeredTools(table, [])).toEqual(table.offered);
    for (const message of [called("tool_help", { name: wanted }), called(wanted, {})]) {
      expect(names(offeredTools(table, [message]))).toEqual([...names(table.offered), wanted]);
    }
  });

  it("stays closed for names that are none", () => {
    for (const args of [{}, { name: 7 }, { name: "p_" }, null]) {
      expect(offeredTools(table, [called("tool_help", args as object)])).toEqual(table.offered);
    }
  });
});

/** An agent in a hub with sixty tools. */
function crowdedAgent(script: Script) {
  const setup = agentState(script);
  const ran: unknown[] = [];
  for (const definition of many(60, 60)) {
    setup.state.tools.register("test", definition, async (args) => {
      ran.push([definition.name, args]);
      return { outcome: "ok", content: "ok" };
    });
  }
  return { ...setup, ran, agent: createAgent(setup.state, () => "UTC") };
}

test("a model opens a tool, is offered it, calls it, and still has it in the next turn", async () => {
  const rounds: Script = ({ turnId, round }) => {
    if (turnId !== "t_1") return text("still there");
    if (round === 0) return calls(["tool_help", { name: "p_059" }]);
    return round === 1 ? calls(["p_059", { what: "it" }]) : text("done");
  };
  const { agent, ran, requests } = crowdedAgent(rounds);
  expect(await fate(agent.submit(input("first"), live()))).toBe("done");
  expect(ran).toEqual([["p_059", { what: "it" }]]);
  await agent.submit(input("second"), live());
  const offered = requests.map(({ tools }) => tools.some(({ name }) => name === "p_059"));
  expect(offered).toEqual([false, true, true, true]);
  expect(requests[0]?.messages[0]?.content).toContain("p_059");
  const answered = requests[1]?.messages.find(({ role }) => role === "tool");
  expect(answered?.content).toContain('"required":["what"]');
  expect(answered?.content).toContain("关于p_059的事");
});

test("tool_help finds tools by a word, says when there are none, and keeps to what an agent may use", async () => {
  const { state } = crowdedAgent(() => text(""));
  const principal = input("").principal;
  const context = { turnId: "t", callId: "c", principal, channel: "cli", cause: [] } as const;
  const ask = (name: string, agent: AgentIdentity = ROOT_AGENT) =>
    state.tools.invoke("tool_help", { name }, { ...context, origin: "person", agent }, live());
  const found = await ask("P_05");
  expect(found.content.split("\n").map((line) => line.slice(0, 7))).toEqual(
    Array.from({ length: 10 }, (_, index) => `- p_05${index}`),
  );
  expect((await ask("关于")).content).toContain("40 more");
  expect(await ask("nothing like it")).toMatchObject({ outcome: "invalid" });
  const child: AgentIdentity = { id: "a", kind: "child", allowedTools: ["tool_help", "p_001"] };
  expect(await ask("p_002", child)).toMatchObject({ outcome: "invalid" });
  expect((await ask("p_001", child)).outcome).toBe("ok");
});

test("a schema for models leaves out what only our own check needs, and no field of the same name", () => {
  const parameters = Type.Object(
    {
      title: Type.String({ minLength: 1, maxLength: 9, description: "a title" }),
      maxLength: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
      list: Type.Array(Type.Object({ a: Type.Enum(["x", "y"]) }, { additionalProperties: false }), {
        maxItems: 3,
      }),
    },
    { additionalProperties: false, title: "Arguments" },
  );
  expect(JSON.parse(JSON.stringify(modelSchema(parameters)))).toEqual({
    type: "object",
    required: ["title", "list"],
    properties: {
      title: { type: "string", description: "a title" },
      maxLength: { type: "number", minimum: 0, maximum: 5 },
      list: {
        type: "array",
        items: { type: "object", required: ["a"], properties: { a: { enum: ["x", "y"] } } },
      },
    },
  });
  expect(modelSchema(parameters)).toBe(modelSchema(parameters));
});

test.each([
  ["short", 20, "short"],
  ["two\n lines ", 20, "two lines"],
  ["列出日程。Lists calendar events of the family", 20, "列出日程。"],
  ["Lists events. Fifty at most, newest first", 20, "Lists events."],
  ["一二三四五六七八九十一二", 20, "一二三四五六七八九十…"],
  ["see example.com for all of it", 16, "see example.com…"],
  ["😀".repeat(30), 5, "😀😀😀😀😀…"],
])("the text %j in %i columns is %j", (whole, columns, short) => {
  expect(shortText(whole, columns)).toBe(short);
});
