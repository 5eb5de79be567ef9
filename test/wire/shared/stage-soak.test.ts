/** A slice of `soak:stage`: five processes, some killed while they hold the lock, nothing lost. */
import { expect, test } from "vitest";
import { soakStage } from "../../../scripts/soak/stage/simulation.ts";

test("five processes change one context under the lock, some are killed, and nothing is lost", async () => {
  const report = await soakStage(5, 200);
  expect(report).toMatchObject({ runs: 2, changes: 1000 });
  expect(report.kills).toBeGreaterThan(0);
});
