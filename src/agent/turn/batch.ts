/** The calls of one round: side by side where that is safe, else one after another. */
import type { Message, ToolCall, ToolDefinition, ToolResult } from "#contract";
import type { Frame } from "../scheduler/index.ts";
import { executeCall, finishCall, type PreparedCall, prepareCall } from "./call.ts";
import { mediaNote } from "./content.ts";
import type { Repeats } from "./repeats.ts";
import type { Turn, TurnDeps } from "./types.ts";

/** How a round's calls ended. */
export interface BatchEnd {
  readonly denied: number;
  /** A stage answered for the turn. */
  readonly isAnswered: boolean;
  /** The model asked for the same once too often; that call and those behind it did not run. */
  readonly isRepeated: boolean;
}

/** Runs the calls of a round; their results stand in the order of the calls. */
export async function runBatch(
  deps: TurnDeps,
  turn: Turn,
  calls: readonly ToolCall[],
  repeats: Repeats,
  frame: Frame,
): Promise<BatchEnd> {
  const repeated = calls.findIndex((call) => repeats.isTooMany(call));
  const meant = repeated < 0 ? calls : calls.slice(0, repeated);
  const results: { readonly name: string; readonly result: ToolResult }[] = [];
  const note = (name: string, result: ToolResult) => void results.push({ name, result });
  const tools = meant.map(({ name }) => deps.state.tools.find(name));
  if (canRunTogether(meant, tools)) await runTogether(deps, turn, meant, note, frame);
  else await runInOrder(deps, turn, meant, note, frame);
  const shown = mediaMessage(results);
  if (shown) turn.messages.push(shown);
  return {
    denied: results.filter(({ result }) => result.outcome === "denied").length,
    isAnswered: turn.context.response !== null,
    isRepeated: repeated >= 0,
  };
}

type Note = (name: string, result: ToolResult) => void;

async function runInOrder(
  deps: TurnDeps,
  turn: Turn,
  calls: readonly ToolCall[],
  note: Note,
  frame: Frame,
): Promise<void> {
  const { signal } = frame;
  for (const [position, call] of calls.entries()) {
    const pause = position === 0 ? undefined : frame.pause();
    if (pause) {
      await pause;
      // The next question has to show what was said meanwhile.
      await turn.history?.open(signal);
    }
    signal.throwIfAborted();
    const prepared = await prepareCall(deps, turn, call, signal);
    signal.throwIfAborted();
    const result = await executeCall(deps, turn, prepared, signal);
    note(prepared.current.name, await finishCall(deps, turn, prepared, result, signal));
    signal.throwIfAborted();
    if (turn.context.response !== null) return;
  }
}

/**
 * The stages see one call after another, as they always do; only the tools run side by side. Where a
 * stage made other calls of them, those are looked at again.
 */
async function runTogether(
  deps: TurnDeps,
  turn: Turn,
  calls: readonly ToolCall[],
  note: Note,
  frame: Frame,
): Promise<void> {
  const { signal } = frame;
  const prepared: PreparedCall[] = [];
  for (const call of calls) {
    prepared.push(await prepareCall(deps, turn, call, signal));
    signal.throwIfAborted();
    if (turn.context.response === null) continue;
    // None has run yet, and none will.
    for (const { span } of prepared) span?.[Symbol.dispose]();
    return;
  }
  const execute = (each: PreparedCall) => executeCall(deps, turn, each, signal);
  const current = prepared.map((each) => each.current);
  const isSafe = canRunTogether(
    current,
    prepared.map(({ tool }) => tool),
  );
  const results = isSafe ? await Promise.all(prepared.map(execute)) : [];
  for (const [position, each] of prepared.entries()) {
    const result = results[position] ?? (await execute(each));
    note(each.current.name, await finishCall(deps, turn, each, result, signal));
    signal.throwIfAborted();
    if (!isSafe && turn.context.response !== null) return;
  }
}

/** Only where every tool allows it, and no two calls speak on one channel. */
function canRunTogether(
  calls: readonly ToolCall[],
  tools: readonly (ToolDefinition | undefined)[],
): boolean {
  if (calls.length < 2) return false;
  const channels = new Set<string>();
  return calls.every((call, position) => {
    const tool = tools[position];
    if (!tool?.parallelSafe || tool.serial) return false;
    const channel = tool.channel ?? channelArgument(call);
    if (channel === undefined) return true;
    const isFirst = !channels.has(channel);
    channels.add(channel);
    return isFirst;
  });
}

/** Tools for all channels name theirs in the arguments. */
function channelArgument({ arguments: args }: ToolCall): string | undefined {
  if (typeof args !== "object" || args === null) return undefined;
  const { channel } = args as { readonly channel?: unknown };
  return typeof channel === "string" ? channel : undefined;
}

/** Models see pictures in a user's message, hardly ever in a tool's. */
function mediaMessage(
  results: readonly { readonly name: string; readonly result: ToolResult }[],
): Message | undefined {
  const shown = results.flatMap(({ name, result }) =>
    (result.media ?? []).map((media) => ({ name, media })),
  );
  if (shown.length === 0) return undefined;
  return { role: "user", content: mediaNote(shown), media: shown.map(({ media }) => media) };
}
