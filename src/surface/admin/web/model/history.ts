/** From a device's past values to what a family reads: which values changed, newest first. */
import type { Cause, Device, HistoryEntry, StateValue } from "#contract";
import { capabilityOf, isMeasurement } from "./capability.ts";

/** One value that changed. `before` is undefined where the record begins. */
export interface ChangedValue {
  readonly capability: string;
  readonly before: StateValue | undefined;
  readonly after: StateValue;
}

/** What changed at one moment, and through whom. */
export interface Change {
  readonly at: string;
  readonly values: readonly ChangedValue[];
  readonly cause: readonly Cause[];
}

/** The last changes, newest first; what is only measured is left to its curve. Entries may hold the whole state or only what was told. */
export function changesOf(
  device: Device,
  entries: readonly HistoryEntry[],
  most: number,
): readonly Change[] {
  const known = new Map<string, StateValue>();
  const changes: Change[] = [];
  for (const { at, state, cause } of entries) {
    const values: ChangedValue[] = [];
    for (const [name, after] of Object.entries(state)) {
      const capability = capabilityOf(device, name);
      if (!capability || isMeasurement(capability)) continue;
      const before = known.get(name);
      known.set(name, after);
      if (before !== after && after !== null) values.push({ capability: name, before, after });
    }
    if (values.length > 0) changes.push({ at, values, cause });
  }
  return changes.slice(-most).reverse();
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
