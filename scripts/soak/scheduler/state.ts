/** The kernel state of the simulated house: the real registries, memory in memory, no devices. */
import { budgetDefinitions, createOutputs, createStages, createTools } from "#agent";
import { type Clock, countingIds, EventBus, seededRandom, silentLogger } from "#base";
import type {
  CompletionChunk,
  CompletionRequest,
  ContextEvent,
  KernelEvents,
  Principal,
} from "#contract";
import {
  type Config,
  type Context,
  createHealth,
  createKernelState,
  createPromptSections,
  type KernelState,
  type Models,
  type Persona,
} from "#kernel/state";

/** Answers one round. */
export type Model = (
  request: CompletionRequest,
  signal: AbortSignal,
) => AsyncIterable<CompletionChunk>;

/** Makes the state; what it remembers of each conversation is bounded. */
export function simulatedState(clock: Clock, model: Model): KernelState {
  const nowhere = { root: "", hubDb: "", memoryDb: "", plugins: "", pluginData: "" };
  const state = createKernelState({
    clock,
    random: seededRandom(1),
    ids: countingIds(),
    log: silentLogger,
    events: new EventBus<KernelEvents>(() => undefined),
    paths: { ...nowhere, adapters: "", native: "", lock: "" } as KernelState["paths"],
    health: createHealth(silentLogger),
    startedAt: clock.now(),
  });
  state.fill("tools", createTools({ clock, log: silentLogger }));
  state.fill("stages", createStages(clock, silentLogger));
  state.fill("outputs", createOutputs(clock, silentLogger));
  state.fill("promptSections", createPromptSections());
  state.fill("persona", nobody);
  state.fill("models", oneModel(model));
  state.fill("config", defaults());
  state.fill("context", recentEvents(clock));
  return state;
}

function oneModel(model: Model): Models {
  return {
    register: () => ({ [Symbol.dispose]: () => undefined }),
    status: () => [],
    async *complete(request, signal) {
      yield { kind: "provider", name: "simulated" };
      yield* model(request, signal);
    },
  };
}

/** Prompts of a simulation say nothing of a manner. */
const nobody: Persona = {
  text: () => "",
  view: () => ({ state: "default", text: "" }),
  choose: () => nobody.view(),
};

/** Settings that only read. */
function defaults(): Config {
  const values = new Map<string, string | number | boolean>([
    ["core.agent.max_tool_turns", 10],
    ["core.house.language", "auto"],
  ]);
  for (const { key, default: value } of budgetDefinitions) values.set(key, value);
  return { get: (key: string) => values.get(key) ?? "", names: () => [] } as unknown as Config;
}

const EVENTS_KEPT = 20;

/** The last events of each conversation. */
function recentEvents(clock: Clock): Context {
  const windows = new Map<string, ContextEvent[]>();
  let count = 0;
  const windowOf = (personId: string, channel: string) => {
    const key = `${channel}|${personId}`;
    const events = windows.get(key) ?? [];
    windows.set(key, events);
    return events;
  };
  const read = ({ principal, channel }: { principal: Principal; channel: string }) => ({
    events: [...windowOf(principal.personId, channel)],
    pruned: 0,
  });
  return {
    async append(draft) {
      count += 1;
      const event: ContextEvent = {
        turnId: "",
        input: "",
        response: "",
        toolsUsed: [],
        toolResults: [],
        media: [],
        noMemory: false,
        derivedText: null,
        ...draft,
        id: `e${count}`,
        at: clock.now(),
      };
      const events = windowOf(draft.personId, draft.channel);
      events.push(event);
      if (events.length > EVENTS_KEPT) events.shift();
      return event;
    },
    window: async (request) => read(request),
    prune: async (request) => read(request),
  };
}
