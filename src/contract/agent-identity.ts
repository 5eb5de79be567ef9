/** Which agent works: the hub's own, or one that it sent; and what that one may use. */

/** root: people talk to it; child: sent once with a task; resident: lives on with its own talk. */
export type AgentKind = "root" | "child" | "resident";

/** An agent as the kernel knows it. Only the kernel makes one: nothing outside can name itself. */
export interface AgentIdentity {
  readonly id: string;
  readonly kind: AgentKind;
  /** Names of tools; undefined: all. Tools of an output channel go by `allowedOutputs` alone. */
  readonly allowedTools?: readonly string[];
  /** Names of output channels; undefined: all. */
  readonly allowedOutputs?: readonly string[];
}

/** The agent that people talk to; it may use whatever the speaker's role allows. */
export const ROOT_AGENT: AgentIdentity = { id: "root", kind: "root" };

/** The conversation of an agent that was sent; nobody else speaks there. */
export function agentChannel({ kind, id }: AgentIdentity): string {
  return kind === "resident" ? `resident:${id}` : `agent:${id}`;
}

/** Whether a channel is the conversation of an agent that was sent. */
export function isAgentChannel(channel: string): boolean {
  return channel.startsWith("agent:") || channel.startsWith("resident:");
}

/** What a tool says about who may use it. */
interface UsableTool {
  readonly name: string;
  readonly channel?: string;
  readonly agents?: readonly AgentKind[];
}

/** Whether an agent may use an output channel. */
export function mayUseOutput({ allowedOutputs }: AgentIdentity, channel: string): boolean {
  return allowedOutputs === undefined || allowedOutputs.includes(channel);
}

/** Whether an agent may use a tool: asked at the table of a round and again at the call (F60). */
export function mayUseTool(agent: AgentIdentity, { name, channel, agents }: UsableTool): boolean {
  if (agents !== undefined && !agents.includes(agent.kind)) return false;
  if (channel !== undefined && !mayUseOutput(agent, channel)) return false;
  const { allowedTools } = agent;
  return allowedTools === undefined || isSending(name, channel) || allowedTools.includes(name);
}

/** The two tools that the hub itself makes for a channel; a plugin's that speaks there is a tool. */
function isSending(name: string, channel: string | undefined): boolean {
  if (channel === undefined) return false;
  return name === `output_send__${channel}` || name === `output_send__${channel}_help`;
}
