/** F58: a re-entrant lock hung sending a picture for 60 s. Nobody waits for one who waits for him. */
import { describe, expect, it } from "vitest";
import type { EventLoop } from "#agent";
import { createAgent } from "#agent";
import { agentState, calls, text } from "../support/agent-state.ts";
import { fate, input, live, settled } from "../support/gated-agent.ts";

/** An agent with a tool that asks the agent in the same conversation and waits for the reply. */
function withAsking(deepest: number) {
  const { state, clock } = agentState(({ round, messages }) => {
    const depth = Number(
      /\d+/.exec(messages.findLast(({ role }) => role === "user")?.content ?? ""),
    );
    return round === 0 && depth < deepest ? calls(["ask", { depth }]) : text(`answer ${depth}`);
  });
  let agent: EventLoop | undefined;
  let reached = 0;
  const definition = { name: "ask", description: "", parameters: {} };
  state.tools.register("t", definition, async (args, { turnId, channel, principal }, signal) => {
    const { depth } = args as { depth: number };
    reached = Math.max(reached, depth);
    const nested = { channel, principal, origin: "agent", awaitedBy: turnId } as const;
    const reply = await fate(
      agent?.submit(input(`depth ${depth + 1}`, nested), signal) ?? Promise.reject(new Error()),
    );
    return { outcome: "ok", content: reply };
  });
  agent = createAgent(state, () => "UTC");
  return { agent, clock, deepest: () => reached };
}

describe("F58", () => {
  it("a tool may ask in the conversation that waits for it: no time passes", async () => {
    const { agent, clock } = withAsking(1);
    const { toolCalls, reply } = await agent.submit(input("depth 0"), live());
    expect(toolCalls).toMatchObject([{ name: "ask", outcome: "ok" }]);
    expect(reply).toBe("answer 0");
    expect(clock.monotonic()).toBe(0);
    expect(clock.waiting).toBe(0);
  });

  it("also when every place is taken by turns that do so", async () => {
    const { agent, clock } = withAsking(2);
    const replies = ["a", "b", "c", "d", "e", "f"].map((channel) =>
      fate(agent.submit(input("depth 0", { channel }), live())),
    );
    expect(await Promise.all(replies)).toEqual(Array.from({ length: 6 }, () => "answer 0"));
    expect(clock.monotonic()).toBe(0);
  });

  it("but not for ever deeper: the fifth is refused, and all above it go on", async () => {
    const { agent, deepest } = withAsking(100);
    const { reply } = await agent.submit(input("depth 0"), live());
    expect(reply).toBe("answer 0");
    expect(deepest()).toBe(4);
    await settled();
    expect(agent.load()).toEqual({ running: 0, suspended: 0, queued: 0, sending: 0 });
  });

  it("a stop ends the turn and the one within it", async () => {
    const { state } = agentState(({ round }) => {
      if (round > 0) return text("ok");
      return calls(["ask", {}]);
    });
    let agent: EventLoop | undefined;
    let working = 0;
    const begun = Promise.withResolvers<void>();
    state.tools.register(
      "t",
      { name: "ask", description: "", parameters: {} },
      async (_args, context, signal) => {
        working += 1;
        if (working === 2) begun.resolve();
        const { turnId: awaitedBy, channel } = context;
        const nested = input("within", { channel, awaitedBy, origin: "agent" });
        const outcome = working < 2 ? agent?.submit(nested, signal) : new Promise(() => undefined);
        return { outcome: "ok", content: String(await outcome) };
      },
    );
    agent = createAgent(state, () => "UTC");
    const outer = fate(agent.submit(input("go"), live()));
    await begun.promise;
    expect(agent.stop("owner")).toBe(2);
    expect(await outer).toBe("stopped");
    await agent[Symbol.asyncDispose]();
    expect(agent.load().running).toBe(0);
  });
});
