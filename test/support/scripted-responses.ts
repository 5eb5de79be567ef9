/** OpenAI's Responses on a scripted server: the events of its items, and whole streams of them. */
import { FAILURE, lettersOf, namedSse, type Said, type ScriptedApi } from "./scripted-api.ts";

type Fields = Readonly<Record<string, unknown>>;

/** An event of the stream. */
export type ResponsesEvent = { readonly type: string } & Fields;

/** An item with its beginning, what is in between, and its end. */
export function item(
  output_index: number,
  added: Fields,
  between: readonly ResponsesEvent[],
  done: Fields,
): readonly ResponsesEvent[] {
  return [
    { type: "response.output_item.added", output_index, item: added },
    ...between,
    { type: "response.output_item.done", output_index, item: done },
  ];
}

/** A message. */
export function messageItem(index: number, texts: readonly string[]): readonly ResponsesEvent[] {
  const id = `msg_${index}`;
  const deltas = texts.map((delta) => ({
    type: "response.output_text.delta",
    item_id: id,
    output_index: index,
    content_index: 0,
    delta,
  }));
  const content = [{ type: "output_text", text: texts.join("") }];
  const base = { id, type: "message", role: "assistant" };
  return item(index, { ...base, content: [] }, deltas, { ...base, content });
}

/** A call: the item's id is not the call's. */
export function callItem(
  index: number,
  call: { readonly id: string; readonly name: string; readonly arguments: string },
): readonly ResponsesEvent[] {
  const item_id = `fc_${index}`;
  const base = { id: item_id, type: "function_call", call_id: call.id, name: call.name };
  const own = { item_id, output_index: index };
  return item(
    index,
    { ...base, arguments: "" },
    [
      ...lettersOf(call.arguments).map((delta) => ({
        type: "response.function_call_arguments.delta",
        ...own,
        delta,
      })),
      { type: "response.function_call_arguments.done", ...own, arguments: call.arguments },
    ],
    { ...base, arguments: call.arguments, status: "completed" },
  );
}

/** Thoughts: a summary for people, and what only the API can read. */
export function reasoningItem(
  index: number,
  texts: readonly string[],
  encrypted_content = "enc-1",
): readonly ResponsesEvent[] {
  const base = { id: `rs_${index}`, type: "reasoning" };
  const summary = [{ type: "summary_text", text: texts.join("") }];
  const deltas = texts.map((delta) => ({
    type: "response.reasoning_summary_text.delta",
    item_id: base.id,
    output_index: index,
    summary_index: 0,
    delta,
  }));
  return item(index, { ...base, summary: [] }, deltas, { ...base, summary, encrypted_content });
}

/** The end of an answer. */
export function completed(more: Fields = {}): ResponsesEvent {
  return { type: "response.completed", response: { id: "resp_1", status: "completed", ...more } };
}

/** OpenAI's Responses. */
export const responsesApi: ScriptedApi = {
  contentType: "text/event-stream",
  hasCallIds: true,
  countsCached: true,
  stream: (said) => eventsOf(said).map(namedSse),
};

function eventsOf({ reasoning, text, calls = [], usage, end }: Said): readonly ResponsesEvent[] {
  const items: ((index: number) => readonly ResponsesEvent[])[] = [];
  if (reasoning) items.push((index) => reasoningItem(index, reasoning));
  if (text) items.push((index) => messageItem(index, text));
  for (const call of calls) items.push((index) => callItem(index, call));
  const begin = [
    { type: "response.created", response: { id: "resp_1", status: "in_progress" } },
    ...items.flatMap((make, index) => make(index)),
  ];
  if (end === "cut") return begin;
  if (end === "error") {
    const error = { code: "server_error", message: FAILURE };
    return [...begin, { type: "response.failed", response: { status: "failed", error } }];
  }
  const counts = usage && {
    input_tokens: usage.prompt,
    input_tokens_details: { cached_tokens: usage.cached },
    output_tokens: usage.completion,
  };
  return [...begin, completed(counts ? { usage: counts } : {})];
}
