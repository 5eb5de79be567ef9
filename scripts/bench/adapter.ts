/**
 * `bun scripts/bench/adapter.ts [--json]`: chunks a second through a Lua adapter with its limits on.
 * The whole way is measured, from the bytes of a stream to the chunks that a turn reads: events,
 * JSON, Lua, joining. The body comes out of memory, since no network is to be measured.
 */
import { countingIds, createHttpClient, createLogger, systemClock } from "#base";
import type { CompletionRequest } from "#contract";
import { createLuaEngine } from "#platform/lua";
import { readAdapterScript } from "../../src/agent/providers/adapter-files.ts";
import { createLuaAdaptedProvider } from "../../src/agent/providers/index.ts";
import { quantile, tell } from "./figures.ts";

/** Adapters whose streams are measured: one of each protocol. */
const ADAPTERS = ["openai", "openai_responses", "anthropic", "gemini", "ollama"] as const;
type Measured = (typeof ADAPTERS)[number];

const CHUNKS = 20_000;
const RUNS = 15;
const WARM_UP = 8;

/** As much of a body as a socket hands over at once. */
const PIECE_BYTES = 16 * 1024;

const WORDS = ["好的", "，客厅", "灯", "已经", "调到", " 30", "%", "。"];

/** What of a stream differs between protocols. */
interface Protocol {
  readonly delta: (text: string) => object;
  readonly ends: readonly object[];
  readonly frame: (data: object) => string;
}

const sse = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const named = (data: object) => `event: ${(data as { type: string }).type}\n${sse(data)}`;

const chatChunk = (delta: object, finish: string | null) => ({
  id: "chatcmpl-9f2c1d7e",
  object: "chat.completion.chunk",
  created: 1_764_500_000,
  model: "bench",
  system_fingerprint: "fp_1",
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
});

const PROTOCOLS: Readonly<Record<Measured, Protocol>> = {
  openai: {
    delta: (content) => chatChunk({ content }, null),
    ends: [chatChunk({}, "stop")],
    frame: sse,
  },
  openai_responses: {
    delta: (delta) => ({
      type: "response.output_text.delta",
      sequence_number: 7,
      item_id: "msg_68c1d2e3f4a5b6c7",
      output_index: 0,
      content_index: 0,
      delta,
      logprobs: [],
    }),
    ends: [{ type: "response.completed", response: { status: "completed", output: [] } }],
    frame: named,
  },
  anthropic: {
    delta: (text) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text },
    }),
    ends: [
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } },
      { type: "message_stop" },
    ],
    frame: named,
  },
  gemini: {
    delta: (text) => geminiChunk(text),
    ends: [geminiChunk("", "STOP")],
    frame: sse,
  },
  ollama: {
    delta: (content) => ({
      model: "bench",
      created_at: "2026-11-30T08:00:00.000000Z",
      message: { role: "assistant", content },
      done: false,
    }),
    ends: [{ model: "bench", message: { content: "" }, done: true, done_reason: "stop" }],
    frame: (data) => `${JSON.stringify(data)}\n`,
  },
};

function geminiChunk(text: string, finishReason?: string): object {
  return {
    candidates: [{ content: { parts: [{ text }], role: "model" }, finishReason, index: 0 }],
    usageMetadata: { promptTokenCount: 812, candidatesTokenCount: 9, totalTokenCount: 821 },
    modelVersion: "bench",
    responseId: "r1",
  };
}

/** A stream of `CHUNKS` pieces of text, cut into pieces as a network would. */
function streamPieces({ delta, ends, frame }: Protocol): readonly Uint8Array<ArrayBuffer>[] {
  const events = Array.from({ length: CHUNKS }, (_, index) =>
    frame(delta(WORDS[index % WORDS.length] ?? "")),
  );
  const bytes = new TextEncoder().encode([...events, ...ends.map(frame)].join(""));
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, index) =>
    bytes.slice(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
  );
}

function bodyOf(pieces: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[next];
      next += 1;
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
}

const REQUEST: CompletionRequest = {
  turnId: "t_1",
  round: 0,
  conversation: "bench",
  messages: [{ role: "user", content: "bench" }],
  tools: [],
};

/** Chunks a second of one adapter, for each run; the first of them are still warming up. */
async function measure(adapter: Measured): Promise<readonly number[]> {
  const protocol = PROTOCOLS[adapter];
  const pieces = streamPieces(protocol);
  const contentType = adapter === "ollama" ? "application/x-ndjson" : "text/event-stream";
  const clock = systemClock;
  using provider = createLuaAdaptedProvider({
    name: "bench",
    settings: {
      baseUrl: "http://127.0.0.1/v1",
      model: "bench",
      apiKey: "",
      adapter,
      priority: 0,
      contextWindow: 0,
      maxConcurrent: 1,
      thinkingEnabled: false,
      temperature: 0.7,
      maxTokens: 4096,
      firstTokenTimeoutMs: 15_000,
      idleTimeoutMs: 30_000,
      totalTimeoutMs: 120_000,
    },
    script: () => readAdapterScript("/nonexistent", adapter),
    lua: createLuaEngine(clock),
    http: createHttpClient({
      clock,
      fetch: async () => new Response(bodyOf(pieces), { headers: { "content-type": contentType } }),
    }),
    clock,
    ids: countingIds(),
    log: createLogger(clock, "error", () => undefined),
  });
  const rates: number[] = [];
  for (let run = 0; run < RUNS + WARM_UP; run += 1) {
    const begin = clock.monotonic();
    let seen = 0;
    for await (const chunk of provider.complete(REQUEST, new AbortController().signal)) {
      if (chunk.kind === "text") seen += 1;
    }
    const seconds = (clock.monotonic() - begin) / 1_000;
    if (seen !== CHUNKS) throw new Error(`${adapter}: ${seen} of ${CHUNKS} chunks came`);
    rates.push(seen / seconds);
  }
  return rates;
}

/** Tells the figures: of OpenAI's protocol, which most sources speak, and of the others. */
export async function benchAdapter(): Promise<void> {
  for (const adapter of ADAPTERS) {
    const rates = await measure(adapter);
    const name = adapter === "openai" ? "chunks" : `chunks ${adapter}`;
    tell("adapter", name, quantile(rates.slice(WARM_UP), 0.5), "chunks/s");
    // What a hub gets that answers its first long sentence.
    tell("adapter", `${name} cold`, rates[0] ?? 0, "chunks/s");
  }
}

if (import.meta.main) await benchAdapter();
