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
import { enter, runStage } from "./trace.ts";
import type { Turn, TurnDeps } from "./types.ts";

/** How a round ended: with the text for the person, with all its calls denied, or to be gone on from. */
type RoundEnd =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "denied" }
  | { readonly kind: "more" };

/** Runs the rounds; answers the text for the person, "" where a stage set the response. */
export async function toolLoop(deps: TurnDeps, turn: Turn, frame: Frame): Promise<string> {
  const { state } = deps;
  const roundsMax = Number(state.config.get("core.agent.max_tool_turns"));
  const repeats = new Repeats();
  for (let round = 0; round < roundsMax; round += 1) {
    const end = await oneRound(deps, turn, round, repeats, frame);
    if (end.kind === "text") return end.text;
    const isDenied = end.kind === "denied";
    if (isDenied && round + 1 < roundsMax) return await lastWord(deps, turn, round + 1, frame);
  }
  state.log.warn("turn.rounds_exhausted", { turnId: turn.id, roundsMax });
  return say("roundsExhausted", turn.context.rawMessage);
}

/** Asks the models and runs the calls that they make. */
async function oneRound(
  deps: TurnDeps,
  turn: Turn,
  round: number,
  repeats: Repeats,
  frame: Frame,
): Promise<RoundEnd> {
  using _recorded = enterRound(turn, round);
  const { context } = turn;
  const answer = await ask(deps, turn, round, frame);
  context.llmText = answer.text;
  context.reasoningContent = answer.reasoning;
  context.tokenUsage = answer.usage;
  await runStage(deps.state.stages, "post_action", context, turn.trace, frame.signal);
  if (context.response !== null) return ended("");
  const calls = answer.calls.slice(0, CALLS_PER_ROUND_MAX);
  if (calls.length === 0 && answer.cutCalls.length === 0) {
    return ended(context.llmText || say("nothing", context.rawMessage));
  }
  turn.messages.push(assistantMessage(answer, calls));
  const end = await runBatch(deps, turn, calls, repeats, frame);
  if (end.isAnswered) return ended("");
  if (end.isRepeated) return ended(say("repeatedCall", context.rawMessage));
  turn.messages.push(...notes(answer, calls.length));
  const isDenied = answer.cutCalls.length === 0 && end.denied === calls.length;
  return { kind: isDenied ? "denied" : "more" };
}

const ended = (text: string): RoundEnd => ({ kind: "text", text });

/** People count from one. */
const enterRound = (turn: Turn, round: number) => enter(turn, "round", String(round + 1));

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
  using _recorded = enterRound(turn, round);
  const answer = await ask(deps, turn, round, frame);
  return answer.calls.length === 0 && answer.text !== ""
    ? answer.text
    : say("allDenied", turn.context.rawMessage);
}
