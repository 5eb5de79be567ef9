/** Timers: start, change, pause, resume, cancel, status. */
import type { Facts } from "../reading/facts.ts";
import type { Duration, Verb } from "../reading/types.ts";
import { type Frame, hasHead } from "./types.ts";

type Slots = Record<string, number | string>;

/** The slots of a duration; those of the timer's own length begin with "start_". */
export function durationSlots(duration: Duration, prefix: "" | "start_" = ""): Slots {
  return Object.fromEntries(
    Object.entries(duration).map(([unit, amount]) => [`${prefix}${unit}`, amount]),
  );
}

const VERBS: readonly Verb[] = [
  "set",
  "start",
  "open",
  "on",
  "run",
  "stop",
  "cancel",
  "close",
  "off",
  "pause",
  "resume",
  "add",
  "remove",
  "play",
  "work",
];

const timer: Frame = {
  roles: [
    "verb",
    "timer",
    "timer_name",
    "duration",
    "later",
    "ask",
    "be",
    "attribute",
    "step",
    "clock",
    "part",
  ],
  verbs: VERBS,
  attributes: ["state"],
  read(facts) {
    // "How much time is left?" can only be about a timer.
    const about =
      facts.roles.has("timer") || (facts.asks.includes("remaining") && facts.verbs.length === 0);
    if (!about || hasHead(facts) || (facts.part && !takesOff(facts))) return undefined;
    const own = facts.durations.filter(({ describesTimer }) => describesTimer);
    const others = facts.durations.filter(({ describesTimer }) => !describesTimer);
    if (own.length > 1 || others.length > 1) return undefined;
    const start = own[0] ? durationSlots(own[0].duration, "start_") : {};
    const which: Slots = { ...start, ...(facts.timerName ? { name: facts.timerName } : {}) };
    if (facts.asks.length > 0 || facts.attributes.includes("state")) {
      // Looking at a timer changes nothing, so a verb beside the question would be another clause.
      return facts.verbs.length === 0 && others.length === 0
        ? { intent: "HassTimerStatus", values: which }
        : undefined;
    }
    if (facts.report || !facts.imperative) return undefined;
    return (
      change(facts, which, others[0]?.duration) ??
      begin(facts, own[0]?.duration ?? others[0]?.duration, facts.durations.length)
    );
  },
};

/** "Take 5 minutes off the timer". */
const takesOff = (facts: Facts) => facts.part === "off" && facts.verbs.includes("remove");

function change(facts: Facts, which: Slots, by: Duration | undefined) {
  const said = new Set(facts.verbs);
  const up = said.has("add") || facts.steps.some((step) => step.up);
  const down = said.has("remove") || facts.steps.some((step) => !step.up);
  if (by && up !== down && facts.verbs.every((verb) => verb === "add" || verb === "remove")) {
    return {
      intent: up ? "HassIncreaseTimer" : "HassDecreaseTimer",
      values: { ...which, ...durationSlots(by) },
    };
  }
  if (by) return undefined;
  if (said.has("pause")) return { intent: "HassPauseTimer", values: which };
  if (said.has("resume")) return { intent: "HassUnpauseTimer", values: which };
  if (["cancel", "stop", "close", "off", "remove"].some((verb) => said.has(verb as Verb))) {
    const all = facts.targets.some((target) => target.all) && Object.keys(which).length === 0;
    return { intent: all ? "HassCancelAllTimers" : "HassCancelTimer", values: which };
  }
  return undefined;
}

function begin(facts: Facts, duration: Duration | undefined, count: number) {
  const starts = facts.verbs.every((verb) =>
    ["set", "start", "open", "on", "run", "add"].includes(verb),
  );
  // "add a 5 minute timer" starts one; "add 5 minutes to the timer" has been read as a change.
  if (!duration || !starts || count !== 1 || facts.steps.length > 0) return undefined;
  const name = facts.timerName ? { name: facts.timerName } : {};
  return { intent: "HassStartTimer", values: { ...durationSlots(duration), ...name } };
}

export const TIMER_FRAMES: readonly Frame[] = [timer];
