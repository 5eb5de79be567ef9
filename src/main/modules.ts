/** The boot modules of the kernel: what each needs, what it fills, how it stops. */
import {
  createAgent,
  createOutputs,
  createOutputTools,
  createPersona,
  createStages,
  createTools,
  promptView,
} from "#agent";
import { createTimers, registerTimerTools } from "#builtin";
import { createHouse, createHouseTools, createTimerRecords } from "#home";
import type { BootModule } from "#kernel/boot";
import { createPromptSections } from "#kernel/state";
import { CORE_OWNER, coreDefinitions, createConfig, seed } from "#platform/config";
import { createAccess } from "#platform/security";
import { openStore } from "#platform/store";
import { serveControl } from "#surface/control";
import { builtinsModule } from "./builtins-module.ts";
import { confirmationsModule } from "./confirmations-module.ts";
import { healthModule } from "./health-module.ts";
import { filled, type HubRun, statusOf, timeZoneOf } from "./hub.ts";
import { mcpModule } from "./mcp-module.ts";
import { memoryModule } from "./memory-module.ts";
import { modelsModule } from "./models-module.ts";
import { pluginsModule } from "./plugins-module.ts";

type Module = BootModule<HubRun>;

/** Something that is only disposed. */
const stopping = (stop: () => void | Promise<void>): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    await stop();
  },
});

const store: Module = {
  name: "store",
  needs: [],
  async start(run) {
    const { state } = run;
    const opened = openStore(state.paths.hubDb, {
      clock: state.clock,
      log: state.log.scope("store"),
    });
    run.store = opened;
    for (const path of opened.quarantined) {
      state.health.degrade("store", `hub.db was damaged and begins anew; the old file is ${path}`);
    }
    return stopping(() => opened[Symbol.dispose]());
  },
};

const config: Module = {
  name: "config",
  needs: ["store"],
  async start(run) {
    const { state, hubLog } = run;
    const created = createConfig({
      store: filled(run.store, "store", state.log),
      log: state.log.scope("config"),
      events: state.events,
    });
    created.define(CORE_OWNER, coreDefinitions);
    // No installation needs a first value yet; the marker stands ready for the first that does.
    seed(created, []);
    run.config = created;
    state.fill("config", created);
    const level = created.get("core.daemon.log_level");
    hubLog.setLevel(run.arguments.logLevel ?? (level as never));
    return undefined;
  },
};

const access: Module = {
  name: "access",
  needs: ["config"],
  async start(run) {
    const { state } = run;
    const created = createAccess({
      store: filled(run.store, "store", state.log),
      clock: state.clock,
      log: state.log.scope("access"),
      ids: state.ids,
      events: state.events,
      config: state.config,
    });
    state.fill("access", created);
    return stopping(() => created[Symbol.dispose]());
  },
};

const registries: Module = {
  name: "registries",
  needs: [],
  async start({ state }) {
    state.fill("tools", createTools({ clock: state.clock, log: state.log.scope("tools") }));
    state.fill("stages", createStages(state.clock, state.log.scope("stages")));
    state.fill("outputs", createOutputs(state.clock, state.log.scope("outputs")));
    state.fill("promptSections", createPromptSections());
    const outputTools = createOutputTools(state);
    return stopping(() => outputTools[Symbol.dispose]());
  },
};

const house: Module = {
  name: "house",
  needs: ["config", "registries"],
  async start(run) {
    const { state } = run;
    const created = createHouse({
      store: filled(run.store, "store", state.log),
      clock: state.clock,
      ids: state.ids,
      events: state.events,
      log: state.log.scope("house"),
      health: state.health,
      limits: { historyKeepMs: Number(state.config.get("core.home.history_retention")) },
    });
    state.fill("house", created);
    const tools = createHouseTools({
      house: created,
      tools: state.tools,
      promptSections: state.promptSections,
    });
    return stopping(async () => {
      tools[Symbol.dispose]();
      await created[Symbol.asyncDispose]();
    });
  },
};

const timers: Module = {
  name: "timers",
  needs: ["config", "registries"],
  async start(run) {
    const { state } = run;
    const log = state.log.scope("timers");
    const book = createTimers({
      records: createTimerRecords(filled(run.store, "store", state.log), log),
      clock: state.clock,
      ids: state.ids,
      log,
      events: state.events,
      tools: state.tools,
      outputs: state.outputs,
      language: () => (state.config.get("core.house.language") === "en" ? "en" : "zh"),
      maxDurationMs: () => Number(state.config.get("core.timer.max_duration")),
    });
    const tools = registerTimerTools({
      timers: book,
      tools: state.tools,
      clock: state.clock,
      timeZone: () => timeZoneOf(state),
    });
    state.fill("timers", book);
    run.startTimers = () => book.start();
    return stopping(async () => {
      tools[Symbol.dispose]();
      await book[Symbol.asyncDispose]();
    });
  },
};

const agent: Module = {
  name: "agent",
  needs: ["models", "memory", "house", "timers"],
  async start({ state }) {
    const resources = new AsyncDisposableStack();
    const { config, health, paths } = state;
    const persona = resources.use(createPersona({ dir: paths.personal, config, health }));
    state.fill("persona", persona);
    const loop = resources.use(createAgent(state, () => timeZoneOf(state)));
    state.fill("io", loop);
    return resources;
  },
};

const control: Module = {
  name: "control",
  needs: ["agent", "access", "confirmations", "plugins"],
  async start(run) {
    return await serveControl({
      state: run.state,
      path: run.arguments.socketPath,
      status: () => statusOf(run, run.state.clock.now()),
      prompt: () => promptView(run.state, run.state.access.owner()),
      logs: () => run.hubLog.recent(),
      requestStop: run.requestStop,
    });
  },
};

/** What understands a sentence and remembers it, with no accounts, plugins or socket around. */
export const inner: readonly Module[] = [
  store,
  config,
  registries,
  house,
  timers,
  modelsModule,
  memoryModule,
  agent,
];

/** Every module of the kernel. */
export const modules: readonly Module[] = [
  ...inner,
  access,
  confirmationsModule,
  pluginsModule,
  healthModule(inner),
  mcpModule,
  builtinsModule,
  control,
];
