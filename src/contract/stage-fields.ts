/** The fields of a stage's context as data: their order on the wire, who writes them, what they hold. */
import { type TSchema, Type } from "typebox";
import { MediaReferenceSchema } from "./context-event.ts";
import { type Checker, checker } from "./schema.ts";
import type { StageContext } from "./stage.ts";
import type { ToolOutcomeKind } from "./tool.ts";

/** What a field is: its schema, whether it may be absent, and what a handler may do with it. */
export interface StageFieldRule {
  readonly check: Checker<TSchema>;
  readonly optional: boolean;
  /** `fixed`: the turn alone writes it. `first_wins`: the first value that is not null stands. */
  readonly writing: "free" | "fixed" | "first_wins";
}

const Text = Type.String();
const nullOr = (schema: TSchema): TSchema => Type.Union([Type.Null(), schema]);
const Count = nullOr(Type.Number());

const Usage = Type.Object({
  promptTokens: Count,
  completionTokens: Count,
  cachedTokens: Count,
});
const Call = Type.Object({ id: Text, name: Text, arguments: Type.Unknown() });
const OUTCOMES = [
  ...(["ok", "unknown", "invalid", "denied", "failed", "timeout", "aborted"] as const),
  "unconfirmed",
] as const satisfies readonly ToolOutcomeKind[];
const Outcome = Type.Enum([...OUTCOMES]);
const Result = Type.Object({
  outcome: Outcome,
  content: Text,
  data: Type.Optional(Type.Unknown()),
  media: Type.Optional(Type.Array(MediaReferenceSchema)),
});
const Told = Type.Object({
  name: Text,
  arguments: Type.Unknown(),
  outcome: Outcome,
  content: Text,
  derived: Type.Optional(nullOr(Text)),
});

const rule = (
  schema: TSchema,
  writing: StageFieldRule["writing"] = "free",
  optional = false,
): StageFieldRule => ({ check: checker(schema), optional, writing });

/** Every field. Their order is their number in the shared segment: new ones go to the end. */
export const STAGE_FIELD_RULES = {
  turnId: rule(Text, "fixed"),
  phase: rule(Text, "fixed"),
  rawMessage: rule(Text),
  userId: rule(Text, "fixed"),
  channel: rule(Text, "fixed"),
  llmText: rule(Text),
  reasoningContent: rule(Text),
  tokenUsage: rule(nullOr(Usage)),
  toolCall: rule(nullOr(Call)),
  toolOwner: rule(Text, "fixed", true),
  toolResult: rule(Result, "free", true),
  deny: rule(nullOr(Text), "first_wins"),
  toolResults: rule(Type.Array(Told)),
  notes: rule(Type.Array(Text)),
  finalText: rule(Text),
  response: rule(nullOr(Text), "first_wins"),
  noMemory: rule(Type.Boolean()),
  errors: rule(Type.Array(Text)),
} as const satisfies Readonly<Record<keyof StageContext, StageFieldRule>>;

export type StageField = keyof typeof STAGE_FIELD_RULES;

/** The fields in their order. */
export const STAGE_FIELDS = Object.keys(STAGE_FIELD_RULES) as readonly StageField[];
