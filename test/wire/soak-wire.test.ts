/** A slice of `soak:wire`: 200 000 frames in each direction there, 3 000 here. */
import { expect, test } from "vitest";
import { soakWire } from "../../scripts/soak/wire/simulation.ts";

test.each(["to the hub", "to the plugin"] as const)(
  "3 000 mutated frames %s: every good call is answered once, and nothing grows",
  async (direction) => {
    const report = await soakWire(direction, 11, 3_000);
    expect(report).toMatchObject({ frames: 3_000, goodCalls: 150 });
    expect(report.answers).toBeGreaterThan(report.goodCalls);
  },
);
