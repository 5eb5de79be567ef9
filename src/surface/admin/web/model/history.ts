/** From a device's past values to what a family reads: which values changed, newest first. */
import type { Cause, Device, HistoryEntry, StateValue } from "#contract";
import { capabilityOf } from "./capability.ts";

/** One change of one capability. `before` is undefined where the record begins. */
export interface Change {
  readonly at: string;
  readonly capability: string;
  readonly before: StateValue | undefined;
  readonly after: StateValue;
  readonly cause: readonly Cause[];
}

/** The last changes, newest first. Entries may hold the whole state or only what was told. */
export function changesOf(
  device: Device,
  entries: readonly HistoryEntry[],
  most: number,
): readonly Change[] {
  const known = new Map<string, StateValue>();
  const changes: Change[] = [];
  for (const entry of entries) {
    for (const [capability, after] of Object.entries(entry.state)) {
      if (!capabilityOf(device, capability)) continue;
      const before = known.get(capability);
      known.set(capability, after);
      if (before === after || after === null) continue;
      // The first entry tells where the record begins, which is no change by itself.
      if (before === undefined && entry === entries[0] && entries.length > 1) continue;
      changes.push({ at: entry.at, capability, before, after, cause: entry.cause });
    }
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
