/** The tool loop: rounds until no call is left, all are denied, a stage answers, or a cap is reached. */
import type { Message, ToolCall } from "#contract";
import { CALLS_PER_ROUND_MAX } from "../limits.ts";
import type { Frame } from "../scheduler/index.ts";
import { say } from "../texts.ts";
import { runBatch } from "./batch.ts";
import { cutNote, droppedNote } from "./content.ts";
import { betweenSteps } from "./injected.ts";
import { Repeats } from "./repeats.ts";
import { askModels, type RoundAnswer } from "./round.ts";
import type { Turn, TurnDeps } from "./types.ts";

/** Runs the rounds; answers the text for the person, "" where a stage set the response. */
export async function toolLoop(deps: TurnDeps, turn: Turn, frame: Frame): Promise<string> {
  const { state } = deps;
  const { context } = turn;
  const roundsMax = Number(state.config.get("core.agent.max_tool_turns"));
  const repeats = new Repeats();
  for (let round = 0; round < roundsMax; round += 1) {
    const answer = await ask(deps, turn, round, frame);
    context.llmText = answer.text;
    context.reasoningContent = answer.reasoning;
    context.tokenUsage = answer.usage;
    await state.stages.run("post_action", context, frame.signal);
    if (context.response !== null) return "";
    const calls = answer.calls.slice(0, CALLS_PER_ROUND_MAX);
    if (calls.length === 0 && answer.cutCalls.length === 0) {
      return context.llmText || say("nothing", context.rawMessage);
    }
    turn.messages.push(assistantMessage(answer, calls));
    const end = await runBatch(deps, turn, calls, repeats, frame);
    if (end.isAnswered) return "";
    if (end.isRepeated) return say("repeatedCall", context.rawMessage);
    turn.messages.push(...notes(answer, calls.length));
    const isDenied = answer.cutCalls.length === 0 && end.denied === calls.length;
    if (isDenied && round + 1 < roundsMax) return await lastWord(deps, turn, round + 1, frame);
  }
  state.log.warn("turn.rounds_exhausted", { turnId: turn.id, roundsMax });
  return say("roundsExhausted", context.rawMessage);
}

/**
 * Asks the models, again where the call was called off: the results so far stay, the prompt is made
 * anew. The loop bounds how often that may happen in one turn.
 */
async function ask(deps: TurnDeps, turn: Turn, round: number, frame: Frame): Promise<RoundAnswer> {
  for (;;) {
    const others = betweenSteps(deps, turn, frame);
    if (others) {
      await others;
      // What was said while this turn stood aside belongs before its own words.
      await turn.history?.open(frame.signal);
    }
    frame.signal.throwIfAborted();
    const answer = await askModels(deps, turn, round, frame);
    if (answer) return answer;
  }
}

function assistantMessage(answer: RoundAnswer, toolCalls: readonly ToolCall[]): Message {
  const { text: content, reasoning, opaque } = answer;
  return {
    role: "assistant",
    content,
    ...(reasoning === "" ? {} : { reasoning }),
    toolCalls,
    ...(opaque === undefined ? {} : { opaque }),
  };
}

/** What the model has to know of calls that did not run. */
function notes({ cutCalls, calls }: RoundAnswer, run: number): Message[] {
  const told: string[] = [];
  if (cutCalls.length > 0) told.push(cutNote(cutCalls));
  if (calls.length > run) told.push(droppedNote(calls.length - run, run));
  return told.map((content) => ({ role: "system", content }));
}

/** All calls were denied: the model may say so in its own words, but calls nothing more. */
async function lastWord(deps: TurnDeps, turn: Turn, round: number, frame: Frame): Promise<string> {
  const answer = await ask(deps, turn, round, frame);
  return answer.calls.length === 0 && answer.text !== ""
    ? answer.text
    : say("allDenied", turn.context.rawMessage);
}
