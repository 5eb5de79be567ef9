/** One input up to its terminal event: the seven stages in their places around the tool loop. */
import type { SayReply, StageContext } from "#contract";
import type { Input } from "#kernel/state";
import { IDENTICAL_CALLS_MAX } from "../limits.ts";
import { say } from "../texts.ts";
import { runCall } from "./call.ts";
import { askModels } from "./round.ts";
import type { Turn, TurnDeps } from "./types.ts";

/** Runs one turn. Rejects only when it was ended from outside or no provider could answer. */
export async function runTurn(
  deps: TurnDeps,
  input: Input,
  signal: AbortSignal,
): Promise<SayReply> {
  const { state, conversations } = deps;
  const begin = state.clock.monotonic();
  const turn = openTurn(deps, input);
  const { context } = turn;
  state.events.emit("raw_input", {
    turnId: turn.id,
    channel: input.channel,
    personId: input.principal.personId,
  });

  await state.stages.run("on_input", context, signal);
  if (context.response === null) {
    turn.messages.push({ role: "user", content: context.rawMessage });
    await state.stages.run("pre_action", context, signal);
  }
  const own = context.response === null ? await toolLoop(deps, turn, signal) : "";
  signal.throwIfAborted();
  context.finalText = context.response ?? own;
  // A set response was meant to go out as it is, so before_output is not asked (architecture §4).
  if (context.response === null) await state.stages.run("before_output", context, signal);
  const reply = context.response ?? context.finalText;
  state.events.emit("agent_output", { turnId: turn.id, channel: input.channel, text: reply });
  await state.stages.run("after_output", context, signal);

  turn.messages.push({ role: "assistant", content: reply, toolCalls: [] });
  if (!context.noMemory) conversations.append(turn.conversation, turn.messages);
  return {
    reply,
    turnId: turn.id,
    provider: turn.provider,
    toolCalls: turn.records,
    durationMs: Math.round((state.clock.monotonic() - begin) * 10) / 10,
  };
}

/** Rounds until no call is left, all are denied, a stage answers, or a cap is reached. */
async function toolLoop(deps: TurnDeps, turn: Turn, signal: AbortSignal): Promise<string> {
  const { state } = deps;
  const { context } = turn;
  const roundsMax = Number(state.config.get("core.agent.max_tool_turns"));
  const seen = new Map<string, number>();
  for (let round = 0; round < roundsMax; round += 1) {
    signal.throwIfAborted();
    const answer = await askModels(deps, turn, round, signal);
    context.llmText = answer.text;
    context.reasoningContent = answer.reasoning;
    context.tokenUsage = answer.usage;
    await state.stages.run("post_action", context, signal);
    if (context.response !== null) return "";
    const isLast = answer.calls.length === 0 && answer.cutCalls.length === 0;
    if (isLast) return context.llmText || say("nothing", context.rawMessage);

    turn.messages.push({
      role: "assistant",
      content: answer.text,
      ...(answer.reasoning === "" ? {} : { reasoning: answer.reasoning }),
      toolCalls: answer.calls,
    });
    let denied = 0;
    for (const call of answer.calls) {
      signal.throwIfAborted();
      const key = `${call.name} ${JSON.stringify(call.arguments)}`;
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      if (count >= IDENTICAL_CALLS_MAX) return say("repeatedCall", context.rawMessage);
      const result = await runCall(deps, turn, call, signal);
      if (result.outcome === "denied") denied += 1;
      if (context.response !== null) return "";
    }
    if (answer.cutCalls.length > 0) {
      turn.messages.push({ role: "system", content: cutNote(answer.cutCalls) });
      continue;
    }
    if (denied === answer.calls.length && round + 1 < roundsMax) {
      return await lastWord(deps, turn, round + 1, signal);
    }
  }
  state.log.warn("turn.rounds_exhausted", { turnId: turn.id, roundsMax });
  return say("roundsExhausted", context.rawMessage);
}

/** A call that the token limit cut was not run, and the model has to know (F54). */
const cutNote = (names: readonly string[]) =>
  `These tool calls were cut by the length limit and did not run: ${names.join(", ")}. Call again with shorter arguments.`;

/** All calls were denied: the model may say so in its own words, but calls nothing more. */
async function lastWord(
  deps: TurnDeps,
  turn: Turn,
  round: number,
  signal: AbortSignal,
): Promise<string> {
  const answer = await askModels(deps, turn, round, signal);
  return answer.calls.length === 0 && answer.text !== ""
    ? answer.text
    : say("allDenied", turn.context.rawMessage);
}

function openTurn({ state }: TurnDeps, input: Input): Turn {
  const context: StageContext = {
    turnId: state.ids.next("t"),
    phase: "on_input",
    rawMessage: input.text,
    userId: input.principal.personId,
    channel: input.channel,
    llmText: "",
    reasoningContent: "",
    tokenUsage: null,
    toolCall: null,
    deny: null,
    toolResults: [],
    notes: [],
    finalText: "",
    response: null,
    noMemory: false,
    errors: [],
  };
  return {
    id: context.turnId,
    input,
    conversation: `${input.channel}\u0000${input.principal.personId}`,
    context,
    messages: [],
    records: [],
    provider: "",
  };
}
