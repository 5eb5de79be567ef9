/** The stages' context before any of them saw it: one place that knows every field. */
import type { StageContext } from "#contract";

/** Whose context it is, and what is known from the start. */
export type ContextStart = Pick<StageContext, "turnId" | "userId" | "channel"> &
  Partial<Pick<StageContext, "rawMessage" | "finalText" | "noMemory">>;

/** A context in which nothing has happened. */
export function blankContext(start: ContextStart): StageContext {
  return {
    phase: "on_input",
    rawMessage: "",
    llmText: "",
    reasoningContent: "",
    tokenUsage: null,
    toolCall: null,
    deny: null,
    toolResults: [],
    notes: [],
    finalText: "",
    response: null,
    noMemory: false,
    errors: [],
    ...start,
  };
}
