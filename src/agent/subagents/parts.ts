/** What the agents that are sent stand on, and how they know the one that sent them. */
import type { Clock, Ids, Logger, TaskGroup } from "#base";
import { type AgentIdentity, ROOT_AGENT, type ToolContext } from "#contract";
import type { Context, Io, Outputs, Tools } from "#kernel/state";

/** Owner of the tools. */
export const OWNER = "subagents";

/** The kernel's parts that this folder uses. */
export interface SubagentParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly io: Pick<Io, "submit">;
  readonly tools: Tools;
  readonly outputs: Outputs;
  readonly context: () => Context;
  /** Owns what is waited for by nobody. */
  readonly tasks: TaskGroup;
}

/** The agent that sent one, and the conversation in which it did. */
export interface Parent {
  readonly agent: AgentIdentity;
  readonly channel: string;
}

/** Whoever calls a tool as the parent of what it makes. */
export function callerOf({ agent = ROOT_AGENT, channel }: ToolContext): Parent {
  return { agent, channel };
}
