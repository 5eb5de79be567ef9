/** One tool call: before_toolcall, the tool itself, after_toolcall. */
import { deadline } from "#base";
import type { ToolCall, ToolDefinition, ToolResult } from "#contract";
import { CLEANER_TIMEOUT_MS } from "../limits.ts";
import { untilAborted } from "../until-aborted.ts";
import { grantsOf } from "./grants.ts";
import { runStage, type Span } from "./trace.ts";
import type { Turn, TurnDeps } from "./types.ts";

/** A call that the stages have seen. */
export interface PreparedCall {
  /** As the model asked; its id names the call. */
  readonly call: ToolCall;
  /** As the stages left it: this is what runs. */
  readonly current: ToolCall;
  readonly tool: (ToolDefinition & { readonly owner: string }) | undefined;
  /** Why it must not run. */
  readonly denied: string | null;
  readonly span: Span | undefined;
}

/** Asks the stages about a call. */
export async function prepareCall(
  { state }: TurnDeps,
  { context, trace }: Turn,
  call: ToolCall,
  signal: AbortSignal,
): Promise<PreparedCall> {
  const span = trace?.open("tool", call.name);
  context.toolCall = call;
  context.toolOwner = state.tools.find(call.name)?.owner;
  context.deny = null;
  await runStage(state.stages, "before_toolcall", context, span, signal);
  const answered = context.response === null ? null : "the turn was answered before this call";
  const current = context.toolCall ?? call;
  const tool = state.tools.find(current.name);
  return { call, current, tool, denied: context.deny ?? answered, span };
}

/** Runs a prepared call. Every way to end is an outcome. */
export async function executeCall(
  { state }: TurnDeps,
  { id, input, agent, origin, cause }: Turn,
  { call, current, tool, denied, span }: PreparedCall,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (denied !== null) return { outcome: "denied", content: denied };
  using _run = span?.open("run", tool?.owner ?? "nobody");
  const context = {
    turnId: id,
    callId: call.id,
    principal: input.principal,
    channel: input.channel,
    ...grantsOf(agent),
    origin,
    cause: [...cause, { kind: "tool", id: call.id } as const],
  };
  return await state.tools.invoke(current.name, current.arguments, context, signal);
}

/** Shows the stages how a call ended, records it and puts its result into the turn's messages. */
export async function finishCall(
  deps: TurnDeps,
  turn: Turn,
  { call, current, tool, span }: PreparedCall,
  answered: ToolResult,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { context, input } = turn;
  const { state } = deps;
  const { name, arguments: args } = current;
  context.toolCall = current;
  context.toolOwner = tool?.owner;
  context.toolResult = answered;
  const told = { name, arguments: args, outcome: answered.outcome, content: answered.content };
  context.toolResults.push(told);
  await runStage(state.stages, "after_toolcall", context, span, signal);
  const result = context.toolResult ?? answered;
  span?.set({ outcome: result.outcome, callId: call.id });
  span?.[Symbol.dispose]();
  const record = { name, arguments: args, outcome: result.outcome };
  const derived = await derivedOf(deps, tool, result.content, signal);
  const ended = { ...record, content: result.content };
  // A handler may have sorted or cleared the list; what it left out stays out.
  const position = context.toolResults.indexOf(told);
  if (position >= 0) {
    context.toolResults[position] = derived === undefined ? ended : { ...ended, derived };
  }
  if (derived !== undefined) turn.derivedResults.set(call.id, derived);
  context.toolCall = null;
  context.toolOwner = undefined;
  context.toolResult = undefined;
  turn.records.push(record);
  turn.messages.push({
    role: "tool",
    callId: call.id,
    name,
    outcome: result.outcome,
    content: result.content,
    ...(result.data === undefined ? {} : { data: result.data }),
  });
  input.onTool?.(record);
  state.events.emit("tool_call", { ...record, turnId: turn.id });
  return result;
}

/**
 * What is derived from a result instead of its text; the text itself is never touched (F10). Made of
 * what the stages left, or what they took out would come back this way. Undefined: the text itself.
 */
async function derivedOf(
  { state }: TurnDeps,
  tool: ToolDefinition | undefined,
  content: string,
  signal: AbortSignal,
): Promise<string | null | undefined> {
  if (tool?.noMemory) return null;
  if (!tool?.cleaner) return undefined;
  using limit = deadline(state.clock, CLEANER_TIMEOUT_MS, signal);
  try {
    const cleaned = Promise.resolve(tool.cleaner(content, limit.signal));
    return await untilAborted(cleaned, limit.signal);
  } catch (error) {
    // It may be there to keep something out: without it nothing goes in.
    state.log.warn("tool.cleaner_failed", { tool: tool.name, error });
    return null;
  }
}
