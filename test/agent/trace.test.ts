/** A traced turn hands back what it did as a tree: stages, handlers, rounds, tries, calls, and their times. */
import { Type } from "typebox";
import { expect, test } from "vitest";
import { createAgent } from "#agent";
import type { SayReply, TraceNode } from "#contract";
import { agentState, calls, text } from "../support/agent-state.ts";
import { input, live, settled } from "../support/gated-agent.ts";
import { type ModelAgent, modelAgent } from "../support/model-agent.ts";
import {
  chunk,
  hangReply,
  startScriptedOpenAi,
  statusReply,
  streamReply,
  textReply,
  toolCallReply,
} from "../support/scripted-openai.ts";

const traced = (content: string, more = {}) => input(content, { trace: true, ...more });
const treeOf = ({ trace }: SayReply): TraceNode => {
  if (!trace) throw new Error("the reply has no trace");
  return trace;
};
/** The tree without its details: "kind name", indented. */
const outline = ({ kind, name, children }: TraceNode, depth = 0): string[] => [
  `${"  ".repeat(depth)}${kind} ${name}`,
  ...children.flatMap((child) => outline(child, depth + 1)),
];
const all = (node: TraceNode): TraceNode[] => [node, ...node.children.flatMap(all)];
const find = (node: TraceNode, kind: string, name?: string): TraceNode[] =>
  all(node).filter((each) => each.kind === kind && (name === undefined || each.name === name));

/** A tool that takes 7 ms, and says what it was given. */
function withTool(hub: Pick<ModelAgent, "state" | "clock">, more = {}): void {
  const definition = { name: "echo", description: "", parameters: Type.Object({}), ...more };
  hub.state.tools.register("house", definition, async () => {
    hub.clock.advance(7);
    return { outcome: "ok", content: "done" };
  });
}

test("the tree is the turn in its order: stages, rounds with their tries and calls, the output", async () => {
  await using server = await startScriptedOpenAi(
    toolCallReply({ id: "call_1", name: "echo", arguments: "{}" }),
    textReply("好"),
  );
  const hub = modelAgent();
  withTool(hub);
  hub.bench.add("main", server.url);
  hub.state.stages.register("guard", "before_toolcall", async () => hub.clock.advance(3));
  hub.state.stages.register("diary", "after_output", async () => hub.clock.advance(2));
  const reply = await hub.agent.submit(traced("go"), live());
  expect(outline(treeOf(reply))).toEqual([
    `turn ${reply.turnId}`,
    "  stage on_input",
    "  history conversation",
    "  stage pre_action",
    "  round 1",
    "    provider main",
    "    stage post_action",
    "    tool echo",
    "      stage before_toolcall",
    "        handler guard",
    "      run house",
    "      stage after_toolcall",
    "  round 2",
    "    provider main",
    "    stage post_action",
    "  stage before_output",
    "  output cli",
    "  stage after_output",
    "    handler diary",
  ]);
  const [tool] = find(treeOf(reply), "tool");
  expect(tool).toMatchObject({ durationMs: 10, fields: { outcome: "ok", callId: "call_1" } });
  expect(tool?.children.map(({ durationMs }) => durationMs)).toEqual([3, 7, 0]);
  expect(treeOf(reply)).toMatchObject({
    startMs: 0,
    durationMs: 12,
    fields: { channel: "cli", person: "owner", origin: "person", provider: "main" },
  });
});

test("a turn that nobody traces has no tree, and does not wait for its tail", async () => {
  const { state } = agentState(() => text("ok"));
  const tail = Promise.withResolvers<void>();
  state.stages.register("slow", "after_output", () => tail.promise);
  const agent = createAgent(state, () => "UTC");
  const reply = await agent.submit(input("go"), live());
  expect(Object.keys(reply)).not.toContain("trace");
  tail.resolve();
});

test("every try is told: who failed with what, who was asked next, and what the tokens were", async () => {
  await using busy = await startScriptedOpenAi(statusReply(429, { error: { message: "slow" } }));
  await using good = await startScriptedOpenAi(textReply("好"));
  const hub = modelAgent();
  hub.bench.add("busy", busy.url);
  hub.bench.add("good", good.url);
  const [failed, answered] = find(treeOf(await hub.agent.submit(traced("go"), live())), "provider");
  expect(failed).toMatchObject({
    name: "busy",
    fields: {
      outcome: "failed",
      error: "PROVIDER_RATE_LIMITED",
      reason: "busy: HTTP 429: slow",
      remedy: "failover",
      next: "good",
    },
  });
  expect(failed?.fields).not.toHaveProperty("promptTokens");
  expect(answered?.fields).toEqual({
    outcome: "answered",
    firstChunkMs: 0,
    promptTokens: 12,
    completionTokens: 3,
    // The server said nothing of its cache, which is not nought (F51).
    cachedTokens: null,
  });
});

test("a retry of the same source and the last one's failure are told too", async () => {
  await using server = await startScriptedOpenAi(statusReply(500), statusReply(500));
  const hub = modelAgent();
  hub.bench.add("main", server.url);
  const tree = treeOf(await hub.agent.submit(traced("go"), live()));
  expect(
    find(tree, "provider").map(({ name, fields }) => [name, fields?.["remedy"], fields?.["next"]]),
  ).toEqual([
    ["main", "retry", "main"],
    ["main", "failover", "intents"],
    ["intents", undefined, undefined],
  ]);
});

test("room that had to be made stands between the tries", async () => {
  const full = statusReply(400, { error: { code: "context_length_exceeded" } });
  await using server = await startScriptedOpenAi(full, textReply("好"));
  const hub = modelAgent();
  for (let turn = 0; turn < 6; turn += 1) {
    await hub.agent.submit(input("word ".repeat(200)), live());
  }
  hub.bench.add("main", server.url);
  const [round] = find(treeOf(await hub.agent.submit(traced("go"), live())), "round");
  expect(round?.children.slice(0, 3)).toMatchObject([
    { kind: "provider", fields: { error: "PROVIDER_CONTEXT", remedy: "make_room" } },
    { kind: "history", name: "make room" },
    { kind: "provider", fields: { outcome: "answered" } },
  ]);
});

test("a call that was called off and made again shows both", async () => {
  await using server = await startScriptedOpenAi(hangReply, textReply("好"));
  const hub = modelAgent();
  hub.bench.add("main", server.url);
  const reply = hub.agent.submit(traced("one"), live());
  await server.received(1);
  void hub.agent.submit(input("two", { interrupt: "cancel" }), live());
  const tree = treeOf(await reply);
  expect(find(tree, "round")).toHaveLength(1);
  expect(find(tree, "provider").map(({ fields }) => fields?.["outcome"])).toEqual([
    "called_off",
    "answered",
  ]);
  // What was said in between went through its own on_input.
  expect(find(tree, "stage", "on_input")).toHaveLength(2);
});

test("handlers are told by owner, each with its time and its error, cut where it is long", async () => {
  const { state, clock } = agentState(() => text("ok"));
  state.stages.register("a", "pre_action", async () => clock.advance(4));
  state.stages.register("b", "pre_action", async () => {
    throw new Error("boom ".repeat(100));
  });
  const agent = createAgent(state, () => "UTC");
  const [stage] = find(treeOf(await agent.submit(traced("go"), live())), "stage", "pre_action");
  expect(stage?.children).toEqual([
    { kind: "handler", name: "a", startMs: 0, durationMs: 4, children: [] },
    {
      kind: "handler",
      name: "b",
      startMs: 4,
      durationMs: 0,
      fields: { error: `${"boom ".repeat(40)}…` },
      children: [],
    },
  ]);
});

test("calls side by side have each their own stages and times", async () => {
  const { state, clock } = agentState(({ round }) =>
    round === 0 ? calls(["echo", {}], ["echo", { n: 1 }]) : text("ok"),
  );
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let running = 0;
  state.tools.register(
    "house",
    { name: "echo", description: "", parameters: Type.Object({}), parallelSafe: true },
    async () => {
      await gates[running++]?.promise;
      return { outcome: "ok", content: "done" };
    },
  );
  const agent = createAgent(state, () => "UTC");
  const reply = agent.submit(traced("go"), live());
  while (running < 2) await settled();
  clock.advance(5);
  gates[1]?.resolve();
  await settled();
  clock.advance(6);
  gates[0]?.resolve();
  const tools = find(treeOf(await reply), "tool");
  expect(tools.map((tool) => outline(tool))).toEqual(
    Array(2).fill([
      "tool echo",
      "  stage before_toolcall",
      "  run house",
      "  stage after_toolcall",
    ]),
  );
  expect(tools.map(({ children }) => children[1]?.durationMs)).toEqual([11, 5]);
});

test("a call that was denied never ran, and a stage that answered says so", async () => {
  const { state } = agentState(() => calls(["echo", {}]));
  withTool({ state, clock: { advance: () => undefined } as never });
  state.stages.register("guard", "before_toolcall", async (context) => {
    context.deny = "no";
    context.response = "不行";
  });
  const agent = createAgent(state, () => "UTC");
  const tree = treeOf(await agent.submit(traced("go"), live()));
  const [tool] = find(tree, "tool");
  expect([tool?.fields?.["outcome"], find(tree, "run")]).toEqual(["denied", []]);
  expect(find(tree, "stage", "before_toolcall")[0]?.fields).toEqual({ answered: true });
  expect(find(tree, "stage", "before_output")).toEqual([]);
});

test("a reply that goes out on a channel tells how that ended", async () => {
  const { state } = agentState(() => text("ok"));
  state.outputs.register("test", {
    name: "cli",
    caps: 1,
    description: "",
    send: () => Promise.reject(new Error("no paper")),
  });
  const agent = createAgent(state, () => "UTC");
  const tree = treeOf(await agent.submit(traced("go", { deliver: "channel" }), live()));
  expect(find(tree, "output")).toMatchObject([{ name: "cli", fields: { outcome: "error" } }]);
});

test("a turn without end fills no memory: what is above the limit is counted", async () => {
  const { state } = agentState(({ round }) =>
    calls(...Array.from({ length: 32 }, (_, n) => ["echo", { n, round }] as const)),
  );
  state.tools.register(
    "house",
    { name: "echo", description: "", parameters: Type.Object({}) },
    async () => ({ outcome: "ok", content: "" }),
  );
  for (const owner of ["a", "b"]) {
    for (const stage of ["before_toolcall", "after_toolcall"] as const) {
      state.stages.register(owner, stage, async () => undefined);
    }
  }
  const agent = createAgent(state, () => "UTC");
  const tree = treeOf(await agent.submit(traced("go"), live()));
  expect(all(tree).length).toBeLessThanOrEqual(2_001);
  expect(Number(tree.fields?.["leftOut"])).toBeGreaterThan(500);
});

test("the first chunk is timed from the question, not from the turn", async () => {
  const hub = modelAgent();
  await using server = await startScriptedOpenAi(async (exchange) => {
    hub.clock.advance(40);
    await streamReply([chunk({ content: "好" }), chunk({}, "stop")])(exchange);
  });
  hub.state.stages.register("slow", "pre_action", async () => hub.clock.advance(100));
  hub.bench.add("main", server.url);
  const [provider] = find(treeOf(await hub.agent.submit(traced("go"), live())), "provider");
  expect(provider).toMatchObject({ startMs: 100, durationMs: 40, fields: { firstChunkMs: 40 } });
});
