/** Begins a turn: its context as the stages see it, and what its parts share. */
import { type Message, ROOT_AGENT } from "#contract";
import type { Input } from "#kernel/state";
import { blankContext } from "../stage-context.ts";
import type { Turn, TurnContext } from "./types.ts";

/** The context of an input before any stage saw it. */
export function openContext(turnId: string, input: Input): TurnContext {
  return blankContext({
    turnId,
    userId: input.principal.personId,
    channel: input.channel,
    rawMessage: input.text,
    noMemory: input.noMemory ?? false,
  });
}

/** A turn that has just begun. */
export function openTurn(turnId: string, input: Input): Turn {
  return {
    id: turnId,
    input,
    agent: input.agent ?? ROOT_AGENT,
    conversation: `${input.channel}\u0000${input.principal.personId}`,
    context: openContext(turnId, input),
    messages: [],
    records: [],
    derivedResults: new Map(),
    history: undefined,
    trace: undefined,
    provider: "",
    origin: input.origin,
    cause: [...input.cause, { kind: "turn", id: turnId }],
  };
}

/** What was said, with what was shown (F56). */
export function userMessage(content: string, { media = [] }: Input): Message {
  return { role: "user", content, ...(media.length === 0 ? {} : { media }) };
}
