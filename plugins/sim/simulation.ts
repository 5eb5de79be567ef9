/** Brings world and devices together: one step of time, one command. Knows nothing of the hub. */
import type { DeviceState, StateValue } from "@homeagent/sdk";
import { furnish } from "./flat.ts";
import type { DeviceModel } from "./model.ts";
import { createWorld, type SimulatedWorld } from "./world.ts";

/** Physics is stable for steps up to this; a longer time is walked in several. */
const STEP_MAX_S = 30;
/** At most so many steps for one tick: a clock that jumped must not hold the plugin up. */
const STEPS_MAX = 240;

/** A running flat. */
export interface Simulation {
  readonly world: SimulatedWorld;
  readonly devices: readonly DeviceModel[];
  /** Moves on; answers what changed, by device id. */
  advance(seconds: number): ReadonlyMap<string, DeviceState>;
  /** Carries out a command; answers what is true at once. */
  command(id: string, capability: string, value: Exclude<StateValue, null>): DeviceState;
}

/** Makes a flat that starts at a moment; the same seed and steps give the same flat. */
export function createSimulation(startMs: number, offsetMinutes: number, seed: number): Simulation {
  const world = createWorld(startMs, offsetMinutes, seed);
  const devices = furnish();
  const byId = new Map(devices.map((device) => [device.declaration.id, device]));
  return {
    world,
    devices,
    advance(seconds) {
      const changed = new Map<string, DeviceState>();
      const steps = Math.min(STEPS_MAX, Math.max(1, Math.ceil(seconds / STEP_MAX_S)));
      const each = Math.min(seconds / steps, STEP_MAX_S);
      for (let step = 0; step < steps; step += 1) {
        world.step(each, devices);
        for (const device of devices) {
          const told = device.step(world, each);
          if (Object.keys(told).length === 0) continue;
          const { id } = device.declaration;
          changed.set(id, { ...changed.get(id), ...told });
        }
      }
      return changed;
    },
    command(id, capability, value) {
      const device = byId.get(id);
      if (!device) throw new Error(`the flat has no device "${id}"`);
      return device.command(capability, value);
    },
  };
}
