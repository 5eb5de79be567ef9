/** What is to be done about an intent: tool calls, an answer, or the reason why neither. */
import type { Area, Device, Intent, Timer } from "#contract";
import { TARGETS_MAX } from "../limits.ts";
import type { Meaning } from "../meaning/types.ts";
import type { Kind } from "../reading/types.ts";

/** One call of `device_command`. Values are raw, in the capability's own range and unit. */
export interface DeviceCall {
  readonly targets: readonly string[];
  readonly capability: string;
  readonly value: boolean | number | string;
}

/** A call of any house tool. */
export interface PlannedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Where a thing was looked for, as the house calls the place. */
export interface Place {
  readonly area?: string;
  readonly floor?: string;
}

/** What to do about one command. */
export type Plan =
  /** Devices change. */
  | {
      readonly kind: "devices";
      readonly calls: readonly DeviceCall[];
      readonly devices: readonly string[];
    }
  /** Devices are asked. */
  | { readonly kind: "query"; readonly targets: readonly string[] }
  | { readonly kind: "timer"; readonly calls: readonly PlannedCall[]; readonly timer: Timer | null }
  /** Answered without a tool. */
  | { readonly kind: "answer" }
  /** Nothing has to change: it is so already. */
  | { readonly kind: "already"; readonly devices: readonly string[]; readonly limit: "max" | "min" }
  /** Several things fit; the person is asked. */
  | { readonly kind: "ambiguous"; readonly candidates: readonly Device[] }
  | { readonly kind: "ambiguous_area"; readonly candidates: readonly Area[] }
  | { readonly kind: "ambiguous_timer"; readonly candidates: readonly Timer[] }
  /** Nothing fits. */
  | { readonly kind: "unknown_device"; readonly text: string; readonly similar: readonly Device[] }
  | { readonly kind: "unknown_area"; readonly text: string }
  | {
      readonly kind: "not_there";
      readonly name: string;
      readonly place: Place;
      readonly actual: string | null;
    }
  | { readonly kind: "none_of_kind"; readonly what: Kind | null; readonly place: Place }
  | { readonly kind: "no_timer" }
  /** All candidates are away: asking which of them would help nobody. */
  | { readonly kind: "unreachable"; readonly devices: readonly Device[] }
  /** Only its lock can be moved of a door; the person is asked. `meaning` is what a yes means. */
  | {
      readonly kind: "lock_instead";
      readonly candidates: readonly Device[];
      readonly meaning: Meaning;
    }
  /** 其他, but nothing was spoken of that it could be other than. */
  | { readonly kind: "which_others" }
  /** "it", but nothing was spoken of; or "here", but nobody knows where that is. */
  | { readonly kind: "which_thing" }
  | { readonly kind: "which_room" }
  /** The devices cannot do it. */
  | { readonly kind: "cannot"; readonly devices: readonly Device[]; readonly wants: string }
  | {
      readonly kind: "out_of_range";
      readonly device: Device;
      readonly min: number;
      readonly max: number;
      readonly unit: string;
    }
  /** The hub has nothing that does this: lists, broadcasts, searching for media, … */
  | { readonly kind: "unsupported"; readonly topic: string };

/** One understood command. */
export interface Command extends Intent {
  readonly meaning: Meaning;
  readonly plan: Plan;
}

/** Plans that lead to tool calls or to an answer; the others stop the whole sentence. */
export function isFeasible(plan: Plan): boolean {
  return ["devices", "query", "timer", "answer", "already", "unsupported"].includes(plan.kind);
}

/** Lists that a house tool takes in one call. */
export function inChunks(ids: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < ids.length; at += TARGETS_MAX) chunks.push(ids.slice(at, at + TARGETS_MAX));
  return chunks;
}
