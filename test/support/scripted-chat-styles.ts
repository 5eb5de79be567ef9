/** The servers that speak OpenAI's chat, each with its own manner, as `stream-quirks.md` has them. */
import {
  FAILURE,
  lettersOf,
  type Said,
  type SaidCall,
  type ScriptedApi,
  sse,
} from "./scripted-api.ts";
import { callDelta, chunk, usageChunk } from "./scripted-openai.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What one server does its own way. */
interface ChatStyle {
  /** Comes before everything. */
  readonly opening?: readonly Fields[];
  readonly reasoning?: (text: string) => Fields;
  readonly text?: (text: string) => Fields;
  /** Deltas of the calls; the last one may go together with the finish. */
  readonly calls?: (calls: readonly SaidCall[]) => readonly Fields[];
  readonly finishesWithCalls?: boolean;
  /** The last chunks with the counts in them. */
  readonly ending: (finish: Fields, usage: Fields) => readonly Fields[];
  readonly usage: (prompt: number, completion: number, cached: number) => Fields;
  readonly failure?: Fields;
}

const detailed = (prompt: number, completion: number, cached: number): Fields => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
  prompt_tokens_details: { cached_tokens: cached },
});

/** Counts in a chunk of their own that has no choices. */
const apart = (finish: Fields, usage: Fields) => [finish, usageChunk(usage)];
/** Counts in the chunk that finishes. */
const together = (finish: Fields, usage: Fields) => [{ ...finish, usage }];

/** Id and name first, then the arguments bit by bit; `later` is what continuations repeat. */
function inPieces(calls: readonly SaidCall[], later: { id?: string; name?: string }): Fields[] {
  return calls.flatMap((call, index) => [
    callDelta({ index, id: call.id, name: call.name, arguments: "" }),
    ...lettersOf(call.arguments).map((part) => callDelta({ index, ...later, arguments: part })),
  ]);
}

const wholeCalls = (calls: readonly SaidCall[]) =>
  calls.map((call, index) => callDelta({ index, ...call }));

const thinkingField = (text: string) => ({ content: null, reasoning_content: text });

const styles = {
  openai: { ending: apart, usage: detailed },
  deepseek: {
    reasoning: thinkingField,
    text: (content) => ({ content, reasoning_content: null }),
    calls: (calls) => inPieces(calls, { id: "", name: "" }),
    ending: together,
    usage: (prompt, completion, cached) => ({
      prompt_tokens: prompt,
      completion_tokens: completion,
      prompt_cache_hit_tokens: cached,
      prompt_cache_miss_tokens: prompt - cached,
    }),
  },
  qwen: {
    reasoning: thinkingField,
    text: (content) => ({ content, reasoning_content: null }),
    calls: (calls) => inPieces(calls, { id: "" }),
    ending: apart,
    usage: detailed,
    failure: { error: { code: "InternalError", message: FAILURE, type: "InternalError" } },
  },
  kimi: {
    reasoning: thinkingField,
    ending: (finish, usage) => {
      const [choice] = finish["choices"] as readonly Fields[];
      return [{ ...finish, choices: [{ ...choice, usage }] }];
    },
    usage: (prompt, completion, cached) => ({
      prompt_tokens: prompt,
      completion_tokens: completion,
      cached_tokens: cached,
    }),
  },
  glm: {
    reasoning: thinkingField,
    calls: (calls) =>
      calls.flatMap((call, index) => {
        const half = Math.ceil(call.arguments.length / 2);
        const { id, name } = call;
        return [call.arguments.slice(0, half), call.arguments.slice(half)].map((part) =>
          callDelta({ index, id, name, arguments: part }),
        );
      }),
    finishesWithCalls: true,
    ending: together,
    usage: detailed,
    failure: { error: { code: "500", message: FAILURE } },
  },
  doubao: { reasoning: thinkingField, ending: apart, usage: detailed },
  mistral: {
    reasoning: (text) => ({ content: [{ type: "thinking", thinking: [{ type: "text", text }] }] }),
    calls: wholeCalls,
    finishesWithCalls: true,
    ending: together,
    usage: detailed,
    failure: { object: "error", message: FAILURE, type: "internal_error", code: "500" },
  },
  groq: {
    reasoning: (text) => ({ reasoning: text }),
    calls: wholeCalls,
    ending: (finish, usage) => [{ ...finish, x_groq: { id: "req_1", usage } }],
    usage: detailed,
  },
  github: {
    opening: [{ ...chunk({}), choices: [], prompt_filter_results: [{ prompt_index: 0 }] }],
    ending: apart,
    usage: detailed,
  },
} as const satisfies Readonly<Record<string, ChatStyle>>;

/** Every adapter of OpenAI's chat with its server. */
export const chatApis: Readonly<Record<keyof typeof styles, ScriptedApi>> = Object.fromEntries(
  Object.entries<ChatStyle>(styles).map(([name, style]) => [name, chatApi(style)]),
) as Record<keyof typeof styles, ScriptedApi>;

function chatApi(style: ChatStyle): ScriptedApi {
  return {
    contentType: "text/event-stream",
    hasCallIds: true,
    countsCached: true,
    stream: (said) => [
      ...bodyOf(style, said).map(sse),
      ...(said.end === "finish" ? ["data: [DONE]\n\n"] : []),
    ],
  };
}

function bodyOf(style: ChatStyle, said: Said): readonly Fields[] {
  const content = style.text ?? ((text: string) => ({ content: text }));
  const thought = style.reasoning ?? thinkingField;
  const calls = (style.calls ?? ((all) => inPieces(all, {})))(said.calls ?? []);
  const begin = [
    ...(style.opening ?? []),
    chunk({ role: "assistant", content: "" }),
    ...(said.reasoning ?? []).map((text) => chunk(thought(text))),
    ...(said.text ?? []).map((text) => chunk(content(text))),
  ];
  const called = calls.map((call) => chunk({ tool_calls: [call] }));
  if (said.end === "cut") return [...begin, ...called];
  if (said.end === "error") {
    const failure = style.failure ?? { error: { message: FAILURE, type: "server_error" } };
    return [...begin, ...called, failure];
  }
  const reason = calls.length > 0 ? "tool_calls" : "stop";
  const last = style.finishesWithCalls ? calls.at(-1) : undefined;
  const before = last ? called.slice(0, -1) : called;
  const finish = chunk(last ? { tool_calls: [last] } : {}, reason);
  return [...begin, ...before, ...endingOf(style, finish, said)];
}

function endingOf(style: ChatStyle, finish: Fields, { usage }: Said): readonly Fields[] {
  if (!usage) return [finish];
  const counts = style.usage(usage.prompt, usage.completion, usage.cached);
  return style.ending(finish, counts);
}
