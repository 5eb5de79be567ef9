/** Compaction that was killed in the middle, at each of its steps: the next one finishes it. */
import { openSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { STAGE_FIELDS } from "#contract";
import type { StageSegment } from "#wire/shared";
import { openSharedMemory } from "../../../src/wire/shared/shared-memory.ts";
import { StageFrame } from "../../../src/wire/shared/stage/frame.ts";
import {
  bumpWord,
  FRAME_WORD,
  nextPlace,
  readBump,
  readPlace,
} from "../../../src/wire/shared/stage/layout.ts";
import { ownerWord } from "../../../src/wire/shared/stage/owner.ts";
import { freshContext, SMALL, smallSegment } from "./stage-hand.ts";

/** The steps of a compaction before the last, as far as `moves` fields, by a process that then dies. */
function compactAndDie(segment: StageSegment, token: number, moves: number): void {
  const descriptor = openSync(`/proc/self/fd/${segment.descriptor}`, "r+");
  using memory = openSharedMemory(descriptor, "write");
  const frame = new StageFrame(memory.buffer, 0, SMALL.frameBytes);
  Atomics.store(frame.words, FRAME_WORD.compactor, ownerWord(token, 0));
  const word = Atomics.load(frame.words, FRAME_WORD.bump);
  const bump = readBump(word);
  frame.swapBump(word, bumpWord({ ...bump, unit: frame.halfEnd(bump.half) }));
  let free = frame.halfStart(bump.half === 0 ? 1 : 0);
  for (let field = 0; field < moves; field += 1) {
    const place = frame.place(field);
    const units = frame.head(field, place)?.units ?? 0;
    if (units === 0) continue;
    frame.copyRecord(readPlace(place).unit, free, units);
    frame.swapPlace(field, place, nextPlace(place, free));
    free += units;
  }
}

describe("a compaction that was killed", () => {
  test.each([0, 1, 3, 9, STAGE_FIELDS.length])(
    "after %i fields is finished by the next",
    async (moves) => {
      await using segment = smallSegment();
      const dying = segment.join(4242);
      const before = freshContext({
        rawMessage: "保留".repeat(300),
        notes: ["kept"],
        toolOwner: "sim",
      });
      using run = segment.begin(before);
      using context = run.open();
      context.finalText = "一";
      compactAndDie(segment, dying, moves);
      // As long as nobody knows of the death, a write is refused and nothing changes.
      expect(() => {
        context.finalText = "二";
      }).toThrow(expect.objectContaining({ code: "BUSY" }));
      expect(segment.releaseOwner(4242)).toBe(true);
      for (let round = 0; round < 100; round += 1) context.llmText = "z".repeat(round * 3);
      expect({ ...context }).toEqual({
        ...before,
        toolResult: undefined,
        finalText: "一",
        llmText: "z".repeat(297),
      });
      expect(run.end().errors).toEqual([]);
    },
  );
});
