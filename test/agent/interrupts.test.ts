/** The three ways in for a text that does not wait: call off, tell before the next call, begin a turn. */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import type { ToolContext } from "#contract";
import { calls, owner } from "../support/agent-state.ts";
import { fate, gatedAgent, input, live, settled } from "../support/gated-agent.ts";

const talk = (messages: readonly { role: string; content: string }[] | undefined) =>
  (messages ?? []).slice(1).map(({ role, content }) => `${role}: ${content}`);

function withNoop(contexts: ToolContext[] = []) {
  const setup = gatedAgent();
  setup.state.tools.register(
    "test",
    { name: "noop", description: "", parameters: Type.Object({}) },
    async (_args, context) => {
      contexts.push(context);
      return { outcome: "ok", content: "done" };
    },
  );
  return setup;
}

describe("an interrupt", () => {
  it("calls off the model call that runs, and is told in the one that takes its place", async () => {
    const { agent, call, calls: asked } = gatedAgent();
    const deltas: string[] = [];
    const first = fate(
      agent.submit(input("first", { onDelta: (text) => void deltas.push(text) }), live()),
    );
    await call(0);
    const second = fate(agent.submit(input("second", { interrupt: "cancel" }), live()));
    const again = await call(1);
    expect(asked[0]?.isCut).toBe(true);
    expect(talk(again.request.messages)).toEqual([
      "user: first",
      expect.stringMatching(/^system: \[打断消息\] 来源：person，频道：cli/),
      "user: second",
    ]);
    again.answer();
    // One turn, and the one reply is the end of both.
    expect(await Promise.all([first, second])).toEqual(["re: second", "re: second"]);
  });

  it("is told before the next call, without calling off the one that runs", async () => {
    const { agent, call, calls: asked } = withNoop();
    const first = fate(agent.submit(input("first"), live()));
    await call(0);
    const second = fate(agent.submit(input("second", { interrupt: "inject" }), live()));
    await settled();
    expect(asked[0]?.isCut).toBe(false);
    asked[0]?.answer(calls(["noop", {}]));
    const next = await call(1);
    expect(next.request.messages.slice(1).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "system",
      "user",
    ]);
    next.answer();
    expect(await Promise.all([first, second])).toEqual(["re: second", "re: second"]);
  });

  it("begins a turn of its own when none is under way, or none asks any more", async () => {
    const { agent, call } = gatedAgent();
    const idle = fate(agent.submit(input("idle", { interrupt: "cancel" }), live()));
    const only = await call(0);
    const late = fate(agent.submit(input("late", { interrupt: "inject" }), live()));
    only.answer();
    expect(await idle).toBe("re: idle");
    (await call(1)).answer();
    expect(await late).toBe("re: late");
  });

  it("reaches nobody else's turn, nor one with other rights", async () => {
    const { agent, call, calls: asked } = gatedAgent();
    void fate(agent.submit(input("first"), live()));
    await call(0);
    const mum = { ...owner, personId: "mum" };
    void fate(agent.submit(input("mum", { principal: mum, interrupt: "cancel" }), live()));
    const guest = { ...owner, role: "guest" as const };
    void fate(agent.submit(input("guest", { principal: guest, interrupt: "cancel" }), live()));
    const child = { id: "a_1", kind: "child", allowedTools: [] } as const;
    void fate(agent.submit(input("child", { agent: child, interrupt: "cancel" }), live()));
    await call(1);
    await settled();
    expect(asked.map(({ said, isCut }) => [said, isCut])).toEqual([
      ["first", false],
      ["mum", false],
    ]);
    await agent[Symbol.asyncDispose]();
  });

  it("of another origin is told as a notice, and the turn may do no more than that origin (F16)", async () => {
    const contexts: ToolContext[] = [];
    const { agent, call } = withNoop(contexts);
    const cause = [{ kind: "timer", id: "tm_1" }] as const;
    const first = fate(agent.submit(input("first"), live()));
    await call(0);
    const timer = input("tea is ready", { origin: "timer", cause, interrupt: "cancel" });
    const told = fate(agent.submit(timer, live()));
    const again = await call(1);
    const last = again.request.messages.at(-1);
    expect(last).toMatchObject({ role: "system" });
    expect(last?.content).toMatch(
      /\[打断消息\][^\n]*timer[^\n]*不是用户的指令[^\n]*\ntea is ready$/,
    );
    again.answer(calls(["noop", {}]));
    (await call(2)).answer();
    expect(await Promise.all([first, told])).toEqual(["re: first", "re: first"]);
    expect(contexts).toMatchObject([
      {
        origin: "timer",
        cause: [{ kind: "turn" }, { kind: "timer", id: "tm_1" }, { kind: "tool" }],
      },
    ]);
  });

  it("passes on_input first, which may answer it alone (F09)", async () => {
    const { agent, state, call } = gatedAgent();
    state.stages.register("filter", "on_input", async (context) => {
      if (context.rawMessage === "bad") context.response = "not here";
      context.rawMessage = context.rawMessage.toUpperCase();
    });
    const first = fate(agent.submit(input("first"), live()));
    await call(0);
    const bad = fate(agent.submit(input("bad", { interrupt: "cancel" }), live()));
    const good = fate(agent.submit(input("good", { interrupt: "cancel" }), live()));
    expect(await bad).toBe("not here");
    const again = await call(1);
    expect(talk(again.request.messages)).toEqual([
      "user: FIRST",
      expect.stringContaining("[打断消息]"),
      "user: GOOD",
    ]);
    again.answer();
    expect(await Promise.all([first, good])).toEqual(["re: GOOD", "re: GOOD"]);
  });

  it("that its caller gives up is not told", async () => {
    const { agent, call } = withNoop();
    const first = fate(agent.submit(input("first"), live()));
    const only = await call(0);
    const gone = new AbortController();
    const second = fate(agent.submit(input("second", { interrupt: "inject" }), gone.signal));
    gone.abort(new Error("hung up"));
    expect(await second).toBe("hung up");
    only.answer(calls(["noop", {}]));
    const next = await call(1);
    expect(JSON.stringify(next.request.messages)).not.toContain("second");
    next.answer();
    expect(await first).toBe("re: first");
  });

  it("storms a turn eight times at most; then it is let be", async () => {
    const { agent, call, calls: asked } = gatedAgent();
    const first = fate(agent.submit(input("first"), live()));
    for (let count = 0; count < 12; count += 1) {
      await call(Math.min(count, 8));
      void fate(agent.submit(input(`storm ${count}`, { interrupt: "cancel" }), live()));
      await settled();
    }
    expect(asked).toHaveLength(9);
    expect(asked[8]?.isCut).toBe(false);
    asked[8]?.answer();
    expect(await first).toBe("re: storm 7");
    await agent[Symbol.asyncDispose]();
  });

  it("ends as its turn does, also where that fails", async () => {
    const { agent, call } = gatedAgent();
    const gone = new AbortController();
    const first = fate(agent.submit(input("first"), gone.signal));
    await call(0);
    const told = fate(agent.submit(input("told", { interrupt: "cancel" }), live()));
    await call(1);
    const untold = fate(agent.submit(input("untold", { interrupt: "inject" }), live()));
    gone.abort(new Error("hung up"));
    expect(await Promise.all([first, told])).toEqual(["hung up", "hung up"]);
    // What the turn had not heard is not lost with it.
    (await call(2)).answer();
    expect(await untold).toBe("re: untold");
  });

  it("finds eight others before it at most, and has a turn of its own then", async () => {
    const { agent, call } = withNoop();
    const first = fate(agent.submit(input("first"), live()));
    const only = await call(0);
    const told = Array.from({ length: 9 }, (_, count) =>
      fate(agent.submit(input(`told ${count}`, { interrupt: "inject" }), live())),
    );
    only.answer(calls(["noop", {}]));
    const next = await call(1);
    expect(next.said).toBe("told 7");
    next.answer();
    (await call(2)).answer();
    expect(await Promise.all([first, ...told])).toEqual([
      ...Array.from({ length: 9 }, () => "re: told 7"),
      "re: told 8",
    ]);
  });
});
