/** A hub with a real plugin host, house, tools, settings and accounts, for plugins in real processes. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  BUDGET_OWNER,
  budgetDefinitions,
  createAgent,
  createOutputs,
  createPersona,
  createStages,
  createTools,
  eventTokens,
  LLM_OWNER,
  llmDefinitions,
} from "#agent";
import {
  type Clock,
  countingIds,
  createLogger,
  EventBus,
  type LogRecord,
  seededRandom,
  systemClock,
  systemProcesses,
} from "#base";
import type {
  HubStatus,
  KernelEvents,
  PluginStatus,
  Principal,
  SayReply,
  ToolContext,
  ToolResult,
} from "#contract";
import { createHouse } from "#home";
import {
  createHealth,
  createKernelState,
  createPromptSections,
  type Input,
  type KernelState,
} from "#kernel/state";
import { coreDefinitions, createConfig } from "#platform/config";
import { createAccess } from "#platform/security";
import { openStore } from "#platform/store";
import {
  createPluginHost,
  type Grants,
  installSdk,
  type PluginHost,
  type PluginHostOptions,
  type SandboxSupport,
  sandboxSupport,
} from "#plugin-host";
import { type Script, scriptedModels } from "./agent-state.ts";
import { openMemory } from "./memory.ts";
import { tempDir } from "./temp-dir.ts";

const FIXTURES = resolve(import.meta.dirname, "../fixtures/plugins");
const LAUNCH_MAIN = resolve(import.meta.dirname, "launch-main.ts");
const SDK_ENTRY = resolve(import.meta.dirname, "../../src/sdk/index.ts");
export const UNSANDBOXED: SandboxSupport = { kind: "none", landlockAbi: 0, seccomp: false };

export interface PluginHubOptions {
  /** Fixtures to put into the plugin folder. */
  readonly plugins?: readonly string[];
  readonly clock?: Clock;
  readonly support?: SandboxSupport;
  readonly host?: Partial<PluginHostOptions>;
  /** A real agent whose model follows this. */
  readonly script?: Script;
  /** What stands for the agent without one answers. */
  readonly onInput?: (input: Input, signal: AbortSignal) => Promise<SayReply>;
}

/** The hub and what happened in it. */
export interface PluginHub extends AsyncDisposable {
  readonly state: KernelState;
  readonly host: PluginHost;
  readonly root: string;
  readonly logged: LogRecord[];
  readonly states: PluginStatus[];
  readonly inputs: Input[];
  readonly listening: string[];
  /** Calls a tool as the owner. */
  tool(name: string, args?: unknown, signal?: AbortSignal): Promise<ToolResult>;
  status(name: string): PluginStatus | undefined;
  /** Waits until a plugin is in a state. */
  until(name: string, state: PluginStatus["state"]): Promise<PluginStatus>;
}

/** An owner who grants whatever is asked. */
export const allGranted: Grants = {
  standing: ({ capabilities = {} }) => ({
    consent: "granted",
    grants: capabilities,
    waitsFor: [],
  }),
  decide: () => undefined,
  forget: () => undefined,
};

export const owner: Principal = { personId: "owner", name: "owner", role: "owner", areas: null };
let sdk: Promise<string> | undefined;
const sdkFolder = tempDir();

/** The SDK as plugins find it; made once a test file. */
function testSdk(): Promise<string> {
  sdk ??= installSdk(sdkFolder.path, { kind: "entry", path: SDK_ENTRY });
  return sdk;
}

/** Puts a plugin of the fixtures into a plugin folder, optionally with another manifest. */
export function putPlugin(pluginsDir: string, fixture: string, change: object = {}): string {
  const folder = join(pluginsDir, fixture);
  cpSync(join(FIXTURES, fixture), folder, { recursive: true });
  const path = join(folder, "plugin.json");
  const manifest: unknown = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...(manifest as object), ...change }));
  return folder;
}

/** Opens a hub over a folder of its own; `host.boot` is left to the test. */
export async function openPluginHub(options: PluginHubOptions = {}): Promise<PluginHub> {
  const stack = new AsyncDisposableStack();
  const dir = stack.use(tempDir());
  const clock = options.clock ?? systemClock;
  const logged: LogRecord[] = [];
  const log = createLogger(clock, "debug", (record) => void logged.push(record));
  const events = new EventBus<KernelEvents>(() => undefined);
  const ids = countingIds();
  const paths = {
    root: join(dir.path, "data"),
    hubDb: join(dir.path, "data/hub.db"),
    text: join(dir.path, "data/text"),
    memoryDb: join(dir.path, "data/memory.db"),
    blobs: join(dir.path, "data/blobs"),
    knowledge: join(dir.path, "data/knowledge"),
    plugins: join(dir.path, "data/plugins"),
    pluginData: join(dir.path, "data/plugin_data"),
    personal: join(dir.path, "data/personal"),
    adapters: join(dir.path, "data/adapters"),
    native: join(dir.path, "data/native"),
    lock: join(dir.path, "data/hub.lock"),
  };
  for (const path of [paths.plugins, paths.pluginData]) mkdirSync(path, { recursive: true });
  for (const fixture of options.plugins ?? []) putPlugin(paths.plugins, fixture);
  const state = createKernelState({
    clock,
    random: seededRandom(1),
    ids,
    log,
    events,
    paths,
    health: createHealth(log),
    startedAt: clock.now(),
  });
  const inputs: Input[] = [];
  fillState(state, stack, inputs, options);
  const states: PluginStatus[] = [];
  events.on("plugin_state", (status) => void states.push(status));
  const listening: string[] = [];
  const host = stack.use(
    createPluginHost({
      state,
      processes: systemProcesses(systemClock),
      runtime: {
        path: process.execPath,
        compiled: false,
        launcher: [process.execPath, "run", "--no-install", LAUNCH_MAIN],
        sdkModules: await testSdk(),
        luaHost: {
          argv: [process.execPath, resolve(import.meta.dirname, "../../src/main.ts"), "__lua"],
          read: ["src", "node_modules", "package.json", "tsconfig.json"].map((name) =>
            resolve(import.meta.dirname, "../..", name),
          ),
          list: [resolve(import.meta.dirname, "../..")],
        },
      },
      sandbox: { support: options.support ?? sandboxSupport(), required: false },
      shipped: [],
      children: [],
      timeZone: () => "Asia/Shanghai",
      grants: allGranted,
      status: () => ({ version: "test" }) as HubStatus,
      logs: () => [],
      onListening: (url) => void listening.push(url),
      ...options.host,
    }),
  );
  state.fill("plugins", host);
  const hub: PluginHub = {
    state,
    host,
    root: paths.root,
    logged,
    states,
    inputs,
    listening,
    tool: (name, args = {}, signal = new AbortController().signal) =>
      state.tools.invoke(name, args, context(), signal),
    status: (name) => host.list().find((plugin) => plugin.name === name),
    until: (name, wanted) => until(events, () => hub.status(name), wanted),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
  return hub;
}

function fillState(
  state: KernelState,
  stack: AsyncDisposableStack,
  inputs: Input[],
  options: PluginHubOptions,
): void {
  const { clock, log, events, ids } = state;
  const store = stack.use(openStore(state.paths.hubDb, { clock, log }));
  const config = createConfig({ store, log, events });
  config.define("core", coreDefinitions);
  state.fill("config", config);
  state.fill("access", stack.use(createAccess({ store, clock, log, ids, events, config })));
  state.fill("house", stack.use(createHouse({ store, clock, ids, events, log })));
  state.fill("tools", createTools({ clock, log }));
  state.fill("stages", createStages(clock, log));
  state.fill("outputs", createOutputs(clock, log));
  state.fill("promptSections", createPromptSections());
  const { health, paths } = state;
  state.fill("persona", stack.use(createPersona({ dir: paths.personal, config, health })));
  if (options.script) {
    fillAgent(state, stack, inputs, options.script);
    return;
  }
  state.fill("models", {
    register: () => ({ [Symbol.dispose]: () => undefined }),
    status: () => [{ name: "intents", state: "ready", lastError: null }],
    // biome-ignore lint/correctness/useYield: no test asks a model
    async *complete() {
      throw new Error("no model here");
    },
  });
  state.fill("io", {
    async submit(input, signal) {
      inputs.push(input);
      input.onQueued?.();
      if (options.onInput) return await options.onInput(input, signal);
      return { reply: "好的", turnId: "t_1", provider: "intents", toolCalls: [], durationMs: 1 };
    },
    stop: () => 2,
  });
}

/** A real loop with real turns and a real memory; only the model is scripted. */
function fillAgent(
  state: KernelState,
  stack: AsyncDisposableStack,
  inputs: Input[],
  script: Script,
): void {
  state.config.define(LLM_OWNER, llmDefinitions);
  state.config.define(BUDGET_OWNER, budgetDefinitions);
  state.fill("models", scriptedModels(script, []));
  const memory = stack.use(
    openMemory(state.paths.root, { clock: state.clock, tokensOf: eventTokens }),
  );
  state.fill("context", memory.context);
  state.fill("documents", memory.documents);
  const agent = stack.use(createAgent(state, () => "UTC"));
  state.fill("io", {
    submit(input, signal) {
      inputs.push(input);
      return agent.submit(input, signal);
    },
    stop: (personId) => agent.stop(personId),
  });
}

function context(): ToolContext {
  return {
    turnId: "t_1",
    callId: "c_1",
    principal: owner,
    channel: "cli",
    origin: "person",
    cause: [],
  };
}

/** Waits for an event that makes it true, not for time to pass. */
async function until(
  events: EventBus<KernelEvents>,
  read: () => PluginStatus | undefined,
  wanted: PluginStatus["state"],
): Promise<PluginStatus> {
  const reached = Promise.withResolvers<PluginStatus>();
  const look = () => {
    const status = read();
    if (status?.state === wanted) reached.resolve(status);
  };
  using _listener = events.on("plugin_state", look);
  look();
  return await reached.promise;
}
