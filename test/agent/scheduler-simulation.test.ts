/** A slice of `soak:scheduler`: random interleavings from a printed seed, every invariant checked. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../scripts/soak/scheduler/simulation.ts";

const SEEDS = [7, Date.now() % 1_000_000];

describe("2 000 random steps", () => {
  it.each(SEEDS)("hold every invariant, from seed %i", async (seed) => {
    const report = await simulate(seed, 1000).catch((error: Error) => {
      throw new Error(`seed ${seed}, 1000 steps: ${error.message}`);
    });
    // A run that met nothing would prove nothing.
    expect(report.replies).toBeGreaterThan(50);
    expect(report.cuts).toBeGreaterThan(0);
  });
});
