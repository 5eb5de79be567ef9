/** The simulated flat behaves: small physics, repeatable by its seed. */
import { describe, expect, it } from "vitest";
import { createSimulation, type Simulation } from "../../../plugins/sim/simulation.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const MIDNIGHT = Date.UTC(2026, 4, 1, 0);

function pass(simulation: Simulation, minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) simulation.advance(60);
}

describe("the simulated flat", () => {
  it("warms a heated room and leaves the others alone", () => {
    const heated = createSimulation(MIDNIGHT, 0, 7);
    const left = createSimulation(MIDNIGHT, 0, 7);
    heated.command("sim.living_ac", "mode", "heat");
    heated.command("sim.living_ac", "target_temperature", 28);
    pass(heated, 60);
    pass(left, 60);
    const gain = heated.world.room("living").temperature - left.world.room("living").temperature;
    expect(gain).toBeGreaterThan(2);
    expect(heated.world.room("bedroom")).toEqual(left.world.room("bedroom"));
  });

  it("never heats past the target", () => {
    const simulation = createSimulation(MIDNIGHT, 0, 7);
    simulation.command("sim.living_ac", "mode", "heat");
    simulation.command("sim.living_ac", "target_temperature", 26);
    pass(simulation, 300);
    expect(simulation.world.room("living").temperature).toBeGreaterThan(24.5);
    expect(simulation.world.room("living").temperature).toBeLessThan(26.5);
  });

  it("brightens a room when its curtain opens by day, and not by night", () => {
    const lux = (startMs: number, position: number) => {
      const simulation = createSimulation(startMs, 0, 7);
      simulation.command("sim.living_curtain", "position", position);
      pass(simulation, 1);
      return simulation.world.room("living").illuminance;
    };
    expect(lux(NOON, 100)).toBeGreaterThan(10 * lux(NOON, 0));
    expect(lux(MIDNIGHT, 100)).toBe(0);
  });

  it("draws the refrigerator's power in cycles", () => {
    const simulation = createSimulation(NOON, 0, 7);
    const told = new Set<unknown>();
    for (let minute = 0; minute < 120; minute += 1) {
      told.add(simulation.advance(60).get("sim.fridge_plug")?.["power"]);
    }
    expect([...told].filter((value) => value !== undefined).sort()).toEqual([2.4, 92]);
  });

  it("moves a curtain at its own pace, telling where it is", () => {
    const simulation = createSimulation(NOON, 0, 7);
    expect(simulation.command("sim.bedroom_curtain", "position", 60)).toEqual({ state: "opening" });
    const positions: unknown[] = [];
    for (let second = 0; second < 3; second += 1) {
      positions.push(simulation.advance(1).get("sim.bedroom_curtain")?.["position"]);
    }
    expect(positions).toEqual([33, 60, undefined]);
  });

  it("switches a light on when it is dimmed up and off when it is dimmed to nothing", () => {
    const simulation = createSimulation(NOON, 0, 7);
    expect(simulation.command("sim.living_light", "brightness", 30)).toMatchObject({
      on: true,
      brightness: 30,
    });
    expect(simulation.command("sim.living_light", "brightness", 0)).toMatchObject({
      on: false,
      brightness: 0,
    });
    expect(simulation.command("sim.living_light", "on", true)).toMatchObject({
      on: true,
      brightness: 100,
    });
  });

  it("sends the vacuum home when its battery is low, and charges it there", () => {
    const simulation = createSimulation(NOON, 0, 7);
    simulation.command("sim.vacuum", "action", "start");
    const activities = new Set<unknown>();
    for (let minute = 0; minute < 240; minute += 1) {
      activities.add(simulation.advance(60).get("sim.vacuum")?.["state"]);
    }
    expect(activities).toContain("docked");
    expect(activities).not.toContain("idle");
  });

  it("is the same flat for the same seed, and another for another", () => {
    const day = (seed: number) => {
      const simulation = createSimulation(NOON, 0, seed);
      const told: unknown[] = [];
      for (let minute = 0; minute < 600; minute += 1) told.push([...simulation.advance(60)]);
      return told;
    };
    expect(day(3)).toEqual(day(3));
    expect(day(3)).not.toEqual(day(4));
  });
});
