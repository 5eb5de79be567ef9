/** The tool loop: what may run side by side, what a model is told, and histories that stay whole. */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { createAgent } from "#agent";
import type { Message, StageContext, ToolDefinition, ToolResult } from "#contract";
import { agentState, calls, type Script, text } from "../support/agent-state.ts";
import { fate, input, live, settled, until } from "../support/gated-agent.ts";

/** An agent whose tools hang until the test lets them end. */
function withTools(script: Script, definitions: readonly Partial<ToolDefinition>[]) {
  const setup = agentState(script);
  const runs: { readonly name: string; end(result?: Partial<ToolResult>): void }[] = [];
  for (const more of definitions) {
    const definition = { name: "tool", description: "", parameters: Type.Object({}), ...more };
    setup.state.tools.register("test", definition, () => {
      const gate = Promise.withResolvers<ToolResult>();
      const { name } = definition;
      runs.push({
        name,
        end: (result = {}) => gate.resolve({ outcome: "ok", content: name, ...result }),
      });
      return gate.promise;
    });
  }
  return { ...setup, runs, agent: createAgent(setup.state, () => "UTC") };
}

const once =
  (...wanted: readonly (readonly [string, unknown])[]): Script =>
  ({ round }) =>
    round === 0 ? calls(...wanted) : text("done");

/** The calls without a result right behind them, and results without a call. */
function unpaired(messages: readonly Message[]): string[] {
  const problems: string[] = [];
  let open: string[] = [];
  for (const message of [...messages, { role: "system", content: "" } as const]) {
    if (message.role === "tool") {
      if (!open.includes(message.callId)) problems.push(`result of ${message.callId}`);
      open = open.filter((id) => id !== message.callId);
      continue;
    }
    problems.push(...open.map((id) => `call ${id}`));
    open = message.role === "assistant" ? message.toolCalls.map(({ id }) => id) : [];
  }
  return problems;
}

describe("calls of one round", () => {
  it("run side by side when all are parallelSafe, and their results stand in the order of the calls", async () => {
    const { agent, runs, requests } = withTools(once(["a", {}], ["b", {}], ["c", {}]), [
      { name: "a", parallelSafe: true },
      { name: "b", parallelSafe: true },
      { name: "c", parallelSafe: true },
    ]);
    const outcome = agent.submit(input("go"), live());
    await until(() => runs.length === 3);
    for (const run of runs.toReversed()) {
      run.end();
      await settled();
    }
    const { toolCalls } = await outcome;
    expect(toolCalls.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(requests[1]?.messages.slice(-3).map(({ content }) => content)).toEqual(["a", "b", "c"]);
  });

  it.each([
    ["one is not parallelSafe", [{ name: "a", parallelSafe: true }, { name: "b" }], {}],
    [
      "one is serial",
      [
        { name: "a", parallelSafe: true },
        { name: "b", parallelSafe: true, serial: true },
      ],
      {},
    ],
    [
      "two speak on one channel",
      [
        { name: "a", parallelSafe: true, channel: "speaker" },
        { name: "b", parallelSafe: true, channel: "speaker" },
      ],
      {},
    ],
    [
      "two name one channel",
      [
        { name: "a", parallelSafe: true },
        { name: "b", parallelSafe: true },
      ],
      { channel: "speaker" },
    ],
  ] as const)("run one after another when %s", async (_when, definitions, args) => {
    const { agent, runs } = withTools(once(["a", args], ["b", args]), definitions);
    const outcome = agent.submit(input("go"), live());
    await until(() => runs.length === 1);
    await settled();
    expect(runs.map(({ name }) => name)).toEqual(["a"]);
    runs[0]?.end();
    await until(() => runs.length === 2);
    runs[1]?.end();
    await outcome;
  });

  it("side by side keep their own denials, and each stage sees one call at a time", async () => {
    const { agent, state, runs, requests } = withTools(once(["a", {}], ["b", {}]), [
      { name: "a", parallelSafe: true },
      { name: "b", parallelSafe: true },
    ]);
    const seen: unknown[] = [];
    state.stages.register("guard", "before_toolcall", async (context) => {
      if (context.toolCall?.name === "a") context.deny = "not a";
    });
    state.stages.register("test", "after_toolcall", async ({ toolCall, toolResult }) => {
      seen.push([toolCall?.name, toolResult?.outcome]);
    });
    const outcome = agent.submit(input("go"), live());
    await until(() => runs.length === 1);
    runs[0]?.end();
    const { toolCalls } = await outcome;
    expect(toolCalls.map(({ outcome: how }) => how)).toEqual(["denied", "ok"]);
    expect(seen).toEqual([
      ["a", "denied"],
      ["b", "ok"],
    ]);
    // Not all were denied, so the model goes on.
    expect(requests).toHaveLength(2);
  });

  it("above 32 do not run, and the model is told", async () => {
    const wanted = Array.from({ length: 40 }, (_, n) => ["tool", { n }] as const);
    const { agent, state, requests } = withTools(once(...wanted), []);
    let runs = 0;
    state.tools.register("t", { name: "tool", description: "", parameters: {} }, async () => {
      runs += 1;
      return { outcome: "ok", content: "" };
    });
    await agent.submit(input("go"), live());
    expect(runs).toBe(32);
    expect(requests[1]?.messages.at(-1)?.content).toContain("8 more tool calls did not run");
    expect(unpaired(requests[1]?.messages ?? [])).toEqual([]);
  });

  it("with one id get ids of their own, so that no result is lost", async () => {
    const { agent, state, requests } = withTools(
      ({ round }) =>
        round === 0
          ? [
              ...[1, 2].map(
                (n) =>
                  ({
                    kind: "tool_call",
                    call: { id: "x", name: "tool", arguments: { n } },
                  }) as const,
              ),
              { kind: "finish", reason: "tool_calls", usage: null },
            ]
          : text("done"),
      [],
    );
    state.tools.register("t", { name: "tool", description: "", parameters: {} }, async (args) => ({
      outcome: "ok",
      content: JSON.stringify(args),
    }));
    await agent.submit(input("go"), live());
    const messages = requests[1]?.messages ?? [];
    expect(unpaired(messages)).toEqual([]);
    expect(messages.slice(-2).map(({ content }) => content)).toEqual(['{"n":1}', '{"n":2}']);
  });
});

describe("what a tool answers", () => {
  it("with pictures is followed by a user message that shows them", async () => {
    const { agent, runs, requests } = withTools(once(["camera", {}], ["door", {}]), [
      { name: "camera", parallelSafe: true },
      { name: "door", parallelSafe: true },
    ]);
    const outcome = agent.submit(input("go"), live());
    await until(() => runs.length === 2);
    const picture = { kind: "image", mime: "image/jpeg", digest: "abc" } as const;
    runs[0]?.end({ media: [picture] });
    runs[1]?.end();
    await outcome;
    expect(requests[1]?.messages.slice(-3)).toMatchObject([
      { role: "tool", name: "camera" },
      { role: "tool", name: "door" },
      { role: "user", media: [picture], content: expect.stringContaining("camera: image") },
    ]);
  });

  it("can be redacted by after_toolcall before the model and the memory see it", async () => {
    const { agent, state, runs, requests } = withTools(once(["tool", {}]), [
      { cleaner: (content: string) => content.replace("code ", "") },
    ]);
    state.stages.register("guard", "after_toolcall", async (context) => {
      const { toolResult } = context;
      if (!toolResult) return;
      context.toolResult = { ...toolResult, content: toolResult.content.replace("1234", "****") };
    });
    let results: StageContext["toolResults"] = [];
    state.stages.register("test", "after_output", async (context) => {
      results = [...context.toolResults];
    });
    const outcome = agent.submit(input("go"), live());
    await until(() => runs.length === 1);
    runs[0]?.end({ content: "code 1234" });
    await outcome;
    expect(requests[1]?.messages.at(-1)?.content).toBe("code ****");
    expect(results).toMatchObject([{ content: "code ****", derived: "****" }]);
  });
});

describe("a run that ends early leaves a whole history", () => {
  const tools = [{ name: "tool" }];
  /** Asks for three calls in the first turn, answers in the second. */
  const script: Script = ({ messages }) =>
    messages.at(-1)?.content === "next" ? text("ok") : calls(["tool", {}], ["b", {}], ["c", {}]);

  it("when it is stopped in the middle of a round", async () => {
    const { agent, runs, requests } = withTools(script, tools);
    const stopped = fate(agent.submit(input("go"), live()));
    await until(() => runs.length === 1);
    expect(agent.stop("owner")).toBe(1);
    expect(await stopped).toBe("stopped");
    expect(await fate(agent.submit(input("next"), live()))).toBe("ok");
    const messages = requests.at(-1)?.messages ?? [];
    expect(unpaired(messages)).toEqual([]);
    expect(messages.slice(1).map(({ role, content }) => `${role}: ${content}`)).toEqual([
      "user: go",
      "assistant: ",
      "tool: the call was ended",
      expect.stringMatching(/^tool: not run/),
      expect.stringMatching(/^tool: not run/),
      "assistant: (This was stopped half-way.)",
      "user: next",
    ]);
  });

  it("when a call repeats itself once too often", async () => {
    const { agent, requests } = withTools(
      ({ messages }) =>
        messages.at(-1)?.content === "next"
          ? text("ok")
          : calls(["x", { a: 1, b: 2 }], ["x", { b: 2, a: 1 }], ["x", { a: 1, b: 2 }], ["y", {}]),
      [],
    );
    expect(await fate(agent.submit(input("go"), live()))).toContain("repeating");
    await agent.submit(input("next"), live());
    const messages = requests.at(-1)?.messages ?? [];
    expect(unpaired(messages)).toEqual([]);
    expect(
      messages.flatMap((message) => (message.role === "tool" ? [message.outcome] : [])),
    ).toEqual(["unknown", "unknown", "aborted", "aborted"]);
  });

  it("when a stage answers between two calls", async () => {
    const { agent, state, runs, requests } = withTools(script, tools);
    state.stages.register("guard", "after_toolcall", async (context) => {
      context.response = "enough";
    });
    const outcome = fate(agent.submit(input("go"), live()));
    await until(() => runs.length === 1);
    runs[0]?.end();
    expect(await outcome).toBe("enough");
    await agent.submit(input("next"), live());
    expect(unpaired(requests.at(-1)?.messages ?? [])).toEqual([]);
  });

  it("when no model answers after something was done", async () => {
    const { agent, state, requests } = withTools(({ round, messages }) => {
      if (messages.at(-1)?.content === "next") return text("ok");
      if (round > 0) throw new Error("no model");
      return calls(["done", {}]);
    }, []);
    state.tools.register("t", { name: "done", description: "", parameters: {} }, async () => ({
      outcome: "ok",
      content: "lamp is on",
    }));
    expect(await fate(agent.submit(input("go"), live()))).toBe("no model");
    await agent.submit(input("next"), live());
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain("lamp is on");
  });
});
