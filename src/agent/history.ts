/** What a turn has of its conversation: it adds the turn's two events and renders the earlier ones. */
import {
  CONTEXT_SOURCES,
  type ContextEvent,
  type ContextToolResult,
  type MediaReference,
  type Message,
} from "#contract";
import type { ContextDraft, Input } from "#kernel/state";
import {
  type Budget,
  budgetSettings,
  contextWindowOf,
  isOverShare,
  OverflowGuard,
  type Shrinkable,
  splitBudget,
} from "./budget.ts";
import { eventTokens, windowMessages } from "./event-messages.ts";
import type { HistoryParts } from "./no-conversation.ts";
import { estimateMessages } from "./tokens.ts";

/** Characters of tool arguments and results that one event keeps, and of its answer. */
const EVENT_CHARS_MAX = 64_000;
/** Tells the model once in a turn that it does not see everything any more. */
const PRUNED_NOTE = "Older parts of this conversation were archived to make room.";

/** A turn as its conversation will remember it. */
export interface TurnInput {
  readonly turnId: string;
  readonly input: Input;
  /** The text as the stages left it. */
  readonly text: string;
  readonly media?: readonly MediaReference[];
  /** Nothing is to be derived from this turn; it is remembered all the same (F10). */
  readonly noMemory: boolean;
  /** What a cleaner made of the text, for derived things only (F10). */
  readonly derivedText?: string;
}

/** How a turn ended. */
export interface TurnAnswer {
  readonly reply: string;
  /** The turn's own messages: question, rounds, results. */
  readonly messages: readonly Message[];
  readonly noMemory: boolean;
  readonly derivedText?: string;
  /** By call: what a cleaner made of the result, null where nothing is to be derived from it. */
  readonly derivedResults?: ReadonlyMap<string, string | null>;
}

/** Tokens of a request that are not the history's. */
export interface RequestShares {
  /** System prompt and tools. */
  readonly fixed: number;
  /** The turn's own messages and notes. */
  readonly turn: number;
}

/**
 * Remembers the input, then gives the conversation so far. Nothing here waits for the disk: a lamp
 * must not; a write that fails is logged, and closing the context waits for those under way.
 */
export async function openHistory(
  state: HistoryParts,
  turn: TurnInput,
  signal: AbortSignal,
): Promise<History> {
  remember(state, inputEvent(turn));
  const history = new History(state, turn);
  await history.open(signal);
  return history;
}

/** The conversation as one turn sees it. */
export class History {
  readonly #state: HistoryParts;
  readonly #turn: TurnInput;
  readonly #guard: OverflowGuard;
  #events: readonly ContextEvent[] = [];
  #messages: readonly Message[] = [];
  #tokens = 0;
  #wasPruned = false;

  constructor(state: HistoryParts, turn: TurnInput) {
    this.#state = state;
    this.#turn = turn;
    this.#guard = new OverflowGuard(turn.turnId, state.log.scope("agent"));
  }

  /** Reads the window, which is pruned by the input. */
  async open(signal: AbortSignal): Promise<void> {
    const { events } = await this.#state.context.window(this.#request(), signal);
    this.#show(events);
  }

  /** The shares of a request with this much fixed; recall takes `memory` of it. */
  budget(fixed: number): Budget {
    const { models, config } = this.#state;
    return splitBudget(contextWindowOf(models, config), fixed, budgetSettings(config));
  }

  /**
   * Earlier messages, to stand between the system prompt and the turn's own: before each round, for
   * the turn grows. Prunes where they or the request have outgrown the budget; throws
   * `CONTEXT_OVERFLOW` where that does not help.
   */
  async messages(shares: RequestShares, signal: AbortSignal): Promise<readonly Message[]> {
    const budget = this.budget(shares.fixed);
    if (!this.#wasPruned && isOverShare(this.#tokens, budget.context)) {
      await this.#prune(budget.context, signal);
    }
    await this.#guard.ensure(budget, this.#shrinkable(shares), signal);
    return this.#messages;
  }

  /** A provider said that its window is full: makes room once more, or throws `CONTEXT_OVERFLOW`. */
  async makeRoom(shares: RequestShares, signal: AbortSignal): Promise<void> {
    await this.#guard.full(this.budget(shares.fixed), this.#shrinkable(shares), signal);
  }

  /** Remembers what was said into the turn while it ran; the turn itself shows it to the model. */
  hear(said: Omit<TurnInput, "turnId">): void {
    remember(this.#state, inputEvent({ ...said, turnId: this.#turn.turnId }));
  }

  /** Remembers how the turn ended. */
  close(answer: TurnAnswer): void {
    remember(this.#state, answerEvent(this.#turn, answer));
  }

  #shrinkable({ fixed, turn }: RequestShares): Shrinkable {
    return {
      measure: () => ({ fixed, context: this.#tokens, turn }),
      shrink: async (tokensMax, signal) => {
        const before = this.#tokens;
        await this.#prune(tokensMax, signal);
        // Only the newest are left, which stay: the model is shown less of them.
        if (this.#tokens > tokensMax) this.#show(this.#events, tokensMax);
        return before - this.#tokens;
      },
    };
  }

  async #prune(tokensMax: number, signal: AbortSignal): Promise<void> {
    const { events: all, pruned } = await this.#state.context.prune(
      { ...this.#request(), tokensMax: tokensMax + this.#ownTokens() },
      signal,
    );
    if (pruned > 0) this.#wasPruned = true;
    this.#show(all);
  }

  #show(all: readonly ContextEvent[], tokensMax?: number): void {
    this.#events = all;
    const earlier = all.filter(({ turnId }) => turnId !== this.#turn.turnId);
    const note: Message[] = this.#wasPruned ? [{ role: "system", content: PRUNED_NOTE }] : [];
    const spare = tokensMax === undefined ? undefined : tokensMax - estimateMessages(note);
    this.#messages = [...windowMessages(earlier, this.#state.clock.now(), spare), ...note];
    this.#tokens = estimateMessages(this.#messages);
  }

  /** What the window holds of this turn itself, which is not history. */
  #ownTokens(): number {
    return this.#events
      .filter(({ turnId }) => turnId === this.#turn.turnId)
      .reduce((sum, event) => sum + eventTokens(event), 0);
  }

  #request() {
    const { input, text } = this.#turn;
    return { principal: input.principal, channel: input.channel, text };
  }
}

/** Whatever happens to the write, the turn goes on. */
function remember(state: HistoryParts, draft: ContextDraft): void {
  state.context.append(draft).catch((error: unknown) => {
    state.log.scope("agent").error("turn.not_remembered", { turnId: draft.turnId, error });
  });
}

function inputEvent({
  turnId,
  input,
  text,
  media,
  noMemory,
  derivedText,
}: TurnInput): ContextDraft {
  return {
    source: sourceOf(input),
    channel: input.channel,
    personId: input.principal.personId,
    turnId,
    input: text,
    media: media ?? [],
    noMemory,
    derivedText: derivedText ?? null,
  };
}

/** A person's words are "user"; no plugin can pass for one, whatever its channel is called. */
function sourceOf({ origin, channel }: Input): string {
  if (origin === "person") return CONTEXT_SOURCES.person;
  if (origin === "timer") return "timer";
  const isTaken = Object.values<string>(CONTEXT_SOURCES).includes(channel) || channel === "";
  return isTaken ? "plugin" : channel;
}

function answerEvent(turn: TurnInput, answer: TurnAnswer): ContextDraft {
  const toolResults = toolResultsOf(answer);
  return {
    source: CONTEXT_SOURCES.agent,
    channel: turn.input.channel,
    personId: turn.input.principal.personId,
    turnId: turn.turnId,
    response: cut(answer.reply, EVENT_CHARS_MAX),
    // Those of tools stand behind their results; what was shown to the turn is its input's.
    media: answer.messages.flatMap((message, index) =>
      message.role === "user" && answer.messages[index - 1]?.role === "tool"
        ? (message.media ?? [])
        : [],
    ),
    toolsUsed: [...new Set(toolResults.map(({ name }) => name))],
    toolResults,
    noMemory: answer.noMemory,
    derivedText: answer.derivedText ?? null,
  };
}

/** Calls of a turn with their results, in order; what is too much for one event is cut, and says so. */
function toolResultsOf({ messages, derivedResults }: TurnAnswer): ContextToolResult[] {
  const wanted = new Map<string, unknown>();
  const results: ContextToolResult[] = [];
  let left = EVENT_CHARS_MAX;
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const call of message.toolCalls) wanted.set(call.id, call.arguments);
    }
    if (message.role !== "tool") continue;
    const { callId, name, outcome } = message;
    const json = JSON.stringify(wanted.get(callId) ?? {});
    const args = json.length <= left ? wanted.get(callId) : { cut: json.slice(0, left) };
    left = Math.max(0, left - json.length);
    const content = cut(message.content, left);
    left = Math.max(0, left - message.content.length);
    const derived = derivedResults?.get(callId);
    results.push({
      callId,
      name,
      arguments: args ?? {},
      outcome,
      content,
      ...(derived === undefined ? {} : { derived }),
    });
  }
  return results;
}

function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, charsMax)}\n[cut: ${text.length - charsMax} more characters]`;
}
