/** One round: ask the models, gather text and whole tool calls. */
import { assert } from "#base";
import type { CompletionChunk, OpaqueState, TokenUsage, ToolCall } from "#contract";
import type { Frame } from "../scheduler/index.ts";
import { question } from "./question.ts";
import type { Turn, TurnDeps } from "./types.ts";

/** What one model round gave. */
export interface RoundAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly usage: TokenUsage | null;
  /** Tools whose calls were cut and therefore not run. */
  readonly cutCalls: readonly string[];
  /** What the provider wants back with this answer. */
  readonly opaque?: OpaqueState | undefined;
}

/** Asks the models once. Undefined: the call was called off to be made again, and what came is void. */
export async function askModels(
  deps: TurnDeps,
  turn: Turn,
  round: number,
  frame: Frame,
): Promise<RoundAnswer | undefined> {
  const answer = new Gathering(deps, turn);
  const call = frame.openCall();
  try {
    const asked = await question(deps, turn, round, call);
    // A call that was called off meanwhile is not made at all.
    call.throwIfAborted();
    for await (const chunk of deps.state.models.complete(asked, call)) {
      answer.take(chunk);
    }
  } catch (error) {
    frame.signal.throwIfAborted();
    if (!call.aborted) throw error;
  } finally {
    frame.closeCall();
  }
  frame.signal.throwIfAborted();
  // An answer that was whole before the call was called off is as good as any.
  if (call.aborted && !answer.isWhole) {
    answer.void();
    return undefined;
  }
  assert(turn.provider !== "", "models answered without naming a provider");
  const { text, reasoning, calls: toolCalls, usage } = answer;
  const chain = { turnId: turn.id, round, provider: turn.provider };
  deps.state.events.emit("agent_llm_chain", { ...chain, text, reasoning, toolCalls, usage });
  return answer;
}

type Chunk = CompletionChunk | { readonly kind: "provider"; readonly name: string };

/** An answer as it comes in. A second `provider` chunk means that the first one's text is void. */
class Gathering implements RoundAnswer {
  text = "";
  reasoning = "";
  calls: ToolCall[] = [];
  usage: TokenUsage | null = null;
  cutCalls: readonly string[] = [];
  opaque: OpaqueState | undefined;
  isWhole = false;
  readonly #deps: TurnDeps;
  readonly #turn: Turn;

  constructor(deps: TurnDeps, turn: Turn) {
    this.#deps = deps;
    this.#turn = turn;
  }

  take(chunk: Chunk): void {
    const { input, id: turnId } = this.#turn;
    switch (chunk.kind) {
      case "provider":
        this.#turn.provider = chunk.name;
        this.void();
        break;
      case "text":
        this.text += chunk.text;
        input.onDelta?.(chunk.text);
        this.#deps.state.events.emit("content_delta", { turnId, text: chunk.text });
        break;
      case "reasoning":
        this.reasoning += chunk.text;
        this.#deps.state.events.emit("reasoning_delta", { turnId, text: chunk.text });
        break;
      case "tool_call":
        this.calls.push(this.#withOwnId(chunk.call));
        break;
      case "finish":
        this.usage = chunk.usage;
        this.cutCalls = chunk.cutCalls ?? [];
        this.opaque = chunk.opaque;
        this.isWhole = true;
        break;
    }
  }

  /** Takes back all that was told so far. */
  void(): void {
    if (this.text !== "") this.#turn.input.onRestart?.();
    this.text = "";
    this.reasoning = "";
    this.calls = [];
    this.cutCalls = [];
    this.isWhole = false;
  }

  /** Results are told apart by the ids of their calls. */
  #withOwnId(call: ToolCall): ToolCall {
    const isTaken = call.id === "" || this.calls.some(({ id }) => id === call.id);
    return isTaken ? { ...call, id: this.#deps.state.ids.next("c") } : call;
  }
}
