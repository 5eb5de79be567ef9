/** Ollama's /api/chat on a scripted server: a line of JSON for each piece. */
import { FAILURE, type Said, type ScriptedApi } from "./scripted-api.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A line of the stream. */
export function ollamaLine(message: Fields, more: Fields = {}): string {
  const line = {
    model: "scripted",
    created_at: "2026-11-30T08:00:00.000000Z",
    message: { role: "assistant", content: "", ...message },
    done: false,
    ...more,
  };
  return `${JSON.stringify(line)}\n`;
}

/** The last line. */
export function ollamaEnd(done_reason = "stop", counts: Fields = {}): string {
  return ollamaLine({}, { done: true, done_reason, total_duration: 1, ...counts });
}

/** Ollama. */
export const ollamaApi: ScriptedApi = {
  contentType: "application/x-ndjson",
  hasCallIds: false,
  countsCached: false,
  stream: linesOf,
};

function linesOf(said: Said): readonly string[] {
  const begin = [
    ...(said.reasoning ?? []).map((thinking) => ollamaLine({ thinking })),
    ...(said.text ?? []).map((content) => ollamaLine({ content })),
    ...(said.calls ?? []).map(({ name, arguments: text }) =>
      ollamaLine({ tool_calls: [{ function: { name, arguments: JSON.parse(text) } }] }),
    ),
  ];
  if (said.end === "cut") return begin;
  if (said.end === "error") return [...begin, `${JSON.stringify({ error: FAILURE })}\n`];
  const { usage } = said;
  const counts = usage && { prompt_eval_count: usage.prompt, eval_count: usage.completion };
  return [...begin, ollamaEnd("stop", counts)];
}
