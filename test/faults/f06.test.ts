/** F06: 34 sends in 514 s, 1 498 calls from one message. Rounds are capped, repeats end the run. */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { createAgent } from "#agent";
import { agentState, calls, type Script } from "../support/agent-state.ts";
import { input, live } from "../support/gated-agent.ts";

function withSend(script: Script) {
  const setup = agentState(script);
  let sends = 0;
  setup.state.tools.register(
    "chat",
    { name: "send", description: "", parameters: Type.Object({}), parallelSafe: true },
    async () => {
      sends += 1;
      return { outcome: "ok", content: "ok" };
    },
  );
  return { ...setup, sends: () => sends, agent: createAgent(setup.state, () => "UTC") };
}

describe("F06", () => {
  it("ends the run, not only the tool, at the third identical call, over rounds", async () => {
    const { agent, sends, requests } = withSend(() => calls(["send", { text: "hi" }]));
    const { toolCalls } = await agent.submit(input("go"), live());
    expect([sends(), toolCalls.length, requests.length]).toEqual([2, 2, 3]);
  });

  it("and within one round, whatever the order of the arguments", async () => {
    const { agent, sends, requests } = withSend(() =>
      calls(
        ["send", { text: "hi", to: { a: 1, b: [1, 2] } }],
        ["send", { to: { b: [1, 2], a: 1 }, text: "hi" }],
        ["send", { text: "hi", to: { a: 1, b: [1, 2] } }],
        ["send", { text: "other" }],
      ),
    );
    await agent.submit(input("go"), live());
    expect([sends(), requests.length]).toEqual([2, 1]);
  });

  it("but lists in another order are another call", async () => {
    const { agent, sends } = withSend(({ round }) => calls(["send", { to: [round, 1, 2] }]));
    await agent.submit(input("go"), live());
    expect(sends()).toBe(10);
  });

  it("caps what one message can set off, however the calls differ", async () => {
    const { agent, sends, requests } = withSend(({ round }) =>
      calls(...Array.from({ length: 500 }, (_, n) => ["send", { round, n }] as const)),
    );
    const { reply } = await agent.submit(input("go"), live());
    expect([sends(), requests.length]).toEqual([320, 10]);
    expect(reply).toContain("too many steps");
  });

  it("counts on through interruptions: what comes in between is no new run", async () => {
    const { agent, sends, state } = withSend(() => calls(["send", { text: "hi" }]));
    state.stages.register("test", "after_toolcall", async () => {
      void agent.submit(input("hurry", { interrupt: "cancel" }), live());
    });
    const { reply } = await agent.submit(input("go"), live());
    expect(sends()).toBe(2);
    expect(reply).toContain("repeating");
  });
});
