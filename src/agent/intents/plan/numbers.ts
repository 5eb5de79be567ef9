/** Between what people say (percent, degrees, kelvin) and a capability's own range, unit and step. */
import type { Numeric } from "./capabilities.ts";

/** A capability's range; without one of its own, percent. */
export function rangeOf(capability: Numeric): { readonly min: number; readonly max: number } {
  return { min: capability.min ?? 0, max: capability.max ?? 100 };
}

/** A raw value on the capability's grid and inside its range. */
export function snap(capability: Numeric, value: number): number {
  const { min, max } = rangeOf(capability);
  const step = capability.step ?? (Number.isInteger(max - min) && max - min > 10 ? 1 : 0);
  const onGrid = step > 0 ? min + Math.round((value - min) / step) * step : value;
  // Sums of decimals such as 0.1 leave a tail that no plugin expects.
  return Number(Math.min(max, Math.max(min, onGrid)).toFixed(6));
}

/** 30 % of 0–254 is 76. */
export function fromPercent(capability: Numeric, percent: number): number {
  const { min, max } = rangeOf(capability);
  return snap(capability, min + ((max - min) * percent) / 100);
}

/** What a raw value is in percent of the range, as people read it. */
export function toPercent(capability: Numeric, raw: number): number {
  const { min, max } = rangeOf(capability);
  return max === min ? 0 : Math.round(((raw - min) / (max - min)) * 100);
}

/** Whether color temperature is carried in mireds: the unit says so, or the range does. */
export function isMired(capability: Numeric): boolean {
  const unit = (capability.unit ?? "").toLowerCase();
  if (unit.startsWith("mired")) return true;
  return unit === "" && (capability.max ?? 0) > 0 && (capability.max ?? 0) < 1000;
}

/** Kelvin in the capability's own unit; a little outside the range is the end of it. */
export function fromKelvin(capability: Numeric, kelvin: number): number {
  return snap(capability, isMired(capability) ? 1_000_000 / kelvin : kelvin);
}

/** A raw color temperature in kelvin, rounded as people say it. */
export function toKelvin(capability: Numeric, raw: number): number {
  const kelvin = isMired(capability) && raw > 0 ? 1_000_000 / raw : raw;
  return Math.round(kelvin / 10) * 10;
}

/** Whether a capability counts in Fahrenheit. */
export function isFahrenheit(capability: Numeric): boolean {
  return (capability.unit ?? "").toUpperCase().includes("F");
}

/** Degrees as said, in the capability's unit; `said` undefined means the capability's own. */
export function fromDegrees(
  capability: Numeric,
  value: number,
  said: "celsius" | "fahrenheit" | undefined,
): number {
  if (said === "fahrenheit" && !isFahrenheit(capability)) return ((value - 32) * 5) / 9;
  if (said === "celsius" && isFahrenheit(capability)) return (value * 9) / 5 + 32;
  return value;
}
