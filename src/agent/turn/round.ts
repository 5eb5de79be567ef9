/** One round: render the sections, ask the models, gather text and whole tool calls. */
import { assert } from "#base";
import type { CompletionRequest, Message, TokenUsage, ToolCall } from "#contract";
import { CALLS_PER_ROUND_MAX } from "../limits.ts";
import type { Turn, TurnDeps } from "./types.ts";

/** What one model round gave. */
export interface RoundAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly usage: TokenUsage | null;
  /** Tools whose calls were cut and therefore not run. */
  readonly cutCalls: readonly string[];
}

/** Asks the models once. A second `provider` chunk means that the first one's text is void. */
export async function askModels(
  deps: TurnDeps,
  turn: Turn,
  round: number,
  signal: AbortSignal,
): Promise<RoundAnswer> {
  let text = "";
  let reasoning = "";
  let calls: ToolCall[] = [];
  let usage: TokenUsage | null = null;
  let cutCalls: readonly string[] = [];
  for await (const chunk of deps.state.models.complete(request(deps, turn, round), signal)) {
    switch (chunk.kind) {
      case "provider":
        turn.provider = chunk.name;
        text = "";
        reasoning = "";
        calls = [];
        cutCalls = [];
        break;
      case "text":
        text += chunk.text;
        turn.input.onDelta?.(chunk.text);
        deps.state.events.emit("content_delta", { turnId: turn.id, text: chunk.text });
        break;
      case "reasoning":
        reasoning += chunk.text;
        break;
      case "tool_call":
        calls.push(chunk.call);
        break;
      case "finish":
        usage = chunk.usage;
        cutCalls = chunk.cutCalls ?? [];
        break;
    }
  }
  assert(turn.provider !== "", "models answered without naming a provider");
  return { text, reasoning, calls: calls.slice(0, CALLS_PER_ROUND_MAX), usage, cutCalls };
}

/** The request of one round; sections are rendered anew each time, for every kind of agent. */
function request({ state, conversations }: TurnDeps, turn: Turn, round: number): CompletionRequest {
  const prompt = state.promptSections
    .render(turn.input.principal)
    .map((section) => section.content)
    .join("\n\n");
  const messages: Message[] = [
    { role: "system", content: prompt },
    ...conversations.recall(turn.conversation),
    ...turn.context.notes.map((content): Message => ({ role: "system", content })),
    ...turn.messages,
  ];
  const { areaId } = turn.input;
  return {
    turnId: turn.id,
    round,
    conversation: turn.conversation,
    ...(areaId === undefined ? {} : { areaId }),
    messages,
    tools: state.tools.list(),
  };
}
