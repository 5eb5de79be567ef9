/** An agent whose models are real sources, in their real order, before a last resort. */
import { createAgent, type EventLoop } from "#agent";
import type { KernelState } from "#kernel/state";
import { type AgentState, agentState } from "./agent-state.ts";
import { createSourceBench, fixedProvider, type SourceBench } from "./model-sources.ts";

/** The agent with its sources; add them to `bench`. */
export interface ModelAgent extends AgentState {
  readonly agent: EventLoop;
  readonly bench: SourceBench;
}

/** Makes the agent. A quick retry comes at once, not after its 2 s. */
export function modelAgent(): ModelAgent {
  const setup = agentState(() => []);
  const { clock } = setup;
  const bench = createSourceBench({
    clock,
    onLog: (event) => event === "provider.retry" && queueMicrotask(() => clock.advance(2_000)),
  });
  bench.models.register(fixedProvider("intents", Number.POSITIVE_INFINITY));
  const state: KernelState = Object.create(setup.state, { models: { value: bench.models } });
  return { ...setup, state, bench, agent: createAgent(state, () => "UTC") };
}
