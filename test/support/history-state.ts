/** A kernel state with what a turn's history stands on: real settings, a real memory, one named model. */
import { join } from "node:path";
import { BUDGET_OWNER, budgetDefinitions, eventTokens, LLM_OWNER, llmDefinitions } from "#agent";
import {
  countingIds,
  createLogger,
  EventBus,
  type LogRecord,
  seededRandom,
  silentLogger,
  systemClock,
} from "#base";
import type { KernelEvents, ProviderStatus } from "#contract";
import { createHealth, createKernelState, type KernelState, type Models } from "#kernel/state";
import { createConfig, type HubConfig } from "#platform/config";
import { openStore } from "#platform/store";
import { CONTEXT_OWNER, contextDefinitions, contextSettings } from "../../src/memory/index.ts";
import { createManualClock, type ManualClock } from "./manual-clock.ts";
import { type OpenMemory, openMemory } from "./memory.ts";

/** The state with its parts. */
export interface HistoryState extends AsyncDisposable {
  readonly state: KernelState;
  readonly clock: ManualClock;
  readonly config: HubConfig;
  readonly memory: OpenMemory;
  readonly records: LogRecord[];
  /** The models that would be asked, in order; at first one ready source named "main". */
  readonly providers: ProviderStatus[];
}

/** Opens everything in `dir`. */
export function historyState(dir: string): HistoryState {
  const clock = createManualClock();
  const records: LogRecord[] = [];
  const log = createLogger(systemClock, "debug", (record) => records.push(record));
  const store = openStore(join(dir, "hub.db"), { clock: systemClock, log });
  const events = new EventBus<KernelEvents>(() => undefined);
  const config = createConfig({ store, log: silentLogger, events });
  config.define(LLM_OWNER, llmDefinitions);
  config.define(BUDGET_OWNER, budgetDefinitions);
  config.define(CONTEXT_OWNER, contextDefinitions);
  const providers: ProviderStatus[] = [{ name: "main", state: "ready", lastError: null }];
  const settings = contextSettings(config);
  const memory = openMemory(dir, { clock, settings, tokensOf: eventTokens });
  const paths = {
    root: dir,
    hubDb: "",
    memoryDb: "",
    blobs: "",
    knowledge: "",
    text: "",
    plugins: "",
    pluginData: "",
    personal: "",
    adapters: "",
  };
  const state = createKernelState({
    clock,
    random: seededRandom(1),
    ids: countingIds(),
    log,
    events,
    paths: { ...paths, native: "", lock: "" },
    health: createHealth(silentLogger),
    startedAt: clock.now(),
  });
  state.fill("config", config);
  state.fill("models", { status: () => providers } as unknown as Models);
  state.fill("context", memory.context);
  state.fill("documents", memory.documents);
  return {
    state,
    clock,
    config,
    memory,
    records,
    providers,
    async [Symbol.asyncDispose]() {
      await memory[Symbol.asyncDispose]();
      store[Symbol.dispose]();
    },
  };
}
