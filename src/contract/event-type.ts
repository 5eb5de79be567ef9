/** Kernel events as numbers: how the event ring names them, and which bit of a mask each one is. */
import type { KernelEventName } from "./event.ts";

/** Name → number, the same in every version: a number is never given to another event. Below 32. */
export const EVENT_TYPES = {
  raw_input: 0,
  agent_output: 1,
  agent_llm_chain: 2,
  tool_call: 3,
  reasoning: 4,
  stage: 5,
  system: 6,
  reasoning_delta: 7,
  content_delta: 8,
  skill_detected: 9,
  device_state: 10,
  plugin_state: 11,
  log: 12,
  house_changed: 13,
  notice: 14,
  config_changed: 15,
  token_revoked: 16,
} as const satisfies Readonly<Record<KernelEventName, number>> & Readonly<Record<string, number>>;

/**
 * Events that go through the ring, where every plugin that follows events can read all of them. The
 * others tell of tokens and of what other plugins log: they are sent to those who ask for them.
 */
export const RING_EVENTS: ReadonlySet<KernelEventName> = new Set<KernelEventName>([
  "device_state",
  "house_changed",
  "plugin_state",
  "content_delta",
  "reasoning_delta",
  "agent_llm_chain",
  "skill_detected",
  "tool_call",
  "raw_input",
  "agent_output",
  "config_changed",
  "notice",
]);

export type EventTypeName = keyof typeof EVENT_TYPES;

const names = new Map<number, EventTypeName>(
  Object.entries(EVENT_TYPES).map(([name, type]) => [type, name as EventTypeName]),
);

/** The name of a number; undefined for one that this version does not know. */
export function eventTypeName(type: number): EventTypeName | undefined {
  return names.get(type);
}

/** A mask with the bits of these events. */
export function eventMask(wanted: Iterable<EventTypeName>): number {
  let mask = 0;
  for (const name of wanted) mask |= 1 << EVENT_TYPES[name];
  return mask;
}

/** The mask of every event, also of those that a later version adds. */
export const EVENT_MASK_ALL = -1;
