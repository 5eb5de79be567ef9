/** From a device's past values to what a family reads: which values changed, newest first. */
import type { Cause, Device, HistoryEntry, StateValue } from "#contract";
import { capabilityOf, isMeasurement } from "./capability.ts";

/** One value that changed. `before` is undefined where the record begins. */
export interface ChangedValue {
  readonly capability: string;
  readonly before: StateValue | undefined;
  readonly after: StateValue;
}

/** What changed at one moment, or in one movement, and through whom. */
export interface Change {
  readonly at: string;
  /** A movement that was told step by step: only its first and its last value say anything. */
  readonly moved: boolean;
  readonly values: readonly ChangedValue[];
  readonly cause: readonly Cause[];
}

/** A curtain on its way or a slider under a thumb takes no longer, from the first step to the last. */
const MOVEMENT_MS = 30_000;

/** The last changes, newest first; what is only measured is left to its curve. Entries may hold the whole state or only what was told. */
export function changesOf(
  device: Device,
  entries: readonly HistoryEntry[],
  most: number,
): readonly Change[] {
  const known = new Map<string, StateValue>();
  const changes: Change[] = [];
  let movedFrom = Number.NEGATIVE_INFINITY;
  for (const { at, state, cause } of entries) {
    const values: ChangedValue[] = [];
    for (const [name, after] of Object.entries(state)) {
      const capability = capabilityOf(device, name);
      if (!capability || isMeasurement(capability)) continue;
      const before = known.get(name);
      known.set(name, after);
      if (before !== after && after !== null) values.push({ capability: name, before, after });
    }
    if (values.length === 0) continue;
    const change = { at, moved: false, values, cause };
    const last = changes.at(-1);
    if (last && Date.parse(at) - movedFrom <= MOVEMENT_MS && isOneMovement(device, last, change)) {
      changes[changes.length - 1] = joined(last, change);
    } else {
      movedFrom = Date.parse(at);
      changes.push(change);
    }
  }
  return changes.slice(-most).reverse();
}

/** Whether a change only goes on with what the one before began: the same cause, the same number. */
function isOneMovement(device: Device, last: Change, next: Change): boolean {
  const goesOn = next.values.some(
    ({ capability }) =>
      capabilityOf(device, capability)?.kind === "numeric" &&
      last.values.some((earlier) => earlier.capability === capability),
  );
  return goesOn && JSON.stringify(last.cause) === JSON.stringify(next.cause);
}

/** Two changes as one: each value from where it was first to where it is last. */
function joined(last: Change, next: Change): Change {
  const values = new Map(last.values.map((value) => [value.capability, value]));
  for (const value of next.values) {
    const before = values.get(value.capability)?.before ?? value.before;
    values.set(value.capability, { ...value, before });
  }
  return { ...next, moved: true, values: [...values.values()] };
}

/** A line to draw: points in a unit square, y upward, and the ends of the value axis. */
export interface Curve {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly low: number;
  readonly high: number;
}

const POINTS_MAX = 240;

/** The curve of a numeric capability between two moments; null with fewer than two values. */
export function curveOf(
  entries: readonly HistoryEntry[],
  capability: string,
  fromMs: number,
  toMs: number,
): Curve | null {
  const samples: [number, number][] = [];
  for (const entry of entries) {
    const value = entry.state[capability];
    const at = Date.parse(entry.at);
    if (typeof value === "number" && Number.isFinite(at)) samples.push([at, value]);
  }
  if (samples.length < 2) return null;
  const stride = Math.ceil(samples.length / POINTS_MAX);
  const kept = samples.filter((_, index) => index % stride === 0 || index === samples.length - 1);
  const values = samples.map(([, value]) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const height = high - low || 1;
  const points = kept.map(
    ([at, value]) =>
      [
        Math.min(1, Math.max(0, (at - fromMs) / (toMs - fromMs))),
        high === low ? 0.5 : (value - low) / height,
      ] as const,
  );
  return { points, low, high };
}
