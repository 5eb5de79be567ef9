/** A kernel state for tests of the agent: real registries, settings and memory, a scripted model, no house. */

import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  BUDGET_OWNER,
  budgetDefinitions,
  createOutputs,
  createPersona,
  createStages,
  createTools,
  eventTokens,
  LLM_OWNER,
  llmDefinitions,
} from "#agent";
import { countingIds, EventBus, seededRandom, silentLogger, systemClock } from "#base";
import type { CompletionChunk, CompletionRequest, KernelEvents, Principal } from "#contract";
import {
  createHealth,
  createKernelState,
  createPromptSections,
  type KernelState,
  type Models,
} from "#kernel/state";
import { CONTEXT_OWNER, contextDefinitions, contextSettings } from "#memory";
import { CORE_OWNER, coreDefinitions, createConfig } from "#platform/config";
import { openStore } from "#platform/store";
import { createManualClock, type ManualClock } from "./manual-clock.ts";
import { openMemory } from "./memory.ts";
import { tempDir } from "./temp-dir.ts";

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
      blobs: "",
      knowledge: "",
      text: "",
      plugins: "",
      pluginData: "",
      personal: "",
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
  const dir = tempDir();
  const store = openStore(join(dir.path, "hub.db"), { clock: systemClock, log: silentLogger });
  const config = createConfig({ store, log: silentLogger, events: state.events });
  config.define(CORE_OWNER, coreDefinitions);
  config.define(LLM_OWNER, llmDefinitions);
  config.define(BUDGET_OWNER, budgetDefinitions);
  config.define(CONTEXT_OWNER, contextDefinitions);
  state.fill("config", config);
  const personal = join(dir.path, "personal");
  state.fill("persona", createPersona({ dir: personal, config, health: state.health }));
  const settings = contextSettings(config);
  const memory = openMemory(dir.path, { clock, settings, tokensOf: eventTokens });
  state.fill("context", memory.context);
  state.fill("documents", memory.documents);
  onTestFinished(async () => {
    await memory[Symbol.asyncDispose]();
    store[Symbol.dispose]();
    dir[Symbol.dispose]();
  });
  return { state, clock, requests };
}

/** Models that follow a script, and keep what they were asked. */
export function scriptedModels(script: Script, requests: CompletionRequest[]): Models {
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
