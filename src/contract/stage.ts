/** The seven stages of a turn and the context that their handlers share. */
import type { TokenUsage } from "./completion.ts";
import type { ToolCall, ToolCallRecord, ToolResult } from "./tool.ts";

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

/** Which calls a handler of a tool stage hears of: all, or those of its owner's own tools. */
export type StageScope = "global" | "own_tools";

/** A call of the turn that has ended, with what the model was told of it. */
export interface StageToolResult extends ToolCallRecord {
  readonly content: string;
  /** What is derived from it instead of the content; null: nothing is (F10). */
  readonly derived?: string | null;
}

/**
 * What the handlers of a stage see and may change, field by field: all of them work on the one
 * object. The first set `response` stands and short-circuits the turn.
 */
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
  /** Who offers the tool of that call; absent outside the tool stages and for an unknown tool. */
  readonly toolOwner?: string | undefined;
  /** In `after_toolcall`: what the call answered. A handler may put another in its place. */
  toolResult?: ToolResult | undefined;
  /** Set by a `before_toolcall` handler: why this call must not run. */
  deny: string | null;
  toolResults: StageToolResult[];
  /** System messages that `pre_action` handlers add for this turn only. */
  notes: string[];
  finalText: string;
  response: string | null;
  noMemory: boolean;
  errors: string[];
}
