/** The guards are guarded: every rule of the layers notices a violation that is planted for it. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkLayers, ruleNames } from "../../scripts/check/layers.ts";
import { plants, sleepingRules } from "../../scripts/check/plants.ts";

const root = join(import.meta.dirname, "..", "..");

describe("layers", () => {
  it("hold in the whole tree, and the tree was really looked at", async () => {
    const { modules, violations } = await checkLayers(root);
    expect(modules).toBeGreaterThan(50);
    expect(violations).toEqual([]);
  });

  it("have one planted violation for each rule", () => {
    expect(plants.map(({ rule }) => rule).sort()).toEqual([...ruleNames].sort());
  });

  it("notice every planted violation", async () => {
    expect(await sleepingRules(root)).toEqual([]);
  });
});
