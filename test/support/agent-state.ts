/** A kernel state for tests of the agent: real registries, a scripted model, no house. */

import { createOutputs, createStages, createTools } from "#agent";
import { countingIds, EventBus, seededRandom, silentLogger } from "#base";
import type { CompletionChunk, CompletionRequest, KernelEvents, Principal } from "#contract";
import {
  type Config,
  createHealth,
  createKernelState,
  createPromptSections,
  type KernelState,
  type Models,
} from "#kernel/state";
import { createManualClock, type ManualClock } from "./manual-clock.ts";

/** The owner, as tests speak. */
export const owner: Principal = { personId: "owner", name: "owner", role: "owner", areas: null };

/** Answers one round; throwing is a failure of all providers. */
export type Script = (
  request: CompletionRequest,
  signal: AbortSignal,
) => AsyncIterable<CompletionChunk> | readonly CompletionChunk[];

/** A state with its clock and the requests that its model was asked. */
export interface AgentState {
  readonly state: KernelState;
  readonly clock: ManualClock;
  readonly requests: CompletionRequest[];
}

/** Makes a state whose model follows `script`. */
export function agentState(script: Script): AgentState {
  const clock = createManualClock(Date.UTC(2026, 10, 30, 8));
  const requests: CompletionRequest[] = [];
  const state = createKernelState({
    clock,
    random: seededRandom(1),
    ids: countingIds(),
    log: silentLogger,
    events: new EventBus<KernelEvents>(() => undefined),
    paths: {
      root: "",
      hubDb: "",
      memoryDb: "",
      text: "",
      plugins: "",
      pluginData: "",
      adapters: "",
      native: "",
      lock: "",
    },
    health: createHealth(silentLogger),
    startedAt: clock.now(),
  });
  state.fill("tools", createTools({ clock, log: silentLogger }));
  state.fill("stages", createStages(clock, silentLogger));
  state.fill("outputs", createOutputs(clock, silentLogger));
  state.fill("promptSections", createPromptSections());
  state.fill("models", scriptedModels(script, requests));
  state.fill(
    "config",
    fixedConfig({ "core.agent.max_tool_turns": 10, "core.agent.system_prompt": "" }),
  );
  return { state, clock, requests };
}

function scriptedModels(script: Script, requests: CompletionRequest[]): Models {
  return {
    register: () => ({ [Symbol.dispose]: () => undefined }),
    status: () => [],
    async *complete(request, signal) {
      requests.push(request);
      yield { kind: "provider", name: "scripted" };
      yield* script(request, signal);
    },
  };
}

/** Settings that only read. */
function fixedConfig(values: Readonly<Record<string, string | number>>): Config {
  return { get: (key: string) => values[key] ?? "" } as Config;
}

/** A text answer as chunks. */
export function text(content: string): readonly CompletionChunk[] {
  return [
    { kind: "text", text: content },
    { kind: "finish", reason: "stop", usage: null },
  ];
}

/** Tool calls as chunks: [name, arguments] each. */
export function calls(
  ...wanted: readonly (readonly [string, unknown])[]
): readonly CompletionChunk[] {
  return [
    ...wanted.map(
      ([name, args], index): CompletionChunk => ({
        kind: "tool_call",
        call: { id: `c_${index + 1}`, name, arguments: args },
      }),
    ),
    { kind: "finish", reason: "tool_calls", usage: null },
  ];
}
