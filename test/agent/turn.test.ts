/** A turn: stages in their places, the tool loop with its caps, one reply. */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { createAgent } from "#agent";
import { STAGES } from "#contract";
import type { Input } from "#kernel/state";
import { agentState, calls, owner, type Script, text } from "../support/agent-state.ts";

const live = () => new AbortController().signal;

function input(content: string, more: Partial<Input> = {}): Input {
  return { text: content, channel: "cli", principal: owner, origin: "person", cause: [], ...more };
}

function withEcho(script: Script, seen: unknown[] = []) {
  const setup = agentState(script);
  setup.state.tools.register(
    "test",
    {
      name: "echo",
      description: "echoes",
      parameters: Type.Object({ n: Type.Integer({ maximum: 99 }) }),
    },
    async (args, context) => {
      seen.push(args);
      return { outcome: "ok", content: JSON.stringify(args), data: context.cause };
    },
  );
  return { ...setup, agent: createAgent(setup.state, () => "Asia/Shanghai") };
}

describe("a turn", () => {
  it("runs the calls of a round in order, hands their results back, and tells them with the reply", async () => {
    const seen: unknown[] = [];
    const { agent, requests } = withEcho(
      ({ round }) => (round === 0 ? calls(["echo", { n: 1 }], ["echo", { n: 2 }]) : text("done")),
      seen,
    );
    const reply = await agent.submit(input("go"), live());
    expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
    expect(reply).toMatchObject({
      reply: "done",
      provider: "scripted",
      toolCalls: [
        { name: "echo", arguments: { n: 1 }, outcome: "ok" },
        { name: "echo", arguments: { n: 2 }, outcome: "ok" },
      ],
    });
    expect(requests[1]?.messages.slice(-3).map(({ role }) => role)).toEqual([
      "assistant",
      "tool",
      "tool",
    ]);
  });

  it("passes the chain of causes through turn and call", async () => {
    const { agent, requests } = withEcho(({ round }) =>
      round === 0 ? calls(["echo", { n: 1 }]) : text("ok"),
    );
    const { turnId } = await agent.submit(
      input("go", { cause: [{ kind: "person", id: "owner" }] }),
      live(),
    );
    expect(requests[1]?.messages.at(-1)).toMatchObject({
      data: [
        { kind: "person", id: "owner" },
        { kind: "turn", id: turnId },
        { kind: "tool", id: "c_1" },
      ],
    });
  });

  it("refuses arguments that do not fit before the tool runs, and tells the model which field", async () => {
    const seen: unknown[] = [];
    const { agent, requests } = withEcho(
      ({ round }) =>
        round === 0 ? calls(["echo", { n: 100 }], ["echo", {}], ["nope", {}]) : text("ok"),
      seen,
    );
    const reply = await agent.submit(input("go"), live());
    expect(seen).toEqual([]);
    expect(reply.toolCalls.map(({ outcome }) => outcome)).toEqual([
      "invalid",
      "invalid",
      "unknown",
    ]);
    const refused = requests[1]?.messages.at(-3);
    expect(JSON.parse(refused?.role === "tool" ? refused.content : "")).toMatchObject({
      field: "/n",
    });
  });

  it("runs the stages in their order, and the tool stages once for each call", async () => {
    const { agent, state } = withEcho(({ round }) =>
      round === 0 ? calls(["echo", { n: 1 }], ["echo", { n: 2 }]) : text("ok"),
    );
    const seen: string[] = [];
    for (const stage of STAGES) {
      state.stages.register("test", stage, async () => void seen.push(stage));
    }
    await agent.submit(input("go"), live());
    const call = ["before_toolcall", "after_toolcall"];
    const around = ["on_input", "pre_action", "post_action", ...call, ...call, "post_action"];
    expect(seen).toEqual([...around, "before_output", "after_output"]);
  });

  it("jumps to the reply when a stage answers, without asking a model or before_output", async () => {
    const { agent, state, requests } = withEcho(() => text("never"));
    const seen: string[] = [];
    state.stages.register("test", "on_input", async (context) => {
      context.response = "no";
    });
    for (const stage of ["pre_action", "before_output", "after_output"] as const) {
      state.stages.register("test", stage, async () => void seen.push(stage));
    }
    expect((await agent.submit(input("go"), live())).reply).toBe("no");
    expect(seen).toEqual(["after_output"]);
    expect(requests).toEqual([]);
  });

  it("isolates a handler that throws, and names it", async () => {
    const { agent, state } = withEcho(() => text("fine"));
    let errors: readonly string[] = [];
    state.stages.register("bad", "pre_action", async () => {
      throw new Error("boom");
    });
    state.stages.register("good", "after_output", async (context) => {
      errors = [...context.errors];
    });
    expect((await agent.submit(input("go"), live())).reply).toBe("fine");
    expect(errors).toEqual(["bad: boom"]);
  });

  it("does not run a call that before_toolcall denies; a round of denied calls ends the loop", async () => {
    const seen: unknown[] = [];
    const { agent, state, requests } = withEcho(() => calls(["echo", { n: 1 }]), seen);
    state.stages.register("guard", "before_toolcall", async (context) => {
      context.deny = "not at night";
    });
    const reply = await agent.submit(input("关灯"), live());
    expect(seen).toEqual([]);
    expect(reply.toolCalls).toEqual([{ name: "echo", arguments: { n: 1 }, outcome: "denied" }]);
    expect(requests).toHaveLength(2);
    expect(reply.reply).toContain("没有权限");
  });

  it("ends after the capped number of rounds", async () => {
    const { agent, requests } = withEcho(({ round }) => calls(["echo", { n: round }]));
    const reply = await agent.submit(input("go"), live());
    expect(requests).toHaveLength(10);
    expect(reply.reply).toContain("too many steps");
  });

  it("ends the run at the third identical call (F06)", async () => {
    const seen: unknown[] = [];
    const { agent } = withEcho(() => calls(["echo", { n: 1 }]), seen);
    expect((await agent.submit(input("go"), live())).reply).toContain("repeating");
    expect(seen).toHaveLength(2);
  });

  it("forgets the text of a provider that failed half-way", async () => {
    const setup = agentState(() => []);
    setup.state.models.complete satisfies unknown;
    const agent = createAgent(
      Object.create(setup.state, {
        models: {
          value: {
            status: () => [],
            async *complete() {
              yield { kind: "provider", name: "remote" };
              yield { kind: "text", text: "half an ans" };
              yield { kind: "provider", name: "intents" };
              yield* text("whole");
            },
          },
        },
      }),
      () => "UTC",
    );
    const heard: string[] = [];
    const listeners = {
      onDelta: (delta: string) => void heard.push(delta),
      onRestart: () => void heard.push("(again)"),
    };
    expect(await agent.submit(input("go", listeners), live())).toMatchObject({
      reply: "whole",
      provider: "intents",
    });
    // Whoever shows the text as it comes knows when to wipe it.
    expect(heard).toEqual(["half an ans", "(again)", "whole"]);
  });

  it("remembers a conversation, never another, and says after five minutes that pronouns are void", async () => {
    const { agent, clock, requests } = withEcho(() => text("noted"));
    const users = (index: number) =>
      requests[index]?.messages.flatMap((message) =>
        message.role === "user" ? [message.content] : [],
      );
    await agent.submit(input("one"), live());
    await agent.submit(input("two"), live());
    await agent.submit(input("elsewhere", { channel: "web" }), live());
    clock.advance(5 * 60_000 + 1);
    await agent.submit(input("three"), live());
    expect([users(1), users(2), users(3)]).toEqual([
      ["one", "two"],
      ["elsewhere"],
      ["one", "two", "three"],
    ]);
    const notes = (index: number) =>
      requests[index]?.messages.slice(1).filter(({ role }) => role === "system").length;
    expect([notes(1), notes(2), notes(3)]).toEqual([0, 0, 1]);
  });
});
