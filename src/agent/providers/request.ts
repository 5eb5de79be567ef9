/** Puts a request into the one shape that adapters turn into their API's own. */
import type { CompletionRequest } from "#contract";
import type { CallIdRule } from "./call-ids.ts";
import { type AdapterMessage, adapterMessages } from "./history.ts";
import { ANSWER_TOKENS_MIN } from "./limits.ts";

/** What of a source's settings goes into each request. */
export interface RequestOptions {
  readonly model: string;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly thinkingEnabled: boolean;
  readonly stream: boolean;
  /** Ask for the count of tokens in the stream, which some servers refuse. */
  readonly streamUsage: boolean;
  readonly callIds: CallIdRule;
  /** Names those that understand this source's opaque state. */
  readonly owner: string;
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
    messages: adapterMessages(request.messages, options),
    tools: request.tools.map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
    })),
  };
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
