/** The public sentences that we are measured by; skipped where `../shared` is absent. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "#base";
import { readCases } from "../../../scripts/bench/intents/cases.ts";
import { isSame } from "../../../scripts/bench/intents/compare.ts";
import { caseHouse } from "../../../scripts/bench/intents/house.ts";
import { createUnderstander } from "../../../src/agent/intents/index.ts";

const folder = resolve(import.meta.dirname, "../../../../shared/data/intents");

/** Below what is reached by a little: a change that costs more than that is a mistake. */
const LEAST: readonly (readonly [string, number])[] = [
  ["zh-cn", 98],
  ["zh-tw", 98],
  ["en", 98],
];

describe("public sentences", () => {
  it.each(LEAST)("of %s are understood to at least %d %", async (name, least) => {
    const path = resolve(folder, `${name}.json`);
    if (!existsSync(path)) {
      process.stderr.write(`skipped: ${path} is not here\n`);
      return;
    }
    const { language, cases } = await readCases(path);
    let right = 0;
    let all = 0;
    for (const [index, one] of cases.entries()) {
      const { house, areaId, timers } = caseHouse(one, index + 1);
      const understander = createUnderstander({ clock: systemClock });
      for (const sentence of one.sentences) {
        const context = { language, timers, ...(areaId === undefined ? {} : { areaId }) };
        const understanding = await understander.understand(sentence, house, context);
        all += 1;
        if (isSame({ one, sentence, understanding })) right += 1;
      }
    }
    expect(all).toBeGreaterThan(300);
    expect((100 * right) / all).toBeGreaterThanOrEqual(least);
  });
});
