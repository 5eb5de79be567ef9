/** What the simulation knows of its inputs and turns by having watched them from outside. */
import { CONSOLIDATION_CHANNEL } from "#contract";
import type { Input } from "#kernel/state";

/** An input that was handed in. */
export interface Submission {
  readonly serial: number;
  readonly input: Input;
  readonly lane: string;
  readonly at: number;
  readonly caller: AbortController;
  /** The same input a moment before: this one ends with it. */
  readonly twinOf: Submission | undefined;
  readonly isNested: boolean;
  /** Its turn, once one began for it alone. */
  turnId: string | undefined;
  /** Its text was told to the turn of another. */
  isTold: boolean;
  ends: number;
  outcome: "reply" | "stopped" | "hung up" | "failed" | undefined;
  /** By whom it may be ended as "stopped". */
  isStopped: boolean;
}

/** A turn that began. */
export interface WatchedTurn {
  readonly turnId: string;
  readonly lane: string;
  /** Undefined for a batch of notices. */
  readonly submission: Submission | undefined;
  readonly doneCalls: Set<string>;
  cuts: number;
  outputs: number;
}

/** A violated invariant, in words. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/** Fails the run unless `holds`. */
export function require(holds: boolean, what: () => string): asserts holds {
  if (!holds) throw new Violation(what());
}

export const laneOf = ({ channel, principal }: Pick<Input, "channel" | "principal">): string =>
  `${channel}|${principal.personId}`;

/** The level that the rules give an input: written down here a second time, on purpose. */
export function baseLevel({ origin, level }: Input): number {
  const usual = { person: 3, timer: 2, plugin: 2, agent: 2, kernel: 1 }[origin];
  const wanted = level ?? usual;
  return wanted === 4 && origin !== "kernel" && origin !== "timer" ? 3 : wanted;
}

export const isStoppedBy = ({ input }: Submission, personId: string | undefined): boolean =>
  personId === undefined ||
  (input.principal.personId === personId && input.channel !== CONSOLIDATION_CHANNEL);

/** Whether it waits for a turn of its own in the usual order. */
export const isPlain = ({ input, twinOf, isNested }: Submission): boolean =>
  twinOf === undefined && !isNested && input.interrupt === undefined && input.isNotice !== true;
