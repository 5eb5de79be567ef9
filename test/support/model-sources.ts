/** Model sources for tests: real Lua, real HTTP, the real order of providers, and a record of logs. */
import {
  type Clock,
  countingIds,
  createHttpClient,
  createLogger,
  type Fetch,
  formatRecord,
  type Logger,
  OperationalError,
  systemClock,
} from "#base";
import type { CompletionChunk, CompletionRequest, Degradation, ToolDefinition } from "#contract";
import { createHealth, type Models, type Provider } from "#kernel/state";
import { createLuaEngine } from "#platform/lua";
import { readAdapterScript } from "../../src/agent/providers/adapter-files.ts";
import {
  createLuaAdaptedProvider,
  createModels,
  type ModelsChunk,
  type SourceSettings,
} from "../../src/agent/providers/index.ts";
import {
  type ReceivedRequest,
  type Reply,
  startScriptedServer,
  statusReply,
} from "./scripted-server.ts";

/** The key of every source here; it must show up nowhere but in the request's header. */
export const SECRET_KEY = "sk-very-secret-4711";

/** Settings of a source, as the defaults have them but for what a test says. */
export function sourceSettings(
  baseUrl: string,
  more: Partial<SourceSettings> = {},
): SourceSettings {
  return {
    baseUrl,
    model: "scripted",
    apiKey: SECRET_KEY,
    adapter: "openai",
    priority: 0,
    contextWindow: 0,
    maxConcurrent: 8,
    thinkingEnabled: false,
    temperature: 0.7,
    maxTokens: 4096,
    firstTokenTimeoutMs: 15_000,
    idleTimeoutMs: 30_000,
    totalTimeoutMs: 120_000,
    ...more,
  };
}

/** What a test of sources works with. */
export interface SourceBench {
  readonly models: Models;
  /** Adds a source that asks this address. */
  source(name: string, baseUrl: string, more?: Partial<SourceSettings>): Provider & Disposable;
  /** Adds a source and puts it into the order. */
  add(name: string, baseUrl: string, more?: Partial<SourceSettings>): Disposable;
  /** Every log line so far, as it would go to the journal. */
  readonly logLines: readonly string[];
  degraded(): readonly Degradation[];
}

/** How a bench differs from the usual. */
export interface BenchOptions {
  readonly clock?: Clock;
  readonly fetch?: Fetch;
  readonly adaptersDir?: string;
  /** Hears of each event that is logged. */
  readonly onLog?: (event: string) => void;
}

/** Makes a bench. */
export function createSourceBench(options: BenchOptions = {}): SourceBench {
  const clock = options.clock ?? systemClock;
  const logLines: string[] = [];
  const log: Logger = createLogger(clock, "debug", (record) => {
    logLines.push(formatRecord(record));
    options.onLog?.(record.event);
  });
  const health = createHealth(log);
  const models = createModels({ clock, log, health });
  // An endless loop must end by a clock that runs, whatever the test does with its own.
  const lua = createLuaEngine(systemClock);
  const http = createHttpClient({ clock, ...(options.fetch ? { fetch: options.fetch } : {}) });
  const ids = countingIds();
  const source: SourceBench["source"] = (name, baseUrl, more) => {
    const settings = sourceSettings(baseUrl, more);
    return createLuaAdaptedProvider({
      name,
      settings,
      script: () => readAdapterScript(options.adaptersDir ?? "/nonexistent", settings.adapter),
      lua,
      http,
      clock,
      ids,
      log,
    });
  };
  return {
    models,
    source,
    add: (name, baseUrl, more) => models.register(source(name, baseUrl, more)),
    logLines,
    degraded: () => health.list(),
  };
}

/** A tool that needs an argument, which an empty call cannot satisfy. */
export const writeFileTool: ToolDefinition = {
  name: "write_file",
  description: "writes a file",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

/** A tool that needs none. */
export const statusTool: ToolDefinition = {
  name: "house_status",
  description: "tells how the house is",
  parameters: { type: "object", properties: {} },
};

/** A question with two tools on offer. */
export function question(more: Partial<CompletionRequest> = {}): CompletionRequest {
  return {
    turnId: "t_1",
    round: 0,
    conversation: "cli:owner",
    messages: [
      { role: "system", content: "you are a house" },
      { role: "user", content: "把客厅灯打开" },
    ],
    tools: [writeFileTool, statusTool],
    ...more,
  };
}

/** A signal that never aborts. */
export function forever(): AbortSignal {
  return new AbortController().signal;
}

/** All chunks of an answer. */
export async function collect<Chunk>(chunks: AsyncIterable<Chunk>): Promise<Chunk[]> {
  const all: Chunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

/** What an answer comes to, as a turn takes it: a `provider` chunk voids what was before. */
export function summary(chunks: readonly (ModelsChunk | CompletionChunk)[]) {
  const start = chunks.findLastIndex((chunk) => chunk.kind === "provider");
  const last = chunks.slice(start + 1) as readonly CompletionChunk[];
  const head = chunks[start];
  const finish = last.at(-1);
  return {
    provider: head?.kind === "provider" ? head.name : null,
    text: last.map((chunk) => (chunk.kind === "text" ? chunk.text : "")).join(""),
    reasoning: last.map((chunk) => (chunk.kind === "reasoning" ? chunk.text : "")).join(""),
    calls: last.flatMap((chunk) => (chunk.kind === "tool_call" ? [chunk.call] : [])),
    finish: finish?.kind === "finish" ? finish.reason : null,
    usage: finish?.kind === "finish" ? finish.usage : null,
    cut: finish?.kind === "finish" ? (finish.cutCalls ?? []) : [],
  };
}

/** A provider of one fixed answer, such as the offline matcher at the end of every chain. */
export function fixedProvider(
  name: string,
  priority: number,
  chunks: readonly CompletionChunk[] = [
    { kind: "text", text: `${name} here` },
    { kind: "finish", reason: "stop", usage: null },
  ],
): Provider {
  return {
    name,
    priority,
    async *complete() {
      yield* chunks;
    },
  };
}

/** Everything that comes of an answer, its failure included. */
export async function outcome(chunks: AsyncIterable<CompletionChunk>) {
  const seen: CompletionChunk[] = [];
  let error: string | null = null;
  try {
    for await (const chunk of chunks) seen.push(chunk);
  } catch (thrown) {
    if (!(thrown instanceof OperationalError)) throw thrown;
    error = `${thrown.code} ${thrown.message}`;
  }
  const { provider: _, ...answer } = summary(seen);
  const last = seen.at(-1);
  const opaque = last?.kind === "finish" ? (last.opaque?.data ?? null) : null;
  return { ...answer, opaque, error };
}

/** What a source with this adapter makes of one answer of a server. */
export async function answerOf(
  adapter: string,
  reply: Reply,
  settings: Partial<SourceSettings> = {},
): Promise<Awaited<ReturnType<typeof outcome>>> {
  await using server = await startScriptedServer(reply);
  using source = createSourceBench().source("main", server.url, { adapter, ...settings });
  return await outcome(source.complete(question(), forever()));
}

/** What a source with this adapter sends. */
export async function sentBy(
  adapter: string,
  request: Partial<CompletionRequest> = {},
  settings: Partial<SourceSettings> = {},
  path = "",
): Promise<ReceivedRequest> {
  // Whatever comes back: a status that no source tries twice.
  await using server = await startScriptedServer(statusReply(404));
  using source = createSourceBench().source("main", server.url + path, { adapter, ...settings });
  await outcome(source.complete(question(request), forever()));
  const [received] = server.requests;
  if (!received) throw new Error("nothing was sent");
  return received;
}
