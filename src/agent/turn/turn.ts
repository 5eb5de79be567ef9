/** One input up to its terminal event: the seven stages in their places around the tool loop. */
import { CanceledError } from "#base";
import { CONSOLIDATION_CHANNEL } from "#contract";
import type { Input } from "#kernel/state";
import { openHistory } from "../history.ts";
import { withoutConversation } from "../no-conversation.ts";
import { sendText } from "../outputs/index.ts";
import type { Frame } from "../scheduler/index.ts";
import { say } from "../texts.ts";
import { openTurn, userMessage } from "./context.ts";
import { toolLoop } from "./loop.ts";
import { paired } from "./pairs.ts";
import { openTrace, runStage, type Span } from "./trace.ts";
import type { Turn, TurnDeps } from "./types.ts";

/**
 * Runs one turn; the order is the same for every kind of input (F09). Rejects only when it was ended
 * from outside or no provider could answer.
 */
export async function runTurn(deps: TurnDeps, input: Input, frame: Frame): Promise<void> {
  const { state } = deps;
  const begin = state.clock.monotonic();
  const turn = openTurn(frame.turnId, input);
  const trace = input.trace && openTrace(state.clock, turn.id);
  turn.trace = trace;
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
  const answered = {
    reply,
    turnId: turn.id,
    provider: turn.provider,
    toolCalls: turn.records,
    durationMs: Math.round((state.clock.monotonic() - begin) * 10) / 10,
  };
  if (!trace) frame.reply(answered);
  await putOut(deps, turn, reply, frame.signal);
  // The tail belongs to the tree, so that whoever asked for it waits for the tail.
  if (trace) frame.reply({ ...answered, trace: finished(trace, turn) });
}

function finished(trace: Span, { input, provider }: Turn) {
  const { channel, principal, origin } = input;
  trace.set({ channel, person: principal.name, origin, provider: provider || "none" });
  return trace.finish();
}

/** Everything up to the final text. */
async function answer(deps: TurnDeps, turn: Turn, frame: Frame): Promise<string> {
  const { stages } = deps.state;
  const { context } = turn;
  await runStage(stages, "on_input", context, turn.trace, frame.signal);
  if (context.response === null) {
    await openConversation(deps, turn, frame.signal);
    turn.messages.push(userMessage(context.rawMessage, turn.input));
    await runStage(stages, "pre_action", context, turn.trace, frame.signal);
  }
  frame.signal.throwIfAborted();
  const own = context.response === null ? await toolLoop(deps, turn, frame) : "";
  context.finalText = context.response ?? own;
  // A set response was meant to go out as it is, so before_output is not asked (architecture §4).
  if (context.response === null) {
    await runStage(stages, "before_output", context, turn.trace, frame.signal);
  }
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
  const { media = [] } = input;
  using _read = turn.trace?.open("history", "conversation");
  const parts = turn.agent.kind === "child" ? withoutConversation(state) : state;
  turn.history = await openHistory(
    parts,
    { turnId: turn.id, input, text, media, noMemory },
    signal,
  );
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

/** The tail of a turn. */
async function putOut(
  deps: TurnDeps,
  turn: Turn,
  reply: string,
  signal: AbortSignal,
): Promise<void> {
  const { channel, deliver: way } = turn.input;
  if (way === "channel") await deliver(deps, turn, reply, signal);
  else {
    using span = turn.trace?.open("output", channel);
    span?.set({ outcome: "to_caller", characters: reply.length });
  }
  await runStage(deps.state.stages, "after_output", turn.context, turn.trace, signal);
}

/** For those who do not wait for the reply: it goes out on the channel that they spoke on. */
async function deliver(
  { state }: TurnDeps,
  { id, input, trace }: Turn,
  payload: string,
  signal: AbortSignal,
): Promise<void> {
  const { channel, principal } = input;
  const message = { payload, type: "text", personId: principal.personId };
  using span = trace?.open("output", channel);
  // The page and the command line are no channels to send on: there it is told as a timer's word is.
  const found = state.outputs.list().find(({ name }) => name === channel);
  if (!found) {
    state.events.emit("notice", { channel, personId: principal.personId, text: payload });
    span?.set({ outcome: "notice" });
    return;
  }
  const { outcome, reason } = await sendText(state.outputs, found, message, signal);
  span?.set({ outcome, ...(reason === undefined ? {} : { reason }) });
  if (outcome !== "sent")
    state.log.warn("turn.undelivered", { turnId: id, channel, outcome, reason });
}
