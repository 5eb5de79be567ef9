/** One input up to its terminal event: the seven stages in their places around the tool loop. */
import { CanceledError } from "#base";
import { CONSOLIDATION_CHANNEL } from "#contract";
import type { Input } from "#kernel/state";
import { openHistory } from "../history.ts";
import type { Frame } from "../scheduler/index.ts";
import { say } from "../texts.ts";
import { openTurn } from "./context.ts";
import { toolLoop } from "./loop.ts";
import { paired } from "./pairs.ts";
import type { Turn, TurnDeps } from "./types.ts";

/**
 * Runs one turn; the order is the same for every kind of input (F09). Rejects only when it was ended
 * from outside or no provider could answer.
 */
export async function runTurn(deps: TurnDeps, input: Input, frame: Frame): Promise<void> {
  const { state } = deps;
  const begin = state.clock.monotonic();
  const turn = openTurn(frame.turnId, input);
  const { channel, principal } = input;
  state.events.emit("raw_input", { turnId: turn.id, channel, personId: principal.personId });
  let reply: string;
  try {
    reply = await answer(deps, turn, frame);
  } catch (error) {
    rememberBroken(turn, error);
    throw error;
  }
  remember(turn, reply);
  state.events.emit("agent_output", { turnId: turn.id, channel, text: reply });
  frame.reply({
    reply,
    turnId: turn.id,
    provider: turn.provider,
    toolCalls: turn.records,
    durationMs: Math.round((state.clock.monotonic() - begin) * 10) / 10,
  });
  if (input.deliver === "channel") await deliver(deps, turn, reply, frame.signal);
  await state.stages.run("after_output", turn.context, frame.signal);
}

/** Everything up to the final text. */
async function answer(deps: TurnDeps, turn: Turn, frame: Frame): Promise<string> {
  const { stages } = deps.state;
  const { context } = turn;
  await stages.run("on_input", context, frame.signal);
  if (context.response === null) {
    await openConversation(deps, turn, frame.signal);
    turn.messages.push({ role: "user", content: context.rawMessage });
    await stages.run("pre_action", context, frame.signal);
  }
  frame.signal.throwIfAborted();
  const own = context.response === null ? await toolLoop(deps, turn, frame) : "";
  context.finalText = context.response ?? own;
  // A set response was meant to go out as it is, so before_output is not asked (architecture §4).
  if (context.response === null) await stages.run("before_output", context, frame.signal);
  frame.signal.throwIfAborted();
  context.finalText = context.response ?? context.finalText;
  return context.finalText;
}

/**
 * Every input but the hub's own work joins its conversation, as `on_input` left it (F09). What
 * `on_input` answered itself does not: it may have been there to keep that text from the model.
 */
async function openConversation(
  { state }: TurnDeps,
  turn: Turn,
  signal: AbortSignal,
): Promise<void> {
  const { input, context } = turn;
  if (input.channel === CONSOLIDATION_CHANNEL) return;
  const { rawMessage: text, noMemory } = context;
  turn.history = await openHistory(state, { turnId: turn.id, input, text, noMemory }, signal);
}

/** The conversation keeps the exchange, whatever is derived from it (F10). */
function remember(turn: Turn, reply: string): void {
  turn.history?.close({
    reply,
    messages: paired(turn.messages),
    noMemory: turn.context.noMemory,
    derivedResults: turn.derivedResults,
  });
}

/** A turn that was stopped, or failed after it had done things: "undo that" must know of them. */
function rememberBroken(turn: Turn, error: unknown): void {
  const isStopped = error instanceof CanceledError && error.reason === "stopped";
  if (!isStopped && turn.records.length === 0) return;
  const { rawMessage } = turn.context;
  remember(turn, say(isStopped ? "stopped" : "unfinished", rawMessage));
}

/** For those who do not wait for the reply: it goes out on the channel that they spoke on. */
async function deliver(
  { state }: TurnDeps,
  { id, input }: Turn,
  payload: string,
  signal: AbortSignal,
): Promise<void> {
  const { channel, principal } = input;
  const message = { payload, type: "text", personId: principal.personId };
  const { outcome, reason } = await state.outputs.send(channel, message, signal);
  if (outcome !== "sent")
    state.log.warn("turn.undelivered", { turnId: id, channel, outcome, reason });
}
