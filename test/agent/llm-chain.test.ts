/** What a model said and thought, as events: whole after each round, and piece by piece. */
import { Type } from "typebox";
import { expect, test } from "vitest";
import { createAgent } from "#agent";
import type { CompletionChunk, KernelEvents } from "#contract";
import { agentState, calls, text } from "../support/agent-state.ts";
import { gatedAgent, input, live } from "../support/gated-agent.ts";

const usage = { promptTokens: 9, completionTokens: null, cachedTokens: null };
const thought = (content: string): CompletionChunk => ({ kind: "reasoning", text: content });

test("each round is told once, whole: text, thoughts, calls, and tokens as far as they are known", async () => {
  const { state } = agentState(({ round }) =>
    round === 0
      ? [thought("the lamp, "), thought("I think"), ...calls(["echo", { n: 1 }])]
      : [
          { kind: "text", text: "开" },
          { kind: "text", text: "了" },
          { kind: "finish", reason: "stop", usage },
        ],
  );
  const definition = { name: "echo", description: "", parameters: Type.Object({}) };
  state.tools.register("house", definition, async () => ({ outcome: "ok", content: "done" }));
  const chains: KernelEvents["agent_llm_chain"][] = [];
  const order: string[] = [];
  state.events.on("agent_llm_chain", (chain) => {
    chains.push(chain);
    order.push("chain");
  });
  state.events.on("tool_call", () => void order.push("tool"));
  state.events.on("reasoning_delta", ({ text: piece }) => void order.push(piece));
  state.events.on("content_delta", ({ text: piece }) => void order.push(piece));
  const { turnId } = await createAgent(state, () => "UTC").submit(input("开灯"), live());
  const call = { id: "c_1", name: "echo", arguments: { n: 1 } };
  const common = { turnId, provider: "scripted" };
  expect(chains).toEqual([
    {
      ...common,
      round: 0,
      text: "",
      reasoning: "the lamp, I think",
      toolCalls: [call],
      usage: null,
    },
    { ...common, round: 1, text: "开了", reasoning: "", toolCalls: [], usage },
  ]);
  expect(order).toEqual(["the lamp, ", "I think", "chain", "tool", "开", "了", "chain"]);
});

test("an answer that was called off is no round", async () => {
  const { agent, state, call } = gatedAgent();
  const told: string[] = [];
  state.events.on("agent_llm_chain", ({ text: said }) => void told.push(said));
  const first = agent.submit(input("one"), live());
  await call(0);
  const second = agent.submit(input("two", { interrupt: "cancel" }), live());
  (await call(1)).answer(text("both"));
  await Promise.all([first, second]);
  expect(told).toEqual(["both"]);
});
