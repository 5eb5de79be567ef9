/** How the tools of this folder answer: data as JSON, expected failures as outcomes. */
import { OperationalError } from "#base";
import type { ToolOutcomeKind, ToolResult } from "#contract";

/** An answer with its data, as the model reads it and as programs do. */
export function told(data: unknown, outcome: ToolOutcomeKind = "ok"): ToolResult {
  return { outcome, content: JSON.stringify(data), data };
}

/** Runs a tool's work. What was to be expected is an outcome; a bug or an end goes to the registry. */
export async function withOutcome(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    const { code, message, hint } = error;
    const content = hint === undefined ? message : `${message} (${hint})`;
    return { outcome: OUTCOMES[code] ?? "failed", content, data: { code, message, hint } };
  }
}

const OUTCOMES: Readonly<Record<string, ToolOutcomeKind>> = {
  FORBIDDEN: "denied",
  INVALID_PARAMS: "invalid",
  NOT_FOUND: "invalid",
  CONFLICT: "invalid",
};

/** A text that fits, with a mark where it did not. */
export function excerpt(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax)}…`;
}
