/** One tool call inside a round: before_toolcall → execute → after_toolcall. */
import type { ToolCall, ToolResult } from "#contract";
import type { Turn, TurnDeps } from "./types.ts";

/** Runs one call with its stages; records it and puts its result into the turn's messages. */
export async function runCall(
  { state }: TurnDeps,
  turn: Turn,
  call: ToolCall,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { context, input } = turn;
  context.toolCall = call;
  context.deny = null;
  await state.stages.run("before_toolcall", context, signal);
  const denied = denialOf(turn);
  // A handler may have changed the arguments; what is in the context now is what runs.
  const current = context.toolCall ?? call;
  const result: ToolResult = denied
    ? { outcome: "denied", content: denied }
    : await state.tools.invoke(
        current.name,
        current.arguments,
        {
          turnId: turn.id,
          callId: call.id,
          principal: input.principal,
          channel: input.channel,
          origin: input.origin,
          cause: [...input.cause, { kind: "turn", id: turn.id }, { kind: "tool", id: call.id }],
        },
        signal,
      );
  const record = { name: current.name, arguments: current.arguments, outcome: result.outcome };
  turn.records.push(record);
  context.toolResults.push(record);
  await state.stages.run("after_toolcall", context, signal);
  context.toolCall = null;
  turn.messages.push({
    role: "tool",
    callId: call.id,
    name: current.name,
    outcome: result.outcome,
    content: result.content,
    ...(result.data === undefined ? {} : { data: result.data }),
  });
  input.onTool?.(record);
  state.events.emit("tool_call", { ...record, turnId: turn.id });
  return result;
}

/** Why the call must not run: a handler said so, or short-circuited the turn. */
function denialOf({ context }: Turn): string | null {
  if (context.deny !== null) return context.deny;
  return context.response === null ? null : "the turn was answered before this call";
}
