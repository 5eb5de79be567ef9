/** Gemini's streamGenerateContent on a scripted server. */
import { FAILURE, type Said, type ScriptedApi, sse } from "./scripted-api.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A chunk with these parts. */
export function geminiChunk(
  parts: readonly Fields[],
  finishReason?: string,
  usageMetadata?: Fields,
): Fields {
  const finish = finishReason === undefined ? {} : { finishReason };
  const usage = usageMetadata === undefined ? {} : { usageMetadata };
  return {
    candidates: [{ content: { parts, role: "model" }, index: 0, ...finish }],
    ...usage,
    modelVersion: "scripted",
  };
}

/** A call as a part: whole, its arguments an object. */
export function callPart(name: string, args: Fields | undefined, more: Fields = {}): Fields {
  const { id, ...rest } = more;
  return {
    functionCall: { ...(id === undefined ? {} : { id }), name, ...(args ? { args } : {}) },
    ...rest,
  };
}

/** Gemini. Its calls bear no ids here, as those of most of its models. */
export const geminiApi: ScriptedApi = {
  contentType: "text/event-stream",
  hasCallIds: false,
  countsCached: true,
  stream: (said) => chunksOf(said).map(sse),
};

function chunksOf(said: Said): readonly Fields[] {
  const begin = [
    ...(said.reasoning ?? []).map((text) => geminiChunk([{ text, thought: true }])),
    ...(said.text ?? []).map((text) => geminiChunk([{ text }])),
    ...(said.calls ?? []).map((call) =>
      geminiChunk([callPart(call.name, JSON.parse(call.arguments))]),
    ),
  ];
  if (said.end === "cut") return begin;
  if (said.end === "error") {
    return [...begin, { error: { code: 503, message: FAILURE, status: "UNAVAILABLE" } }];
  }
  const { usage } = said;
  const counts = usage && {
    promptTokenCount: usage.prompt,
    cachedContentTokenCount: usage.cached,
    candidatesTokenCount: usage.completion - 1,
    thoughtsTokenCount: 1,
  };
  return [...begin, geminiChunk([{ text: "" }], "STOP", counts)];
}
