/** What the turn asks of a model and what streams back, the same for every provider. */
import type { MediaReference } from "./context-event.ts";
import type { ToolCall, ToolDefinition } from "./tool.ts";

/**
 * What a provider wants back with its own answer and nobody else understands: signatures of thoughts,
 * encrypted reasoning. Whoever keeps the message keeps it unread; other providers never see it.
 */
export interface OpaqueState {
  /** Names the provider, its API and its model; only the same one gets it back. */
  readonly provider: string;
  readonly data: unknown;
}

/** A message of a conversation, in the shape that every adapter turns into its API's own. */
export type Message =
  | { readonly role: "system"; readonly content: string }
  | {
      readonly role: "user";
      readonly content: string;
      /** What tools showed: the message is theirs, not a person's. */
      readonly media?: readonly MediaReference[];
    }
  | {
      readonly role: "assistant";
      readonly content: string;
      readonly reasoning?: string;
      readonly toolCalls: readonly ToolCall[];
      /** From the `finish` chunk of the answer that this message is. */
      readonly opaque?: OpaqueState;
    }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly name: string;
      readonly outcome: string;
      readonly content: string;
      /** The structured result where there is one; never sent to a remote model. */
      readonly data?: unknown;
    };

/** Tokens as the provider counted them; null is unknown, never zero (F51). */
export interface TokenUsage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly cachedTokens: number | null;
}

/** One question to a provider: one round of a turn. */
export interface CompletionRequest {
  readonly turnId: string;
  /** 0 for the first round of a turn. */
  readonly round: number;
  /** (channel, person): pronouns and follow-up questions hold in it. */
  readonly conversation: string;
  /** Area of the device that was spoken to, if known. */
  readonly areaId?: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
}

/** Why a stream ended. */
export type FinishReason = "stop" | "tool_calls" | "length";

/** A piece of an answer. A tool call arrives whole: a cut one is never yielded (F53). */
export type CompletionChunk =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reasoning"; readonly text: string }
  | { readonly kind: "tool_call"; readonly call: ToolCall }
  | {
      readonly kind: "finish";
      readonly reason: FinishReason;
      readonly usage: TokenUsage | null;
      /** Names of tool calls that were cut and are therefore not run; the model is told (F54). */
      readonly cutCalls?: readonly string[];
      /** Belongs into the assistant's message, so that the next round can be asked. */
      readonly opaque?: OpaqueState;
    };
