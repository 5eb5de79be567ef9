/** Compaction of a process's region: when it is full, and when the process is killed at any step of it. */
import { openSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { systemClock } from "#base";
import { STAGE_FIELDS } from "#contract";
import { createStageSegment } from "#wire/shared";
import { openSharedMemory } from "../../../src/wire/shared/shared-memory.ts";
import { StageFrame } from "../../../src/wire/shared/stage/frame.ts";
import { StageOwners } from "../../../src/wire/shared/stage/owners.ts";
import { RegionWriter } from "../../../src/wire/shared/stage/region.ts";
import { encode } from "../../../src/wire/shared/stage/value.ts";
import { freshContext, SMALL, smallSegment } from "./stage-hand.ts";

/** What stands for a kill: the process does nothing more. */
class Killed extends Error {}

/** A frame whose owner is killed when it changes a word for the `steps`-th time. */
class DyingFrame extends StageFrame {
  steps = Number.POSITIVE_INFINITY;

  override swapPlace(field: number, expected: number, word: number): boolean {
    if (this.steps === 0) throw new Killed();
    this.steps -= 1;
    return super.swapPlace(field, expected, word);
  }
}

describe("a process that is killed while it compacts its region", () => {
  test.each([0, 1, 2, 3])("after %i steps leaves every field whole", async (steps) => {
    await using segment = smallSegment();
    const { region } = segment.join(4242);
    using run = segment.begin(freshContext());
    using context = run.open();
    const descriptor = openSync(`/proc/self/fd/${segment.descriptor}`, "r+");
    using memory = openSharedMemory(descriptor, "write");
    const frame = new DyingFrame(memory.buffer, SMALL, run.ticket.frame);
    const writer = new RegionWriter(frame, region);
    const values = { llmText: "一".repeat(300), notes: ["kept"], rawMessage: "二".repeat(300) };
    const put = (field: keyof typeof values | "finalText", value: unknown, version: number) => {
      const number = STAGE_FIELDS.indexOf(field);
      const record = { ...encode(field, value), version };
      return writer.put(run.ticket.epoch, number, frame.place(number), record);
    };
    for (const [field, value] of Object.entries(values))
      put(field as keyof typeof values, value, 2);
    put("finalText", "last of it", 2);
    const fill = () => {
      // Its half has 4096 bytes: after six of these it is full. Then its other three values are moved
      // and the new one is shown, in four steps.
      for (let version = 3; version < 30; version += 1) {
        if (version === 9) frame.steps = steps;
        put("finalText", "x".repeat(300), version);
      }
    };
    expect(fill).toThrow(Killed);
    const { finalText, ...rest } = { ...context };
    expect(rest).toMatchObject(values);
    expect(finalText).toBe("x".repeat(300));
    segment.releaseOwner(4242);
    // Others go on, and what it left stays until the run is over.
    for (let round = 0; round < 100; round += 1) context.finalText = "z".repeat(round * 3);
    expect(run.end()).toMatchObject({
      errors: [],
      changes: { ...values, finalText: "z".repeat(297) },
    });
  });
});

test("a process that was stopped before its write and goes on in the next run is refused", async () => {
  await using segment = createStageSegment({ clock: systemClock, size: { ...SMALL, frames: 1 } });
  const { region } = segment.join(4242);
  const run = segment.begin(freshContext());
  using memory = openSharedMemory(openSync(`/proc/self/fd/${segment.descriptor}`, "r+"), "write");
  const frame = new StageFrame(memory.buffer, SMALL, 0);
  const writer = new RegionWriter(frame, region);
  const field = STAGE_FIELDS.indexOf("finalText");
  const looked = frame.place(field);
  run.end();
  using next = segment.begin(freshContext());
  const late = { ...encode("finalText", "late"), version: 2 };
  expect(writer.put(run.ticket.epoch, field, looked, late)).toBe(false);
  expect(next.end()).toEqual({ changes: {}, errors: [] });
});

describe("a region", () => {
  test("has room for a value nearly as large as its half, again and again", async () => {
    await using segment = smallSegment();
    using run = segment.begin(freshContext({ rawMessage: "" }));
    using context = run.open();
    for (let round = 0; round < 20; round += 1) context.llmText = `${round}`.repeat(3000);
    expect(context.llmText).toBe("19".repeat(3000));
    context.notes.push("kept");
    expect(() => {
      context.llmText = "x".repeat(8192);
    }).toThrow(expect.objectContaining({ code: "TOO_LARGE" }));
    for (let round = 0; round < 20; round += 1) context.finalText = `${round}`.repeat(400);
    expect(run.end()).toEqual({
      changes: { llmText: "19".repeat(3000), notes: ["kept"], finalText: "19".repeat(400) },
      errors: [],
    });
  });

  test("of a dead process is given to nobody while a run may still hold its values", () => {
    const owners = new StageOwners(3);
    const [one, two] = [{}, {}];
    const dying = owners.join(1);
    const other = owners.join(2);
    expect([dying.region, other.region].sort()).toEqual([1, 2]);
    expect(() => owners.join(3)).toThrow(expect.objectContaining({ code: "BUSY" }));
    expect(owners.leave(1, [one, two])).toEqual([dying]);
    expect(owners.leave(1, [])).toEqual([]);
    owners.ended(one);
    expect(() => owners.join(3)).toThrow(expect.objectContaining({ code: "BUSY" }));
    owners.ended(two);
    const next = owners.join(1);
    expect(next.region).toBe(dying.region);
    expect(next.token).not.toBe(dying.token);
    owners.leave(2, []);
    expect(owners.join(4).region).toBe(other.region);
  });
});
