/** What a turn stands on and what its parts hand to one another. */
import type { Message, StageContext, ToolCallRecord } from "#contract";
import type { Input, KernelState } from "#kernel/state";
import type { Conversations } from "../conversations.ts";

/** What every kind of agent is given: the shared state, required, so that no wiring is forgotten. */
export interface TurnDeps {
  readonly state: KernelState;
  readonly conversations: Conversations;
}

/** One turn while it runs. */
export interface Turn {
  readonly id: string;
  readonly input: Input;
  /** (channel, person). */
  readonly conversation: string;
  readonly context: StageContext;
  /** Messages of this turn after the system prompt: question, rounds, results. */
  readonly messages: Message[];
  readonly records: ToolCallRecord[];
  provider: string;
}
