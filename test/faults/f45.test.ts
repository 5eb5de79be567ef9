/** F45: a stage lock leaked across rounds and gave 93 false errors. Re-entrant, released when the stage ends or its owner dies. */
import { expect, test } from "vitest";
import { systemClock } from "#base";
import { createStageSegment } from "#wire/shared";
import { freshContext, SMALL, startHand } from "../wire/shared/stage-hand.ts";

const { signal } = new AbortController();
const ONE = { ...SMALL, frames: 1 };

test("F45: a lock that was never given back does not reach the next stage", async () => {
  await using segment = createStageSegment({ clock: systemClock, size: ONE });
  await using hand = await startHand(segment, ONE);
  for (let stage = 0; stage < 100; stage += 1) {
    using run = segment.begin(freshContext());
    await hand.open(run.ticket);
    expect(await hand.order("hold")).toBe("held");
    run.end();
    using next = segment.begin(freshContext());
    using context = next.open();
    using _locked = await context.lock(signal);
    // What it gives back late is the lock of a stage that is over, not ours.
    expect(await hand.order("free")).toBe("freed");
    using other = next.open();
    const stop = new AbortController();
    stop.abort(new Error("still locked"));
    await expect(other.lock(stop.signal)).rejects.toThrow("still locked");
  }
});

test("F45: a lock whose owner was killed is free as soon as the kernel hears of it", async () => {
  await using segment = createStageSegment({ clock: systemClock, size: ONE });
  using run = segment.begin(freshContext({ finalText: "kept" }));
  await using dying = await startHand(segment, ONE);
  await dying.open(run.ticket);
  expect(await dying.order("hold")).toBe("held");
  await dying.child.kill();
  using context = run.open();
  const waiting = context.lock(signal);
  expect(segment.releaseOwner(dying.child.process.pid)).toBe(true);
  (await waiting)[Symbol.dispose]();
  expect(context.finalText).toBe("kept");
  // Its number may come again: what it stood for is over.
  expect(segment.releaseOwner(dying.child.process.pid)).toBe(false);
});

test("F45: the death of one process leaves the lock of another alone", async () => {
  await using segment = createStageSegment({ clock: systemClock, size: ONE });
  using run = segment.begin(freshContext());
  await using holder = await startHand(segment, ONE);
  await using dying = await startHand(segment, ONE);
  await holder.open(run.ticket);
  await dying.open(run.ticket);
  expect(await holder.order("hold")).toBe("held");
  await dying.child.kill();
  expect(segment.releaseOwner(dying.child.process.pid)).toBe(false);
  expect(await holder.order("free")).toBe("freed");
  using context = run.open();
  (await context.lock(signal))[Symbol.dispose]();
});
