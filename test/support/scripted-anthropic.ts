/** Anthropic's Messages on a scripted server: its events, and whole streams of them. */
import { FAILURE, lettersOf, namedSse, type Said, type ScriptedApi } from "./scripted-api.ts";

/** An event of Anthropic's stream. */
export type AnthropicEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** The beginning of an answer; the counts of its prompt leave the cache out. */
export function messageStart(usage?: Readonly<Record<string, unknown>>): AnthropicEvent {
  const message = { id: "msg_1", role: "assistant", content: [], ...(usage ? { usage } : {}) };
  return { type: "message_start", message };
}

/** A block with its start, its deltas and its stop. */
export function block(
  index: number,
  content_block: Readonly<Record<string, unknown>>,
  deltas: readonly Readonly<Record<string, unknown>>[],
): readonly AnthropicEvent[] {
  return [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

/** A block of text. */
export function textBlock(index: number, texts: readonly string[]): readonly AnthropicEvent[] {
  const deltas = texts.map((text) => ({ type: "text_delta", text }));
  return block(index, { type: "text", text: "" }, deltas);
}

/** A block of thoughts with its signature in two pieces. */
export function thinkingBlock(
  index: number,
  thoughts: readonly string[],
  signature = "sig-1",
): readonly AnthropicEvent[] {
  return block(index, { type: "thinking", thinking: "", signature: "" }, [
    ...thoughts.map((thinking) => ({ type: "thinking_delta", thinking })),
    ...lettersOf(signature, 3).map((part) => ({ type: "signature_delta", signature: part })),
  ]);
}

/** A call; its arguments in pieces, the first of which is empty as the API sends it. */
export function toolBlock(
  index: number,
  call: { readonly id: string; readonly name: string; readonly arguments: string },
): readonly AnthropicEvent[] {
  const { id, name } = call;
  return block(index, { type: "tool_use", id, name, input: {} }, [
    { type: "input_json_delta", partial_json: "" },
    ...lettersOf(call.arguments).map((partial_json) => ({
      type: "input_json_delta",
      partial_json,
    })),
  ]);
}

/** The end of an answer. */
export function messageEnd(
  stop_reason: string,
  usage?: Readonly<Record<string, unknown>>,
): readonly AnthropicEvent[] {
  const counts = usage ? { usage } : {};
  return [
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, ...counts },
    { type: "message_stop" },
  ];
}

/** Anthropic. */
export const anthropicApi: ScriptedApi = {
  contentType: "text/event-stream",
  hasCallIds: true,
  countsCached: true,
  stream: (said) => eventsOf(said).map(namedSse),
};

function eventsOf(said: Said): readonly AnthropicEvent[] {
  const { reasoning, text, calls = [], usage } = said;
  const blocks: ((index: number) => readonly AnthropicEvent[])[] = [];
  if (reasoning) blocks.push((index) => thinkingBlock(index, reasoning));
  if (text) blocks.push((index) => textBlock(index, text));
  for (const call of calls) blocks.push((index) => toolBlock(index, call));
  const prompt = usage && {
    input_tokens: usage.prompt - usage.cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cached,
    output_tokens: 1,
  };
  const begin = [
    messageStart(prompt),
    { type: "ping" },
    ...blocks.flatMap((make, index) => make(index)),
  ];
  if (said.end === "cut") return begin;
  if (said.end === "error") {
    return [...begin, { type: "error", error: { type: "overloaded_error", message: FAILURE } }];
  }
  const reason = calls.length > 0 ? "tool_use" : "end_turn";
  return [...begin, ...messageEnd(reason, usage && { output_tokens: usage.completion })];
}
