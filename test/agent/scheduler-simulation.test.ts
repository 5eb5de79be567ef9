/** A slice of `soak:scheduler`: random interleavings from a printed seed, every invariant checked. */
import { describe, expect, it } from "vitest";
import { simulate } from "../../scripts/soak/scheduler/simulation.ts";

const run = (seed: number) =>
  simulate(seed, 1000).catch((error: Error) => {
    throw new Error(`seed ${seed}, 1000 steps: ${error.message}`);
  });

describe("random steps against the real agent", () => {
  it("hold every invariant, and meet what they are about", async () => {
    const report = await run(7);
    // A run that met nothing would prove nothing.
    expect(report.replies).toBeGreaterThan(100);
    for (const count of [report.cuts, report.told, report.stopped, report.suspendedMax]) {
      expect(count).toBeGreaterThan(0);
    }
  });

  it("hold every invariant from any seed", async () => {
    await run(Date.now() % 1_000_000);
  });
});
