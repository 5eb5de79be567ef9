/** The seven stages of a turn and the context that their handlers share. */
import type { TokenUsage } from "./completion.ts";
import type { ToolCall, ToolCallRecord } from "./tool.ts";

/** Names as on the wire, in the order of a turn. */
export const STAGES = [
  "on_input",
  "pre_action",
  "post_action",
  "before_toolcall",
  "after_toolcall",
  "before_output",
  "after_output",
] as const;
export type Stage = (typeof STAGES)[number];

/** What the handlers of a stage see and may change. A set `response` short-circuits the turn. */
export interface StageContext {
  readonly turnId: string;
  phase: Stage;
  rawMessage: string;
  readonly userId: string;
  readonly channel: string;
  llmText: string;
  reasoningContent: string;
  tokenUsage: TokenUsage | null;
  /** The call that `before_toolcall` and `after_toolcall` are about. */
  toolCall: ToolCall | null;
  /** Set by a `before_toolcall` handler: why this call must not run. */
  deny: string | null;
  toolResults: ToolCallRecord[];
  /** System messages that `pre_action` handlers add for this turn only. */
  notes: string[];
  finalText: string;
  response: string | null;
  noMemory: boolean;
  errors: string[];
}
