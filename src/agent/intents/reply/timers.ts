/** Words what became of timers, and how long they still run. */
import type { Timer } from "#contract";
import { secondsIn } from "../plan/timers.ts";
import type { Command, PlannedCall } from "../plan/types.ts";
import { fill, timeText, type Voice } from "./format.ts";
import { queriedTimers, reasonIn, type ToolMessage } from "./outcomes.ts";

/** One timer command in words. */
export function wordTimer(
  { meaning, plan }: Command,
  messages: readonly (ToolMessage | undefined)[],
  timers: readonly Timer[],
  voice: Voice,
): { readonly good: string[]; readonly bad: string[] } {
  if (plan.kind !== "timer") return { good: [], bad: [] };
  const failed = messages.find((message) => message?.outcome !== "ok");
  if (failed || messages.length === 0) return { good: [], bad: [wordFailure(failed, voice)] };
  const [call] = plan.calls;
  if (!call) return { good: [], bad: [] };
  if (call.name === "timer_query")
    return { good: [], bad: [wordStatus(plan.timer, messages[0], timers, voice)] };
  if (call.name === "timer_set")
    return { good: [wordSet(meaning.values, meaning.reminder, voice)], bad: [] };
  return { good: [wordChange(call, plan.timer, voice)], bad: [] };
}

/** Why a call that names no device failed. */
export function wordFailure(message: ToolMessage | undefined, { say }: Voice): string {
  const reason =
    (message && reasonIn(message)) ??
    say.reasons[message?.outcome ?? "aborted"] ??
    say.reasons["unknown"] ??
    "";
  return fill(say.failedAll, { reason: reason.replace(/[。.]$/, "") });
}

function wordSet(
  values: Readonly<Record<string, number | string>>,
  reminder: string | undefined,
  voice: Voice,
): string {
  const { say } = voice;
  const time = timeText(secondsIn(values), voice);
  const command = values["conversation_command"];
  if (typeof command === "string") return fill(say.timerCommand, { time, command });
  const name = values["name"] ?? "";
  if (reminder !== undefined) return fill(say.timerReminder, { time, name });
  return fill(name === "" ? say.timerSet : say.timerSetNamed, { time, name });
}

function wordChange(
  { name, arguments: args }: PlannedCall,
  timer: Timer | null,
  voice: Voice,
): string {
  const { say } = voice;
  if (args["all"] === true) return say.timerChanged["all"] ?? "";
  const called = timer?.name ? fill(say.timerNamed, { name: timer.name }) : say.timer;
  const delta = args["deltaSeconds"];
  if (typeof delta !== "number") return fill(say.timerChanged[name] ?? "", { timer: called });
  const template = say.timerChanged[delta < 0 ? "remove" : "add"] ?? "";
  return fill(template, { timer: called, time: timeText(Math.abs(delta), voice) });
}

/** How long timers still run: as the tool told it, or as they were known when the question came. */
function wordStatus(
  timer: Timer | null,
  message: ToolMessage | undefined,
  known: readonly Timer[],
  voice: Voice,
): string {
  const { say } = voice;
  const told = queriedTimers(message) ?? known;
  const meant = told.filter(({ timerId }) => timer === null || timerId === timer.timerId);
  if (meant.length === 0) return say.noTimer;
  return meant
    .map(({ timerId, name, remainingMs, state }) => {
      const time = timeText(remainingMs / 1000, voice);
      const durationMs = known.find((one) => one.timerId === timerId)?.durationMs;
      const length = timeText((durationMs ?? 0) / 1000, voice);
      const left = name
        ? fill(say.timerLeftNamed, { name, time })
        : meant.length > 1 && durationMs !== undefined
          ? fill(say.timerLeftLength, { length, time })
          : fill(say.timerLeft, { time });
      return state === "paused" ? left + say.timerPaused : left;
    })
    .join(say.join);
}
