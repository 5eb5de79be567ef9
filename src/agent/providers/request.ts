/** Puts a request into the one shape that adapters turn into their API's own. */
import type { CompletionRequest, Message, ToolCall } from "#contract";
import { ANSWER_TOKENS_MIN, CALL_ID_PATTERN } from "./limits.ts";

/** What of a source's settings goes into each request. */
export interface RequestOptions {
  readonly model: string;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly thinkingEnabled: boolean;
  readonly stream: boolean;
  /** Ask for the count of tokens in the stream, which some servers refuse. */
  readonly streamUsage: boolean;
}

/** The request as scripts see it: names as in the APIs, arguments as JSON text. */
export interface AdapterRequest {
  readonly model: string;
  readonly temperature: number;
  readonly max_tokens: number;
  readonly thinking_enabled: boolean;
  readonly stream: boolean;
  readonly stream_usage: boolean;
  readonly messages: readonly AdapterMessage[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: unknown;
  }[];
}

interface AdapterMessage {
  readonly role: Message["role"];
  readonly content: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: string;
  }[];
  readonly tool_call_id?: string;
  readonly name?: string;
}

/** Makes the request for an adapter. */
export function adapterRequest(
  request: CompletionRequest,
  options: RequestOptions,
): AdapterRequest {
  return {
    model: options.model,
    temperature: options.temperature,
    max_tokens: options.maxTokens,
    thinking_enabled: options.thinkingEnabled,
    stream: options.stream,
    stream_usage: options.stream && options.streamUsage,
    messages: adapterMessages(request.messages),
    tools: request.tools.map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
    })),
  };
}

/** What stands for the result of a call that was never run, so that the API accepts the history. */
const NO_RESULT = "no result: this call was not run";

/**
 * The history as every API takes it: ids that are short, plain and unique, each call with exactly
 * one result after it, no result without a call, no empty turns of a model that broke off.
 */
function adapterMessages(messages: readonly Message[]): readonly AdapterMessage[] {
  const out: AdapterMessage[] = [];
  const used = new Set<string>();
  let open = new Map<string, string>();
  const close = () => {
    for (const id of open.values()) {
      out.push({ role: "tool", tool_call_id: id, content: NO_RESULT });
    }
    open = new Map();
  };
  for (const message of messages) {
    if (message.role === "tool") {
      const id = open.get(message.callId);
      if (id === undefined) continue;
      open.delete(message.callId);
      const { name, content } = message;
      out.push({ role: "tool", tool_call_id: id, name, content });
      continue;
    }
    close();
    if (message.role !== "assistant") {
      out.push({ role: message.role, content: message.content });
      continue;
    }
    if (message.content === "" && message.toolCalls.length === 0) continue;
    const calls = message.toolCalls.map((call) => ({ call, id: sentId(call, used) }));
    for (const { call, id } of calls) open.set(call.id, id);
    out.push({
      role: "assistant",
      content: message.content,
      ...(message.reasoning === undefined ? {} : { reasoning_content: message.reasoning }),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(sentCall) }),
    });
  }
  close();
  return out;
}

function sentId(call: ToolCall, used: Set<string>): string {
  const isFit = CALL_ID_PATTERN.test(call.id) && !used.has(call.id);
  const id = isFit ? call.id : `call_${used.size + 1}`;
  used.add(id);
  return id;
}

function sentCall({ call, id }: { readonly call: ToolCall; readonly id: string }) {
  return { id, name: call.name, arguments: JSON.stringify(call.arguments ?? {}) };
}

/**
 * A lower bound of a request's tokens. No tokenizer is at hand, and the bound only has to keep
 * hopeless requests at home: four letters a token, two Han characters a token.
 */
export function tokensAtLeast(request: CompletionRequest): number {
  const text = JSON.stringify([request.messages, request.tools.map((tool) => tool.parameters)]);
  const wide = text.match(/[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/g)?.length ?? 0;
  return Math.ceil(wide / 2 + (text.length - wide) / 4);
}

/** How long an answer may be within a window; undefined when the request does not fit at all. */
export function answerTokens(
  request: CompletionRequest,
  maxTokens: number,
  contextWindow: number,
): number | undefined {
  if (contextWindow === 0) return maxTokens;
  const left = contextWindow - tokensAtLeast(request);
  return left < ANSWER_TOKENS_MIN ? undefined : Math.min(maxTokens, left);
}
