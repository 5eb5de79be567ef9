/** Raw values to what people read and back: the page alone converts, 204 of 254 stays 204 on the wire. */
import type { Capability } from "#contract";
import { isRanged, type RangedCapability } from "./capability.ts";

/** Capabilities whose range says nothing to people, so that they read as a share of it. */
const SHARES = new Set(["brightness", "position", "tilt", "volume", "speed", "percentage"]);
/** A fan with three steps has steps, not percents. */
const STEPS_MIN = 12;

/** Whether people read this capability in percent of its range. */
export function isShare(capability: Capability): capability is RangedCapability {
  if (!isRanged(capability)) return false;
  if (capability.unit === "%") return true;
  if (capability.unit !== undefined || !SHARES.has(capability.name)) return false;
  return (capability.max - capability.min) / (capability.step ?? 1) >= STEPS_MIN;
}

/** The percent that a raw value stands for, 0 to 100. A raw percent is taken as it is. */
export function percentOf(capability: RangedCapability, raw: number): number {
  if (isPlainPercent(capability)) return clamp(Math.round(raw), 0, 100);
  const share = (raw - capability.min) / (capability.max - capability.min);
  return clamp(Math.round(share * 100), 0, 100);
}

/** Where a raw value stands between the ends of its range, 0 to 1. */
export function shareOf(capability: RangedCapability, raw: number): number {
  return clamp((raw - capability.min) / (capability.max - capability.min), 0, 1);
}

/** The nearest value that the capability takes. */
export function snap(capability: RangedCapability, raw: number): number {
  const step = stepOf(capability);
  const steps = Math.round((raw - capability.min) / step);
  // 0.1 + 0.2: cut what floating point adds behind the step's own decimals.
  const value = Number((capability.min + steps * step).toFixed(decimalsOf(step) + 2));
  return clamp(value, capability.min, capability.max);
}

/** The capability's step; without one, a whole number, or a hundredth of a narrow range. */
export function stepOf(capability: RangedCapability): number {
  if (capability.step !== undefined) return capability.step;
  return capability.max - capability.min > 4 ? 1 : (capability.max - capability.min) / 100;
}

/** How many decimals a step has, at most three. */
export function decimalsOf(step: number): number {
  const text = String(step);
  if (text.includes("e-")) return 3;
  return Math.min(3, text.split(".")[1]?.length ?? 0);
}

function isPlainPercent(capability: RangedCapability): boolean {
  return capability.unit === "%" && capability.max <= 100 && capability.min >= 0;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
