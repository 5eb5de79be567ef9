/** Recall over the retrieval sets, which lie outside of the project: skipped where they are not there. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSet } from "../../../scripts/bench/recall/run.ts";
import { readSet } from "../../../scripts/bench/recall/sets.ts";

const SETS = join(import.meta.dirname, "..", "..", "..", "..", "shared", "data", "recall");

test.for([
  { name: "locomo-turns", mode: "isolated", hitAt5: 75, hitAt10: 83 },
  { name: "locomo-turns", mode: "pooled", hitAt5: 75, hitAt10: 80 },
  { name: "memdaily", mode: "pooled", hitAt5: 97.5, hitAt10: 97.5 },
] as const)(
  "$name, $mode: $hitAt5 % among five, $hitAt10 % among ten",
  async (target, { skip }) => {
    const file = join(SETS, `${target.name}.json`);
    skip(!existsSync(file), `there is no ${target.name} beside the project (shared/data/recall)`);
    const answered = await runSet(await readSet(file), target.mode);
    const hitAt = (k: number) =>
      (100 * answered.filter(({ rank }) => rank < k).length) / answered.length;
    expect(hitAt(5)).toBeGreaterThanOrEqual(target.hitAt5);
    expect(hitAt(10)).toBeGreaterThanOrEqual(target.hitAt10);
  },
);
