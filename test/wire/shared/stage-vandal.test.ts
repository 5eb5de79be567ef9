/** A plugin that writes garbage over the stage segment: that stage suffers, the kernel does not. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codeOf } from "#base";
import type { StageOutcome, StageSegment } from "#wire/shared";
import { frameBytes } from "../../../src/wire/shared/stage/layout.ts";
import { startLineChild } from "../../support/line-child.ts";
import { freshContext, SMALL, smallSegment } from "./stage-hand.ts";

const VANDAL = join(import.meta.dirname, "children/stage-vandal.ts");
const EXPECTED = new Set(["PLUGIN_FAILED", "BUSY", "CONFLICT", "TOO_LARGE"]);

/** One run in which handlers of ours work as always; counts what went wrong, by its code. */
function work(segment: StageSegment, codes: Map<string, number>): StageOutcome | undefined {
  try {
    using run = segment.begin(freshContext({ rawMessage: "保留".repeat(100), notes: ["kept"] }));
    using context = run.open();
    for (let round = 0; round < 40; round += 1) {
      try {
        context.llmText = "x".repeat(round * 20);
        context.notes.push("more");
        context.finalText += "y";
        void { ...context };
      } catch (error) {
        codes.set(codeOf(error), (codes.get(codeOf(error)) ?? 0) + 1);
      }
    }
    return run.end();
  } catch (error) {
    codes.set(codeOf(error), (codes.get(codeOf(error)) ?? 0) + 1);
    return undefined;
  }
}

describe("garbage in the stage segment", () => {
  test.each(["wild", "sly"])(
    "is an error of that stage, and never a crash or an endless loop (%s)",
    async (manner) => {
      await using segment = smallSegment();
      const codes = new Map<string, number>();
      {
        await using vandal = startLineChild(
          VANDAL,
          ["7", manner, String(frameBytes(SMALL))],
          [segment.descriptor],
        );
        await vandal.next();
        for (let count = 0; count < 300; count += 1) work(segment, codes);
      }
      expect([...codes.keys()].filter((code) => !EXPECTED.has(code))).toEqual([]);
      expect(codes.get("PLUGIN_FAILED")).toBeGreaterThan(0);
      // Once the vandal is gone everything is as it should be.
      const after = new Map<string, number>();
      const outcome = work(segment, after);
      expect([...after]).toEqual([]);
      expect(outcome).toMatchObject({ errors: [], changes: { finalText: "y".repeat(40) } });
    },
  );
});
