/** What a turn stands on and what its parts hand to one another. */
import type {
  AgentIdentity,
  Cause,
  InputOrigin,
  Message,
  StageContext,
  ToolCallRecord,
} from "#contract";
import type { Input, KernelState } from "#kernel/state";
import type { History } from "../history.ts";
import type { Span } from "./trace.ts";

/** What every kind of agent is given: the shared state, required, so that no wiring is forgotten. */
export interface TurnDeps {
  readonly state: KernelState;
}

/** The stages' context as the turn itself writes it. */
export type TurnContext = StageContext & { toolOwner?: string | undefined };

/** One turn while it runs. */
export interface Turn {
  readonly id: string;
  readonly input: Input;
  /** Who works, and what it may use. */
  readonly agent: AgentIdentity;
  /** (channel, person). */
  readonly conversation: string;
  readonly context: TurnContext;
  /** Messages of this turn after the system prompt: question, rounds, results. */
  readonly messages: Message[];
  readonly records: ToolCallRecord[];
  /** By call: what is derived from its result instead of its content; null: nothing is (F10). */
  readonly derivedResults: Map<string, string | null>;
  /** The conversation so far; undefined for the hub's own work, and until `on_input` has seen it. */
  history: History | undefined;
  /** Where the turn records what it does next, if it is traced: under itself, or under its round. */
  trace: Span | undefined;
  provider: string;
  /** Of the input, or of what was told in between: a timer's words make it a timer's turn (F16). */
  origin: InputOrigin;
  cause: readonly Cause[];
}
