/** Tools: what a model, the intents provider or a timer may call. */
import type { TSchema } from "typebox";
import type { AgentIdentity, AgentKind } from "./agent-identity.ts";
import type { MediaReference } from "./context-event.ts";
import type { Cause } from "./device.ts";
import type { Principal } from "./person.ts";

/** How a tool call ended (contract §2). `unknown`: no such tool; `invalid`: arguments refused. */
export type ToolOutcomeKind =
  | "ok"
  | "unknown"
  | "invalid"
  | "denied"
  | "failed"
  | "timeout"
  | "aborted"
  | "unconfirmed";

/** A tool as a model sees it, and how the loop may treat it. */
export interface ToolDefinition {
  /** `[a-zA-Z0-9_-]{1,64}`, unique in the hub. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: TSchema;
  /** In every agent's table of tools, however many there are: what a house is asked for all day. */
  readonly always?: boolean;
  /** May run beside other calls of the same round. */
  readonly parallelSafe?: boolean;
  /** Never beside another call, even where both are parallelSafe. */
  readonly serial?: boolean;
  /**
   * The output channel that a tool is about. Two calls to one channel never run side by side, and an
   * agent that may not use the channel has none of its tools.
   */
  readonly channel?: string;
  /** Its results stay out of vectors, keywords and distilling; the stored text is untouched. */
  readonly noMemory?: boolean;
  /**
   * What vectors, keywords and distilling are made of instead of a result; the stored text is
   * untouched (F10). One that throws leaves nothing to derive from.
   */
  readonly cleaner?: (content: string, signal: AbortSignal) => string | Promise<string>;
  /** The least role that may call it. Default: guest. */
  readonly role?: "guest" | "member" | "owner";
  /** Kinds of agent that it makes sense for. Default: all. */
  readonly agents?: readonly AgentKind[];
}

/** A call as a provider asks for it; `arguments` is what the model wrote, parsed. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

/** Who calls a tool and on whose behalf. */
export interface ToolContext {
  readonly turnId: string;
  readonly callId: string;
  readonly principal: Principal;
  /** The channel that the turn's input came from. */
  readonly channel: string;
  /** What kind of input began the turn; a timer's turn cannot set timers (F16). */
  readonly origin: InputOrigin;
  /** The agent that calls; absent: the root agent. */
  readonly agent?: AgentIdentity;
  /** Output channels that the calling agent may use, as `agent` says; undefined: all. */
  readonly allowedOutputs?: readonly string[];
  /** The chain up to this call, its own link (`tool`, callId) included. */
  readonly cause: readonly Cause[];
}

/** Where an input came from; `kernel` is the hub itself (work over the memory, upkeep). */
export type InputOrigin = "person" | "timer" | "plugin" | "agent" | "kernel";

/** What a call answers. Handlers must not throw for expected failures. */
export interface ToolResult {
  readonly outcome: ToolOutcomeKind;
  /** For the model: short text or JSON text. */
  readonly content: string;
  /** The same for programs, where there is one. */
  readonly data?: unknown;
  /** Pictures and sounds of the result; a model gets them in a user message after the results. */
  readonly media?: readonly MediaReference[];
}

/** One call as it is told outside (`toolCalls` of a reply). */
export interface ToolCallRecord {
  readonly name: string;
  readonly arguments: unknown;
  readonly outcome: ToolOutcomeKind;
}
