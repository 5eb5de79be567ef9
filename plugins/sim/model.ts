/** What the parts of the simulated flat share: a device model and the world that it lives in. */
import type { DeviceDeclaration, DeviceState, StateValue } from "@homeagent/sdk";

/** Air and light of one room. */
export interface RoomClimate {
  /** °C */
  temperature: number;
  /** % relative */
  humidity: number;
  /** lx */
  illuminance: number;
}

/** What a device sees of the world, and how it acts on it. */
export interface World {
  /** Simulated time, epoch milliseconds. */
  readonly nowMs: number;
  /** Hour of the simulated day, 0–24. */
  readonly hour: number;
  room(id: string): RoomClimate;
  /** Chance of this simulation, repeatable by its seed. */
  chance(): number;
}

/** How a device acts on its room in one step. */
export interface Influence {
  /** Watts of heat into the room; negative cools. */
  readonly heatW?: number;
  /** Lux of lamp light. */
  readonly lux?: number;
  /** Share of daylight that the device lets in, 0–1. */
  readonly daylight?: number;
  /** Grams of water taken from the air per hour. */
  readonly dryingGramsPerHour?: number;
}

/** One simulated device: what it is, how it takes commands, how time changes it. */
export interface DeviceModel {
  readonly declaration: DeviceDeclaration;
  /** Area of the device; decides which room it acts on. */
  readonly areaId: string;
  /**
   * Carries out a command and answers the values that are true at once. What takes its time (a
   * curtain) answers nothing of it and moves in `step`.
   */
  command(capability: string, value: Exclude<StateValue, null>): DeviceState;
  /** Moves on by `seconds`; answers the values that changed enough to be told. */
  step(world: World, seconds: number): DeviceState;
  influence(): Influence;
}

/** The part of a device model that each kind leaves as it is. */
export const inert = {
  step: (): DeviceState => ({}),
  influence: (): Influence => ({}),
};

/** Id, name, aliases and area of a device of the flat. */
export interface Place {
  readonly id: string;
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly area: { readonly id: string; readonly name: string };
}

/** The part of a declaration that a place fills in. */
export function placed(place: Place) {
  return {
    id: `sim.${place.id}`,
    name: place.name,
    ...(place.aliases === undefined ? {} : { aliases: [...place.aliases] }),
    area: place.area,
  };
}

/** Both ways: commands write it, the state reads it. */
export const READ_WRITE: ["read", "write"] = ["read", "write"];
/** Only told. */
export const READ: ["read"] = ["read"];
/** Only commanded. */
export const WRITE: ["write"] = ["write"];

/** A number brought into a range. */
export const clamp = (value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, value));

/** A number rounded to a step, without the digits that floating point leaves behind. */
export const roundTo = (value: number, step: number): number =>
  Number((Math.round(value / step) * step).toFixed(3));
