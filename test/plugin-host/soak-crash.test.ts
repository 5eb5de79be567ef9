/** A slice of `soak:crash`: 1 000 kills there, 20 here. */
import { expect, test } from "vitest";
import { soakCrash } from "../../scripts/soak/crash/simulation.ts";

test("20 kills of five plugins under load: every call ends, and nothing is left behind", async () => {
  const report = await soakCrash(5, 20);
  expect(report.kills).toBe(20);
  expect(report.answered).toBeGreaterThan(20);
  expect(report.killedStarting).toBeGreaterThan(0);
  expect(report.registrations).toBeGreaterThan(0);
  expect(report.stages).toBeGreaterThan(0);
});
