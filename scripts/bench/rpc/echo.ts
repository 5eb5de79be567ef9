/** The measured side of `bench:rpc`: a plugin in its sandbox under the real host, whose tool echoes a text. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createLogger, EventBus, runIds, systemClock, systemProcesses, systemRandom } from "#base";
import type { KernelEvents, ToolContext, ToolResult } from "#contract";
import {
  createHealth,
  createKernelState,
  createPromptSections,
  type ToolHandler,
  type Tools,
} from "#kernel/state";
import { createPluginHost, installSdk, sandboxSupport } from "#plugin-host";
import type { Side } from "./bare.ts";

const SOURCE = resolve(import.meta.dirname, "../../../src");
const TEXT = "客厅灯";

const ECHO_PLUGIN = `import { definePlugin } from "@homeagent/sdk";
definePlugin({
  async start(hub) {
    const definition = { name: "bench_echo", description: "echo", parameters: { type: "object" } };
    await hub.tools.register(definition, (args) => args.text);
  },
});`;

/** Starts a plugin under the real host and answers what a call of its tool does. */
export async function startEcho(folder: string): Promise<Side> {
  const plugin = join(folder, "plugins/echo");
  mkdirSync(plugin, { recursive: true });
  const manifest = { name: "echo", version: "1.0.0", entry: "main.ts" };
  writeFileSync(join(plugin, "plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(plugin, "main.ts"), ECHO_PLUGIN);
  let handler: ToolHandler | undefined;
  let pid = 0;
  const log = createLogger(systemClock, "info", ({ event, fields }) => {
    if (event === "plugin.spawned") pid = Number(fields["pid"]);
  });
  const state = createKernelState({
    clock: systemClock,
    random: systemRandom,
    ids: runIds(),
    log,
    events: new EventBus<KernelEvents>(() => undefined),
    paths: {
      root: folder,
      hubDb: "",
      text: "",
      memoryDb: "",
      blobs: "",
      knowledge: "",
      plugins: join(folder, "plugins"),
      pluginData: join(folder, "plugin_data"),
      personal: "",
      adapters: "",
      native: "",
      lock: "",
    },
    health: createHealth(log),
    startedAt: systemClock.now(),
  });
  fillSlots(state, (made) => {
    handler = made;
  });
  const host = createPluginHost({
    state,
    processes: systemProcesses(systemClock),
    runtime: {
      path: process.execPath,
      compiled: false,
      launcher: [process.execPath, "run", "--no-install", writeLauncher(folder)],
      sdkModules: await installSdk(folder, { kind: "entry", path: join(SOURCE, "sdk/index.ts") }),
    },
    sandbox: { support: sandboxSupport(), required: false },
    shipped: [],
    children: [],
    timeZone: () => "UTC",
    status: () => ({}) as never,
    logs: () => [],
    onListening: () => undefined,
  });
  await host.boot(new AbortController().signal);
  await host.settled();
  const [status] = host.list();
  const invoke = handler;
  if (status?.state !== "running" || !invoke) throw new Error(`echo: ${status?.reason}`);
  if (status.sandbox === "none") console.error("note: this machine has no sandbox");
  const { signal } = new AbortController();
  const context = { callId: "c_1", channel: "cli" } as ToolContext;
  return {
    pid,
    async roundTrip() {
      const { content }: ToolResult = await invoke({ text: TEXT }, context, signal);
      // What is answered quickly and wrongly is no figure.
      if (content !== TEXT) throw new Error(content);
    },
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

/** What the host needs of a hub, as far as one echo needs it. */
function fillSlots(
  state: ReturnType<typeof createKernelState>,
  onEcho: (handler: ToolHandler) => void,
): void {
  const nothing = { [Symbol.dispose]: () => undefined };
  const detach = () => undefined;
  const register: Tools["register"] = (_owner, { name }, made) => {
    if (name === "bench_echo") onEcho(made);
    return nothing;
  };
  state.fill("tools", { register, detach } as never);
  for (const slot of ["outputs", "stages", "house"] as const) {
    state.fill(slot, { detach } as never);
  }
  state.fill("promptSections", createPromptSections());
  state.fill("config", {
    define: detach,
    detach,
    get: () => true,
    onChange: () => nothing,
  } as never);
}

/** The launcher face, as `main.ts` has it. */
function writeLauncher(folder: string): string {
  const path = join(folder, "launch.ts");
  const launcher = join(SOURCE, "plugin-host/sandbox/launcher.ts");
  writeFileSync(
    path,
    `import { runLauncher } from ${JSON.stringify(launcher)};\nrunLauncher(process.argv.slice(2));`,
  );
  return path;
}
