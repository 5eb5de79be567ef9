/** One-shot agents: a turn of their own, an answer that is kept, and bounds on all of it. */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { createAgent } from "#agent";
import type { ToolContext } from "#contract";
import { agentState, calls, owner, text } from "../../support/agent-state.ts";
import { fate, gatedAgent, input, live, settled, until } from "../../support/gated-agent.ts";
import { toolCaller } from "../../support/tool-caller.ts";

const mum = { ...owner, personId: "mum", name: "mum" };

function withCaller() {
  const setup = gatedAgent();
  return { ...setup, use: toolCaller(setup.state) };
}

describe("a child", () => {
  it("works in a talk of its own that holds nothing but its task, a note, and the sections", async () => {
    const { agent, call, use, state } = withCaller();
    const earlier = fate(agent.submit(input("we talked of the garden"), live()));
    (await call(0)).answer();
    await earlier;
    await use("spawn_child", { task: "count the lamps" });
    const { request } = await call(1);
    const itself = { id: "a_1", kind: "child" } as const;
    const sections = state.promptSections.render(owner, itself).map(({ content }) => content);
    expect(request.messages).toEqual([
      { role: "system", content: sections.join("\n\n") },
      { role: "system", content: expect.stringMatching(/a_1[\s\S]*主代理[\s\S]*count the lamps/) },
      { role: "user", content: "count the lamps" },
    ]);
    expect(request.conversation).toBe("agent:a_1\u0000owner");
  });

  it("is running, then done with its answer", async () => {
    const { call, use } = withCaller();
    const sent = await use("spawn_child", { task: "count" });
    expect(sent.data).toEqual({ child_id: "a_1", state: "running" });
    const asked = await call(0);
    expect((await use("child_result", { child_id: "a_1" })).data["state"]).toBe("running");
    asked.answer(text("seven"));
    await settled();
    const result = await use("child_result", { child_id: "a_1" });
    expect(result).toMatchObject({
      outcome: "ok",
      data: { child_id: "a_1", state: "done", text: "seven" },
    });
    expect(JSON.parse(result.content)).toEqual(result.data);
  });

  it("is failed with the reason when no model answers", async () => {
    const { state } = agentState(() => {
      throw new Error("offline");
    });
    await using _agent = createAgent(state, () => "UTC");
    const use = toolCaller(state);
    expect(await use("spawn_child", { task: "count", wait: true })).toMatchObject({
      outcome: "failed",
      data: { child_id: "a_1", state: "failed", reason: "offline" },
    });
    expect((await use("child_result", { child_id: "a_1" })).data["state"]).toBe("failed");
  });

  it("is unknown to anybody but the agent and the person that sent it", async () => {
    const { call, use } = withCaller();
    await use("spawn_child", { task: "count" });
    (await call(0)).answer();
    await settled();
    const sibling = { agent: { id: "a_9", kind: "child" } } as const;
    for (const [id, more] of [
      ["a_7", {}],
      ["a_1", { principal: mum }],
      ["a_1", sibling],
    ] as const) {
      const { outcome, data } = await use("child_result", { child_id: id }, more);
      expect({ outcome, ...data }).toEqual({ outcome: "invalid", child_id: id, state: "unknown" });
    }
    expect((await use("child_result", { child_id: "a_1" })).data["state"]).toBe("done");
  });

  it("that is waited for answers within the call, also when every place is taken by such calls", async () => {
    const { state, clock } = agentState(({ round, conversation }) => {
      if (conversation.startsWith("agent:")) return text("42");
      return round === 0 ? calls(["spawn_child", { task: "sum", wait: true }]) : text("it is 42");
    });
    await using agent = createAgent(state, () => "UTC");
    const seen: string[] = [];
    state.events.on("tool_call", ({ name, outcome }) => void seen.push(`${name} ${outcome}`));
    const replies = ["a", "b", "c", "d", "e", "f"].map((channel) =>
      fate(agent.submit(input("go", { channel }), live())),
    );
    expect(new Set(await Promise.all(replies))).toEqual(new Set(["it is 42"]));
    expect(seen).toEqual(Array.from({ length: 6 }, () => "spawn_child ok"));
    expect(clock.monotonic()).toBe(0);
  });

  it("that takes longer than a call may is still running, and its answer comes later", async () => {
    const { call, use, clock } = withCaller();
    const sent = use("spawn_child", { task: "count", wait: true });
    const asked = await call(0);
    clock.advance(50_000);
    expect(await sent).toMatchObject({ outcome: "ok", data: { state: "running" } });
    expect(asked.isCut).toBe(false);
    asked.answer(text("late"));
    await settled();
    expect((await use("child_result", { child_id: "a_1" })).data["text"]).toBe("late");
    expect(clock.waiting).toBe(0);
  });

  it("that is waited for ends when the one who waits does", async () => {
    const { call, use } = withCaller();
    const controller = new AbortController();
    const sent = use("spawn_child", { task: "count", wait: true }, {}, controller.signal);
    const asked = await call(0);
    controller.abort(new Error("hung up"));
    expect((await sent).outcome).toBe("aborted");
    await settled();
    expect(asked.isCut).toBe(true);
    expect((await use("child_result", { child_id: "a_1" })).data["state"]).toBe("failed");
  });

  it("in the background holds up no person: where all places are taken it makes room", async () => {
    const { agent, call, calls: asked, use } = withCaller();
    for (const task of ["1", "2", "3", "4"]) await use("spawn_child", { task });
    await call(3);
    const person = fate(agent.submit(input("light, please"), live()));
    await call(4);
    expect(asked[4]?.said).toBe("light, please");
    asked[4]?.answer();
    expect(await person).toBe("re: light, please");
  });

  it("carries the chain of causes and its parent's rights into its own calls", async () => {
    const contexts: ToolContext[] = [];
    const { state } = agentState(({ round, conversation }) =>
      conversation.startsWith("agent:") && round === 0 ? calls(["look", {}]) : text("done"),
    );
    state.tools.register(
      "t",
      { name: "look", description: "", parameters: Type.Object({}) },
      async (_args, context) => {
        contexts.push(context);
        return { outcome: "ok", content: "" };
      },
    );
    await using _agent = createAgent(state, () => "UTC");
    await toolCaller(state)("spawn_child", { task: "look", wait: true }, { principal: mum });
    expect(contexts).toMatchObject([
      {
        principal: mum,
        origin: "agent",
        channel: "agent:a_1",
        agent: { id: "a_1", kind: "child" },
        cause: [
          { kind: "person", id: "owner" },
          { kind: "turn", id: "t_root" },
          { kind: "turn", id: "t_1" },
          { kind: "tool", id: "c_1" },
        ],
      },
    ]);
  });

  it("leaves nothing in the windows of conversations", async () => {
    const { call, use, state } = withCaller();
    await use("spawn_child", { task: "count" });
    (await call(0)).answer();
    await settled();
    const request = { principal: owner, channel: "agent:a_1", text: "" };
    expect((await state.context.window(request, live())).events).toEqual([]);
  });
});

describe("children are bounded", () => {
  it("eight for one turn", async () => {
    const { calls: asked, use } = withCaller();
    for (let count = 0; count < 8; count += 1) {
      expect((await use("spawn_child", { task: "count" })).outcome).toBe("ok");
      await until(() => asked.length > count);
      asked[count]?.answer();
      await settled();
    }
    const refused = await use("spawn_child", { task: "count" });
    expect(refused).toMatchObject({ outcome: "failed", data: { code: "BUSY" } });
    expect((await use("spawn_child", { task: "count" }, { turnId: "t_next" })).outcome).toBe("ok");
  });

  it("eight at work for one person, sixteen in all", async () => {
    const { use } = withCaller();
    const send = async (person: string, turnId: string) => {
      const principal = { ...owner, personId: person };
      return (await use("spawn_child", { task: "count" }, { principal, turnId })).outcome;
    };
    const outcomes: Record<string, string[]> = {};
    for (const person of ["a", "b", "c"]) {
      const own: string[] = [];
      for (let count = 0; count < 9; count += 1)
        own.push(await send(person, `t_${person}${count}`));
      outcomes[person] = own;
    }
    const eight = Array.from({ length: 8 }, () => "ok");
    expect(outcomes).toEqual({
      a: [...eight, "failed"],
      b: [...eight, "failed"],
      c: Array.from({ length: 9 }, () => "failed"),
    });
  });

  it("four deep where each waits for the next", async () => {
    const outcomes: string[] = [];
    const { state } = agentState(({ round, messages }) => {
      const last = messages.at(-1);
      if (last?.role === "tool") outcomes.push(last.outcome);
      return round === 0 ? calls(["spawn_child", { task: "deeper", wait: true }]) : text("done");
    });
    await using agent = createAgent(state, () => "UTC");
    await agent.submit(input("go"), live());
    expect(outcomes).toEqual(["denied", "ok", "ok", "ok", "ok"]);
  });

  it("and four deep where nobody waits", async () => {
    const { use, call } = withCaller();
    const outcomes = [(await use("spawn_child", { task: "deeper" })).outcome];
    for (let depth = 1; depth <= 4; depth += 1) {
      await call(depth - 1);
      const agent = { id: `a_${depth}`, kind: "child" } as const;
      outcomes.push((await use("spawn_child", { task: "deeper" }, { agent })).outcome);
    }
    expect(outcomes).toEqual(["ok", "ok", "ok", "ok", "denied"]);
    const unknown = { id: "a_99", kind: "child" } as const;
    expect((await use("spawn_child", { task: "x" }, { agent: unknown })).outcome).toBe("denied");
  });

  it("their answers to half an hour and the newest 64", async () => {
    const { calls: asked, use, clock } = withCaller();
    const state = async (id: string) => (await use("child_result", { child_id: id })).data["state"];
    for (let count = 1; count <= 66; count += 1) {
      await use("spawn_child", { task: "count" }, { turnId: `t_${count}` });
      await until(() => asked.length === count);
      asked[count - 1]?.answer();
      await settled();
    }
    expect([await state("a_2"), await state("a_3")]).toEqual(["unknown", "done"]);
    clock.advance(30 * 60_000);
    expect(await state("a_66")).toBe("done");
    clock.advance(1);
    expect(await state("a_66")).toBe("unknown");
  });

  it("a guest sends none", async () => {
    const { use } = withCaller();
    const guest = { ...owner, role: "guest" } as const;
    expect((await use("spawn_child", { task: "count" }, { principal: guest })).outcome).toBe(
      "denied",
    );
  });

  it("those of one that has ended end with it", async () => {
    const { state } = agentState(async function* ({ round, conversation, messages }, signal) {
      const isInner = messages.some(({ content }) => content === "inner");
      if (isInner) await new Promise((_, reject) => signal.addEventListener("abort", reject));
      if (conversation.startsWith("agent:") && round === 0) {
        yield* calls(["spawn_child", { task: "inner" }]);
      } else yield* text("done");
    });
    await using agent = createAgent(state, () => "UTC");
    await toolCaller(state)("spawn_child", { task: "outer", wait: true });
    await until(() => agent.load().running === 0);
  });
});

describe("a child's grants", () => {
  it("are its parent's or less: more is refused with what there is, and nobody is sent", async () => {
    const { use, state, agent } = withCaller();
    state.tools.register("t", { name: "echo", description: "", parameters: {} }, async () => ({
      outcome: "ok",
      content: "",
    }));
    const narrowed = {
      agent: {
        id: "root",
        kind: "root",
        allowedTools: ["echo", "spawn_child"],
        allowedOutputs: [],
      },
    } as const;
    const refused = await use(
      "spawn_child",
      { task: "x", tools: ["echo", "child_result", "nope"] },
      narrowed,
    );
    expect(refused).toMatchObject({
      outcome: "invalid",
      content: "tools: not yours to give: child_result, nope (at most echo, spawn_child)",
    });
    expect(await use("spawn_child", { task: "x", outputs: ["qq"] }, narrowed)).toMatchObject({
      outcome: "invalid",
      content: "outputs: not yours to give: qq (at most none)",
    });
    expect(agent.load().running).toBe(0);
  });
});
