/** Real MCP clients over real settings, a real tool registry and real servers: children and sockets. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createTools } from "#agent";
import {
  type Clock,
  createHttpClient,
  createLogger,
  EventBus,
  formatRecord,
  type LogRecord,
  systemClock,
  systemProcesses,
} from "#base";
import { createMcp, MCP_OWNER, type McpServers, mcpDefinitions, type ServerStatus } from "#builtin";
import type { KernelEvents, ToolContext, ToolResult } from "#contract";
import { type Config, createHealth, type Health, type Tools } from "#kernel/state";
import { createConfig } from "#platform/config";
import { openStore } from "#platform/store";
import { until } from "../../support/hub-process.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { contextOf, never } from "../support.ts";

/** What a test of the client works with. */
export interface McpRig {
  readonly servers: McpServers;
  readonly tools: Tools;
  readonly config: Config;
  readonly health: Health;
  readonly logged: readonly LogRecord[];
  /** A folder of the test's own. */
  readonly dir: string;
  /** Homes of the stdio servers. */
  readonly homesDir: string;
  /** Everything that was logged, as text. */
  logText(): string;
  /** Sets a server's settings; what is an object or a list becomes JSON. */
  set(server: string, settings: Readonly<Record<string, unknown>>): void;
  status(server: string): ServerStatus | undefined;
  /** Waits until the server is so. */
  untilState(server: string, state: ServerStatus["state"]): Promise<ServerStatus>;
  /** Names of the tools that servers offer, in order. */
  offered(): readonly string[];
  call(
    name: string,
    args?: unknown,
    context?: Partial<ToolContext>,
    signal?: AbortSignal,
  ): Promise<ToolResult>;
  /** Ends the client before the test does. */
  stop(): Promise<void>;
}

/** How a rig differs from the usual. */
export interface RigOptions {
  readonly clock?: Clock;
  readonly toolTimeoutMs?: number;
}

/** Makes a rig that ends with the test. */
export function mcpRig({ clock = systemClock, toolTimeoutMs }: RigOptions = {}): McpRig {
  const dir = tempDir();
  const logged: LogRecord[] = [];
  const log = createLogger(clock, "debug", (record) => logged.push(record));
  const store = openStore(join(dir.path, "hub.db"), { clock: systemClock, log });
  const events = new EventBus<KernelEvents>(() => undefined);
  const config = createConfig({ store, log, events });
  config.define(MCP_OWNER, mcpDefinitions);
  const limit = toolTimeoutMs === undefined ? {} : { timeoutMs: toolTimeoutMs };
  const tools = createTools({ clock: systemClock, log, ...limit });
  const health = createHealth(log);
  const homesDir = join(dir.path, "mcp");
  const servers = createMcp({
    config,
    tools,
    health,
    clock,
    log,
    processes: systemProcesses(systemClock),
    http: createHttpClient({ clock }),
    homesDir,
  });
  servers.start();
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= Promise.resolve(servers[Symbol.asyncDispose]());
    return stopping;
  };
  onTestFinished(async () => {
    await stop();
    store[Symbol.dispose]();
    dir[Symbol.dispose]();
  });
  const status = (server: string) => servers.list().find((one) => one.server === server);
  return {
    servers,
    tools,
    config,
    health,
    logged,
    dir: dir.path,
    homesDir,
    logText: () => logged.map(formatRecord).join("\n"),
    set(server, settings) {
      for (const [field, value] of Object.entries(settings)) {
        const text = typeof value === "object" ? JSON.stringify(value) : value;
        config.set(`core.mcp.servers.${server}.${field}`, text);
      }
    },
    status,
    async untilState(server, state) {
      await until(() => status(server)?.state === state);
      return status(server) as ServerStatus;
    },
    offered: () =>
      tools
        .list()
        .filter(({ owner }) => owner.startsWith("mcp:"))
        .map(({ name }) => name),
    call: (name, args = {}, context = {}, signal = never) =>
      tools.invoke(name, args, contextOf(context), signal),
    stop,
  };
}

const child = (name: string) => join(import.meta.dirname, "children", `${name}.ts`);

/** Settings of a stdio server that is one of our scripts. */
export function childServer(name: string, ...args: readonly string[]) {
  return { args: ["run", child(name), ...args], command: process.execPath };
}
