/** Reads what a script answered, believing nothing about its shape. */
import type { TokenUsage } from "#contract";
import { LuaReference } from "#platform/lua";
import type { AdapterFinish, AnswerPiece } from "./answer.ts";
import type { AnswerError } from "./errors.ts";
import type { ToolCallDelta } from "./tool-calls.ts";

/**
 * What a script answered, field by field: one of the wrong type is left out, the others count. A
 * text alone is content, which spares the common piece a table.
 */
export function pieceOf(value: unknown): AnswerPiece {
  if (typeof value === "string") return { ...EMPTY, content: value };
  if (!isRecord(value)) return EMPTY;
  const fields = value;
  const { tool_calls: calls, opaque } = fields;
  return {
    content: textOf(fields["content"]),
    reasoning: textOf(fields["reasoning_content"]),
    toolCalls: Array.isArray(calls) ? calls.filter(isRecord).map(deltaOf) : [],
    finish: finishOf(fields["finish_reason"]),
    usage: usageOf(fields["token_usage"]),
    error: errorOf(fields["error"]),
    opaque: Array.isArray(opaque) ? opaque : [],
    isDone: fields["done"] === true,
  };
}

function deltaOf(fields: Readonly<Record<string, unknown>>): ToolCallDelta {
  const { arguments: given, done } = fields;
  return {
    index: countOf(fields["index"]) ?? undefined,
    id: textOf(fields["id"]),
    name: textOf(fields["name"]),
    // Some servers send the object itself.
    arguments: isRecord(given) ? JSON.stringify(given) : textOf(given),
    isWhole: fields["whole"] === true,
    isDone: typeof done === "boolean" ? done : undefined,
  };
}

const EMPTY: AnswerPiece = {
  content: "",
  reasoning: "",
  toolCalls: [],
  finish: undefined,
  usage: undefined,
  error: undefined,
  opaque: [],
  isDone: false,
};

const FINISHES: readonly string[] = ["stop", "tool_calls", "length", "content_filter", "error"];

/** An empty reason in every piece is no end; an unknown word is one, and no more is known. */
function finishOf(value: unknown): AdapterFinish | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  return FINISHES.includes(value) ? (value as AdapterFinish) : "stop";
}

/**
 * The counts. No prompt is empty, so one of 0 tokens means that the server does not count, and then
 * the other zeros say nothing either (Doubao).
 */
function usageOf(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  const usage = {
    promptTokens: countOf(value["prompt_tokens"]),
    completionTokens: countOf(value["completion_tokens"]),
    cachedTokens: countOf(value["cached_tokens"]),
  };
  return usage.promptTokens === 0 ? undefined : usage;
}

function errorOf(value: unknown): AnswerError | undefined {
  if (typeof value === "string") return { message: value, code: undefined, type: undefined };
  if (!isRecord(value)) return undefined;
  const { code, type } = value as { code?: unknown; type?: unknown };
  return {
    message: textOf(value["message"]),
    code: typeof code === "string" || typeof code === "number" ? code : undefined,
    type: typeof type === "string" ? type : undefined,
  };
}

/** A text; anything else counts as none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A count from 0 on; anything else is unknown, never zero (F51). */
function countOf(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;
}

/** Whether a value is a table with named fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof LuaReference)
  );
}
