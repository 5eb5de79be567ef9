/** How urgent inputs are: the one place where a level from outside is clamped, and how waiting raises it. */
import type { InputLevel, InputOrigin } from "#contract";
import type { Input } from "#kernel/state";
import { PREEMPTION_PROMOTIONS_MAX, PROMOTE_AFTER_MS } from "../limits.ts";

const TOP: InputLevel = 4;
/** The highest level of those who are not part of the hub. */
const OUTSIDE_MAX: InputLevel = 3;

/** A person waits in front of the page; a plugin's text is a message; the hub's own work can wait. */
const LEVELS: Readonly<Record<InputOrigin, InputLevel>> = {
  person: 3,
  timer: 2,
  plugin: 2,
  agent: 2,
  kernel: 1,
};

/** The level that an input is entitled to. */
export function levelOf({ level, origin, agent }: Input): InputLevel {
  const wanted = level ?? LEVELS[origin];
  // Only the kernel says which agent is to work: it speaks for a parent to the agent that it sent.
  const isOfTheHub = origin === "kernel" || origin === "timer" || agent !== undefined;
  return wanted > OUTSIDE_MAX && !isOfTheHub ? OUTSIDE_MAX : wanted;
}

/** What of a job decides over its level. */
export interface Standing {
  readonly level: number;
  /** Since when it waits, monotonic. */
  readonly since: number;
  readonly preemptions: number;
}

/** The level of one that waits: the longer, the higher. After 60 s nobody who comes later is higher. */
export function waitingLevel({ level, since }: Standing, now: number): number {
  return Math.min(TOP, level + Math.floor((now - since) / PROMOTE_AFTER_MS));
}

/** The level of one that has just been pre-empted: higher than before, so that it is not so again and again. */
export function preemptedLevel({ level, preemptions }: Standing): number {
  return preemptions > PREEMPTION_PROMOTIONS_MAX ? level : Math.min(TOP, level + 1);
}
