/** One sentence in, one reply out: what `waiter say` and `POST chat` carry. */
import { type Static, Type } from "typebox";
import { checker } from "./schema.ts";
import type { ToolCallRecord } from "./tool.ts";
import type { TraceNode } from "./trace.ts";

/** Longest sentence that is taken; what is longer is refused, not cut. */
export const SAY_TEXT_MAX = 20_000;

export const SayRequestSchema = Type.Object({
  text: Type.String({ minLength: 1, maxLength: SAY_TEXT_MAX }),
  user: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
});
export type SayRequest = Static<typeof SayRequestSchema>;
export const sayRequest = checker(SayRequestSchema);

/** The reply (contract §2). `provider` is the one that gave the final text. */
export interface SayReply {
  readonly reply: string;
  readonly turnId: string;
  readonly provider: string;
  readonly toolCalls: readonly ToolCallRecord[];
  readonly durationMs: number;
  /** The turn as a tree, where it was asked for. */
  readonly trace?: TraceNode;
}
