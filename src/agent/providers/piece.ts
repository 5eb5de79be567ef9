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
  const fields = isRecord(value) ? value : {};
  const calls = fields["tool_calls"];
  return {
    content: typeof value === "string" ? value : textOf(fields["content"]),
    reasoning: textOf(fields["reasoning_content"]),
    toolCalls: Array.isArray(calls) ? calls.filter(isRecord).map(deltaOf) : [],
    finish: finishOf(fields["finish_reason"]),
    usage: usageOf(fields["token_usage"]),
    error: errorOf(fields["error"]),
  };
}

function deltaOf(fields: Readonly<Record<string, unknown>>): ToolCallDelta {
  const given = fields["arguments"];
  return {
    index: countOf(fields["index"]) ?? undefined,
    id: textOf(fields["id"]),
    name: textOf(fields["name"]),
    // Some servers send the object itself.
    arguments: isRecord(given) ? JSON.stringify(given) : textOf(given),
  };
}

const FINISHES: readonly string[] = ["stop", "tool_calls", "length", "content_filter", "error"];

/** An empty reason in every piece is no end; an unknown word is one, and no more is known. */
function finishOf(value: unknown): AdapterFinish | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  return FINISHES.includes(value) ? (value as AdapterFinish) : "stop";
}

function usageOf(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  return {
    promptTokens: countOf(value["prompt_tokens"]),
    completionTokens: countOf(value["completion_tokens"]),
    cachedTokens: countOf(value["cached_tokens"]),
  };
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
