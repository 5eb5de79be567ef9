/** Between two steps: hears what came in meanwhile, and lets others go first. */
import type { Frame, Injected } from "../scheduler/index.ts";
import { injectedMediaNote, interruptNote, interruptNotice } from "./content.ts";
import { openContext, userMessage } from "./context.ts";
import { runStage } from "./trace.ts";
import type { Turn, TurnDeps } from "./types.ts";

/** To be asked before each model call: undefined when there is nothing to wait for, as is usual. */
export function betweenSteps(deps: TurnDeps, turn: Turn, frame: Frame): Promise<void> | undefined {
  const told = frame.takeInjected();
  if (told.length > 0) return hearAll(deps, turn, frame, told);
  const pause = frame.pause();
  return pause?.then(() => betweenSteps(deps, turn, frame));
}

async function hearAll(
  deps: TurnDeps,
  turn: Turn,
  frame: Frame,
  told: readonly Injected[],
): Promise<void> {
  for (const each of told) await hear(deps, turn, each, frame.signal);
  // More may have come while the stages looked at these.
  await betweenSteps(deps, turn, frame);
}

/** An input like any other: `on_input` sees it first, and may answer it alone (F09). */
async function hear(
  { state }: TurnDeps,
  turn: Turn,
  { input, answer }: Injected,
  signal: AbortSignal,
): Promise<void> {
  const begin = state.clock.monotonic();
  const context = openContext(turn.id, input);
  const { channel, principal } = input;
  state.events.emit("raw_input", { turnId: turn.id, channel, personId: principal.personId });
  await runStage(state.stages, "on_input", context, turn.trace, signal);
  signal.throwIfAborted();
  if (context.response !== null) {
    context.finalText = context.response;
    const durationMs = state.clock.monotonic() - begin;
    const { response: reply } = context;
    answer({ reply, turnId: turn.id, provider: turn.provider, toolCalls: [], durationMs });
    await runStage(state.stages, "after_output", context, turn.trace, signal);
    return;
  }
  if (context.noMemory) turn.context.noMemory = true;
  const heard = { ...input, text: context.rawMessage };
  const { media = [] } = input;
  turn.history?.hear({ input, text: heard.text, media, noMemory: context.noMemory });
  if (input.origin === turn.origin) {
    turn.messages.push(
      { role: "system", content: interruptNote(heard) },
      userMessage(heard.text, input),
    );
    return;
  }
  turn.messages.push({ role: "system", content: interruptNotice(heard) });
  // No system message can show anything; whose it is stands in the note before it.
  if (media.length > 0) turn.messages.push(userMessage(injectedMediaNote(media), input));
  // From here on the turn acts on these words too, and may do no more than they may (F16).
  turn.origin = input.origin;
  turn.cause = [...turn.cause, ...input.cause];
}
