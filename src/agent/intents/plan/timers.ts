/** Timer intents as tool calls; finds the timer that is meant by its name, length or room. */
import type { Timer } from "#contract";
import { foldText, normalizeText } from "#platform/text";
import type { Meaning } from "../meaning/types.ts";
import type { Scope } from "./resolve.ts";
import type { Plan, PlannedCall } from "./types.ts";

type Values = Meaning["values"];

const SECONDS: readonly (readonly [string, number])[] = [
  ["hours", 3600],
  ["minutes", 60],
  ["seconds", 1],
];

/** Seconds in the slots of a duration; 0 when none is there. */
export function secondsIn(values: Values, prefix = ""): number {
  return SECONDS.reduce((sum, [unit, factor]) => {
    const amount = values[`${prefix}${unit}`];
    return sum + (typeof amount === "number" ? amount * factor : 0);
  }, 0);
}

/** Plans a timer intent. */
export function planTimer(
  meaning: Meaning,
  scope: Scope & { readonly timers: readonly Timer[] },
  planInner: (inner: Meaning) => Plan,
): Plan {
  if (meaning.intent === "HassStartTimer") return planStart(meaning, planInner);
  if (meaning.intent === "HassCancelAllTimers") {
    return scope.timers.length === 0
      ? { kind: "no_timer" }
      : calls([{ name: "timer_cancel", arguments: { all: true } }], null);
  }
  const found = matching(meaning, scope.timers);
  const [timer] = found;
  if (meaning.intent === "HassTimerStatus") {
    return timer
      ? calls([{ name: "timer_query", arguments: {} }], found.length === 1 ? timer : null)
      : { kind: "no_timer" };
  }
  if (!timer) return { kind: "no_timer" };
  if (found.length > 1) return { kind: "ambiguous_timer", candidates: found };
  return calls([change(meaning, timer)], timer);
}

const calls = (planned: readonly PlannedCall[], timer: Timer | null): Plan => ({
  kind: "timer",
  calls: planned,
  timer,
});

function change({ intent, values }: Meaning, { timerId }: Timer): PlannedCall {
  switch (intent) {
    case "HassIncreaseTimer":
      return { name: "timer_adjust", arguments: { timerId, deltaSeconds: secondsIn(values) } };
    case "HassDecreaseTimer":
      return { name: "timer_adjust", arguments: { timerId, deltaSeconds: -secondsIn(values) } };
    case "HassPauseTimer":
      return { name: "timer_pause", arguments: { timerId } };
    case "HassUnpauseTimer":
      return { name: "timer_resume", arguments: { timerId } };
    default:
      return { name: "timer_cancel", arguments: { timerId } };
  }
}

/** One timer, or one for each device call of the command that it shall run. */
function planStart(meaning: Meaning, planInner: (inner: Meaning) => Plan): Plan {
  const { values, inner, reminder } = meaning;
  const base = {
    durationSeconds: secondsIn(values),
    ...(typeof values["name"] === "string" ? { name: values["name"] } : {}),
    ...(reminder ? { message: reminder } : {}),
  };
  if (!inner) return calls([{ name: "timer_set", arguments: base }], null);
  const actions: PlannedCall[] = [];
  for (const one of inner) {
    const plan = planInner(one);
    if (plan.kind === "devices") {
      actions.push(
        ...plan.calls.map((call) => ({ name: "device_command", arguments: { ...call } })),
      );
    } else
      return plan.kind === "query" || plan.kind === "answer"
        ? { kind: "unsupported", topic: "later" }
        : plan;
  }
  return calls(
    actions.map((action) => ({
      name: "timer_set",
      arguments: { ...base, action: { tool: action.name, arguments: action.arguments } },
    })),
    null,
  );
}

function matching({ values, targets, timerIds }: Meaning, timers: readonly Timer[]): Timer[] {
  if (timerIds) return timers.filter(({ timerId }) => timerIds.includes(timerId));
  const name = values["name"];
  const length = secondsIn(values, "start_");
  const areas = targets.flatMap(({ area }) => area ?? []);
  const key = (text: string) => foldText(normalizeText(text));
  return timers.filter(
    (timer) =>
      (typeof name !== "string" || (timer.name !== null && key(timer.name) === key(name))) &&
      (length === 0 || timer.durationMs === length * 1000) &&
      (areas.length === 0 || (timer.areaId !== null && areas.includes(timer.areaId))),
  );
}
