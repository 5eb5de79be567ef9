/** What the models are asked in one round: the sections rendered anew, the conversation, the turn. */
import { codeOf, messageOf } from "#base";
import type { CompletionRequest, Message } from "#contract";
import type { ModelAttempt, ModelsRequest } from "#kernel/state";
import type { History, RequestShares } from "../history.ts";
import { estimateMessages, estimateTokens, estimateTools } from "../tokens.ts";
import { offeredTools, toolTable } from "../tool-table.ts";
import { agentNote } from "./grants.ts";
import { recordAttempt, type Span } from "./trace.ts";
import type { Turn, TurnDeps } from "./types.ts";

/** The question of a round, with what the turn can do about a full window (F08). */
export async function question(
  deps: TurnDeps,
  turn: Turn,
  round: number,
  signal: AbortSignal,
): Promise<ModelsRequest> {
  const { history, trace } = turn;
  const asked = await request(deps, turn, round, undefined, signal);
  // The hub's own work has no conversation that could be made shorter.
  const makeRoom = history && {
    makeRoom: (limit: AbortSignal) => request(deps, turn, round, history, limit),
  };
  const onAttempt = trace && {
    onAttempt: (attempt: ModelAttempt) => recordAttempt(trace, attempt),
  };
  return { ...asked, ...makeRoom, ...onAttempt };
}

/**
 * The request of one round; sections are rendered anew each time, for every kind of agent. `full` is
 * the history of a request for which a source's window was too small: it gives way first.
 */
async function request(
  { state }: TurnDeps,
  turn: Turn,
  round: number,
  full: History | undefined,
  signal: AbortSignal,
): Promise<CompletionRequest> {
  const prompt = state.promptSections
    .render(turn.input.principal, turn.agent)
    .map((section) => section.content)
    .join("\n\n");
  const table = toolTable(state.tools.list(), turn.agent);
  const own: Message[] = [
    ...turn.context.notes.map((content): Message => ({ role: "system", content })),
    ...turn.messages,
  ];
  const note = agentNote(turn.input);
  const toolTokens = estimateTools(offeredTools(table, own));
  const fixed = estimateTokens(prompt) + estimateMessages(note) + toolTokens;
  const shares = { fixed, turn: estimateMessages(own) };
  if (full) await makeRoomIn(full, shares, turn.trace, signal);
  const earlier = await turn.history?.messages(shares, signal);
  const head: Message[] = [{ role: "system", content: prompt }, ...note];
  const messages = [...head, ...(earlier ?? []), ...own];
  // Those that earlier turns opened are few, and the room above the budget holds them.
  const tools = offeredTools(table, messages);
  turn.trace?.set({
    estimatedTokens: fixed + shares.turn + estimateMessages(earlier ?? []),
    messages: messages.length,
    tools: tools.length,
  });
  const { areaId } = turn.input;
  return {
    turnId: turn.id,
    round,
    conversation: turn.conversation,
    ...(areaId === undefined ? {} : { areaId }),
    messages,
    tools,
  };
}

async function makeRoomIn(
  history: History,
  shares: RequestShares,
  trace: Span | undefined,
  signal: AbortSignal,
): Promise<void> {
  using span = trace?.open("history", "make room");
  try {
    await history.makeRoom(shares, signal);
  } catch (error) {
    span?.set({ error: codeOf(error), reason: messageOf(error) });
    throw error;
  }
}
