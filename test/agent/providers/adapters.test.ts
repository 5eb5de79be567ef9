/** All thirteen adapters: whatever their APIs put on the wire, the same comes of it. */
import { expect, test } from "vitest";
import { builtInAdapters } from "../../../src/agent/providers/adapter-files.ts";
import {
  answerOf,
  createSourceBench,
  forever,
  outcome,
  question,
} from "../../support/model-sources.ts";
import { anthropicApi } from "../../support/scripted-anthropic.ts";
import {
  FAILURE,
  type Said,
  type SaidUsage,
  type ScriptedApi,
} from "../../support/scripted-api.ts";
import { chatApis } from "../../support/scripted-chat-styles.ts";
import { geminiApi } from "../../support/scripted-gemini.ts";
import { ollamaApi } from "../../support/scripted-ollama.ts";
import { responsesApi } from "../../support/scripted-responses.ts";
import { rawReply } from "../../support/scripted-server.ts";

const apis: Readonly<Record<string, ScriptedApi>> = {
  ...chatApis,
  openai_responses: responsesApi,
  anthropic: anthropicApi,
  gemini: geminiApi,
  ollama: ollamaApi,
};

const text = ["好的，", "客厅", "灯", "开了。"];
const reasoning = ["先看看", "灯在哪儿"];
const oneCall = [{ id: "call_a1", name: "write_file", arguments: '{"path":"/客厅/灯.txt"}' }];
const twoCalls = [...oneCall, { id: "call_b2", name: "house_status", arguments: "{}" }];
const usage = { prompt: 900, completion: 21, cached: 512 };

/** What the model says, in the words of the brief that lists these cases. */
const cases: Readonly<Record<string, Said>> = {
  plain: { text, end: "finish" },
  "tool call": { text, calls: oneCall, end: "finish" },
  "two parallel calls": { calls: twoCalls, end: "finish" },
  reasoning: { reasoning, text, calls: oneCall, end: "finish" },
  "error in mid-stream": { text, calls: oneCall, end: "error" },
  truncated: { text, calls: oneCall, end: "cut" },
  usage: { text, usage, end: "finish" },
};

/** What of an answer its API wants back. */
const opaqueOf: Readonly<Record<string, readonly unknown[]>> = {
  anthropic: [
    {
      kind: "block",
      block: { type: "thinking", thinking: reasoning.join(""), signature: "sig-1" },
    },
    { kind: "text" },
    { kind: "call" },
  ],
  openai_responses: [
    {
      kind: "reasoning",
      item: {
        id: "rs_0",
        type: "reasoning",
        summary: [{ type: "summary_text", text: reasoning.join("") }],
        encrypted_content: "enc-1",
      },
    },
    { kind: "text" },
    { kind: "call", id: "fc_2" },
  ],
};

function errorOf({ end }: Said): string | null {
  if (end === "error") return `PROVIDER_UNAVAILABLE main: ${FAILURE}`;
  return end === "cut" ? "PROVIDER_CUT main: the stream ended in mid-answer" : null;
}

function countsOf(api: ScriptedApi, counts: SaidUsage | undefined) {
  if (!counts) return null;
  const { prompt, completion, cached } = counts;
  return {
    promptTokens: prompt,
    completionTokens: completion,
    cachedTokens: api.countsCached ? cached : null,
  };
}

function expectedOf(adapter: string, api: ScriptedApi, said: Said) {
  const isWhole = said.end === "finish";
  const calls = (isWhole ? (said.calls ?? []) : []).map((call, position) => ({
    id: api.hasCallIds ? call.id : `c_${position + 1}`,
    name: call.name,
    arguments: JSON.parse(call.arguments),
  }));
  const finish = calls.length > 0 ? "tool_calls" : "stop";
  return {
    text: (said.text ?? []).join(""),
    reasoning: (said.reasoning ?? []).join(""),
    calls,
    finish: isWhole ? finish : null,
    usage: countsOf(api, said.usage),
    cut: [],
    opaque: said.reasoning ? (opaqueOf[adapter] ?? null) : null,
    error: errorOf(said),
  };
}

test("every built-in adapter has its script here", () => {
  expect(Object.keys(apis).toSorted()).toEqual(builtInAdapters.toSorted());
});

test.each(
  Object.entries(apis).flatMap(([adapter, api]) =>
    Object.entries(cases).map(([name, said]) => [adapter, name, api, said] as const),
  ),
)("%s: %s", async (adapter, _name, api, said) => {
  const reply = rawReply(api.stream(said), api.contentType);
  expect(await answerOf(adapter, reply)).toEqual(expectedOf(adapter, api, said));
});

/** A body whose reads give exactly these pieces. */
function bodyOf(pieces: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array> {
  const rest = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const piece = rest.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
}

const oneOfEachProtocol = ["mistral", "openai_responses", "anthropic", "gemini", "ollama"];

test.each(oneOfEachProtocol)("%s: parted in two at every byte", async (adapter) => {
  const api = apis[adapter];
  if (!api) throw new Error(`no script for ${adapter}`);
  const said: Said = { reasoning: ["想"], text: ["灯🏠"], calls: oneCall, usage, end: "finish" };
  const bytes = new TextEncoder().encode(api.stream(said).join(""));
  let pieces: readonly Uint8Array<ArrayBuffer>[] = [bytes];
  const headers = { "content-type": api.contentType };
  const bench = createSourceBench({
    fetch: async () => new Response(bodyOf(pieces), { headers }),
  });
  using source = bench.source("main", "http://127.0.0.1", { adapter });
  // Calls without ids get a new one in each answer.
  const ask = async () => {
    const answer = await outcome(source.complete(question(), forever()));
    return { ...answer, calls: answer.calls.map((call) => ({ ...call, id: "any" })) };
  };
  const whole = await ask();
  expect(whole).toMatchObject({
    text: "灯🏠",
    reasoning: "想",
    calls: [{ name: "write_file", arguments: { path: "/客厅/灯.txt" } }],
    finish: "tool_calls",
    usage: countsOf(api, usage),
    error: null,
  });
  for (let at = 1; at < bytes.length; at += 1) {
    pieces = [bytes.slice(0, at), bytes.slice(at)];
    expect(await ask(), `parted at byte ${at}`).toEqual(whole);
  }
});
