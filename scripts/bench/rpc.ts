/**
 * `bun run bench:rpc [--json] [--calls N]`: a plugin call through the host, into a real sandboxed
 * child and back, against a bare pipe ping-pong of the same run. Batches of both alternate, so that
 * whatever else the machine does meets both. Once with both processes on one core, once free.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { EventBus, runIds, silentLogger, systemClock, systemProcesses, systemRandom } from "#base";
import type { KernelEvents, ToolContext } from "#contract";
import {
  createHealth,
  createKernelState,
  createPromptSections,
  type ToolHandler,
  type Tools,
} from "#kernel/state";
import { createPluginHost, installSdk, sandboxSupport } from "#plugin-host";
import { quantile, tell } from "./figures.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    calls: { type: "string", default: "20000" },
    mode: { type: "string" },
  },
});
const calls = Number(values.calls);
const BATCH = 500;
const WARM_UP = 4000;
const SOURCE = resolve(import.meta.dirname, "../../src");

/** A line about as long as the call of a tool. */
const LINE = `{"id":1234,"method":"tool.invoke","params":{"name":"bench_echo","arguments":{"text":"客厅灯"},"callId":"c_1","channel":"cli"}}\n`;

const ECHO_PLUGIN = `import { definePlugin } from "@homeagent/sdk";
definePlugin({
  async start(hub) {
    const definition = { name: "bench_echo", description: "echo", parameters: { type: "object" } };
    await hub.tools.register(definition, (args) => args.text);
  },
});`;

const BARE_CHILD = `const out = Bun.stdout.writer();
const reader = Bun.stdin.stream().getReader();
for (;;) {
  const { value, done } = await reader.read();
  if (done) break;
  out.write(value);
  out.flush();
}`;

/** One call, there and back. */
type RoundTrip = () => Promise<unknown>;

/** Starts the bare side: bytes go out and come back, nothing looks at them. */
function startBare(folder: string): { roundTrip: RoundTrip } & AsyncDisposable {
  const path = join(folder, "bare.ts");
  writeFileSync(path, BARE_CHILD);
  const length = Buffer.byteLength(LINE);
  let got = 0;
  let waiting: PromiseWithResolvers<void> | undefined;
  const child = systemProcesses(systemClock).spawn({
    argv: [process.execPath, "run", "--no-install", path],
    env: {},
    cwd: "/",
    stdin: "pipe",
    onStdout(bytes) {
      got += bytes.length;
      if (got >= length) {
        got = 0;
        waiting?.resolve();
      }
      return undefined;
    },
  });
  return {
    roundTrip() {
      waiting = Promise.withResolvers();
      // The pipe holds many lines and this is the only one: it is taken at once.
      void child.write(LINE);
      return waiting.promise;
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

/** Starts a plugin under the real host and answers what a call of its tool does. */
async function startPlugin(folder: string): Promise<{ roundTrip: RoundTrip } & AsyncDisposable> {
  const plugin = join(folder, "plugins/echo");
  mkdirSync(plugin, { recursive: true });
  const manifest = { name: "echo", version: "1.0.0", entry: "main.ts" };
  writeFileSync(join(plugin, "plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(plugin, "main.ts"), ECHO_PLUGIN);
  let handler: ToolHandler | undefined;
  const state = createKernelState({
    clock: systemClock,
    random: systemRandom,
    ids: runIds(),
    log: silentLogger,
    events: new EventBus<KernelEvents>(() => undefined),
    paths: {
      root: folder,
      hubDb: "",
      text: "",
      memoryDb: "",
      blobs: "",
      plugins: join(folder, "plugins"),
      pluginData: join(folder, "plugin_data"),
      personal: "",
      adapters: "",
      native: "",
      lock: "",
    },
    health: createHealth(silentLogger),
    startedAt: systemClock.now(),
  });
  const nothing = { [Symbol.dispose]: () => undefined };
  const detach = () => undefined;
  const register: Tools["register"] = (_owner, { name }, made) => {
    if (name === "bench_echo") handler = made;
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
    onListening: detach,
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
    roundTrip: () => invoke({ text: "客厅灯" }, context, signal),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
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

async function measure(roundTrip: RoundTrip, count: number, into: number[]): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const begin = performance.now();
    await roundTrip();
    into.push((performance.now() - begin) * 1000);
  }
}

function report(mode: string, bare: readonly number[], plugin: readonly number[]): void {
  for (const [name, share] of [
    ["p50", 0.5],
    ["p95", 0.95],
  ] as const) {
    const call = quantile(plugin, share);
    const pipe = quantile(bare, share);
    tell("rpc", `${mode}_call_${name}`, call, "us");
    tell("rpc", `${mode}_bare_${name}`, pipe, "us");
    tell("rpc", `${mode}_difference_${name}`, call - pipe, "us");
    tell("rpc", `${mode}_ratio_${name}`, call / pipe, "x");
  }
}

async function run(mode: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-rpc-"));
  try {
    await using plugin = await startPlugin(folder);
    await using bare = startBare(folder);
    await measure(plugin.roundTrip, WARM_UP, []);
    await measure(bare.roundTrip, WARM_UP, []);
    const samples = { plugin: [] as number[], bare: [] as number[] };
    for (let done = 0; done < calls; done += BATCH) {
      await measure(plugin.roundTrip, BATCH, samples.plugin);
      await measure(bare.roundTrip, BATCH, samples.bare);
    }
    report(mode, samples.bare, samples.plugin);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs this file again in one mode, so that neither run warms the other's machine code. */
async function runApart(mode: string, prefix: readonly string[]): Promise<void> {
  const args = ["--mode", mode, "--calls", String(calls), ...(values.json ? ["--json"] : [])];
  const cmd = [...prefix, process.execPath, import.meta.path, ...args];
  const child = Bun.spawn({ cmd, stdio: ["ignore", "inherit", "inherit"] });
  if ((await child.exited) !== 0) process.exitCode = 1;
}

if (values.mode !== undefined) await run(values.mode);
else {
  if (Bun.which("taskset")) await runApart("pinned", ["taskset", "-c", "0"]);
  else console.error("note: no taskset here, so both processes are not pinned to one core");
  await runApart("free", []);
}
