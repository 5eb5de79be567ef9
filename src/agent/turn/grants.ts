/** What the agent of a turn is and may use, as its rounds show it and its calls carry it. */
import {
  type AgentIdentity,
  type Message,
  mayUseTool,
  type ToolContext,
  type ToolDefinition,
} from "#contract";
import type { Input } from "#kernel/state";

/** What one that was sent is told about itself, behind the sections that all kinds share. */
export function agentNote({ agentNote: content }: Input): readonly Message[] {
  return content === undefined ? [] : [{ role: "system", content }];
}

/** The tools that a round offers: the same table for every kind of agent, less what it may not use. */
export function usableTools<Tool extends ToolDefinition>(
  tools: readonly Tool[],
  agent: AgentIdentity,
): readonly Tool[] {
  return tools.filter((tool) => mayUseTool(agent, tool));
}

/** What a call carries, so that it is looked at again where it runs. */
export function grantsOf(agent: AgentIdentity): Pick<ToolContext, "agent" | "allowedOutputs"> {
  const { allowedOutputs } = agent;
  return { agent, ...(allowedOutputs === undefined ? {} : { allowedOutputs }) };
}
