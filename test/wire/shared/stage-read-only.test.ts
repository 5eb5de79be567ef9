/** A stage segment as the hub shares it: children read contexts there, and can write none. */
import { expect, test } from "vitest";
import { systemClock } from "#base";
import { createStageSegment } from "#wire/shared";
import { freshContext, SMALL, startHand } from "./stage-hand.ts";

const openSegment = () =>
  createStageSegment({ clock: systemClock, size: SMALL, sharing: "read_only" });

test("a child reads what the hub writes, however often, in order and whole", async () => {
  await using segment = openSegment();
  await using hand = await startHand(segment, SMALL, "read");
  using run = segment.begin(freshContext({ finalText: "0" }));
  await hand.open(run.ticket);
  // So often that the engine compiles the reading in every tier: an atomic load would end the process.
  const watching = hand.order("watch", { value: "2000", times: 3_000_000 });
  using context = run.open();
  for (let count = 1; count <= 2000; count += 1) {
    context.finalText = String(count);
    if (count % 20 === 0) await new Promise((resolve) => void setImmediate(resolve));
  }
  expect(await watching).toBeGreaterThanOrEqual(3_000_000 + 2001);
  expect(await hand.order("close")).toBe("closed");
});

test("a child's write, push and lock are refused, and nothing has changed", async () => {
  await using segment = openSegment();
  await using hand = await startHand(segment, SMALL, "read");
  using run = segment.begin(freshContext());
  await hand.open(run.ticket);
  const refused = { code: "CONFLICT", message: "this process can only read the stage's context" };
  expect(await hand.order("set", { field: "finalText", value: "mine" })).toEqual(refused);
  expect(await hand.order("push", { value: "mine" })).toEqual(refused);
  expect(await hand.order("hold")).toEqual(refused);
  expect(await hand.order("close")).toBe("closed");
  expect(run.end()).toEqual({ changes: {}, errors: [] });
});
