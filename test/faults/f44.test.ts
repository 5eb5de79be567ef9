/** F44: memory was unmapped before a callback had finished. Stop, wait, then unmap; the end is reported after the last callback. */
import { openSync } from "node:fs";
import { expect, test } from "vitest";
import { systemClock } from "#base";
import { EVENT_TYPES } from "#contract";
import {
  createEventRing,
  createStageSegment,
  openEventReader,
  openStageMember,
} from "#wire/shared";
import { createManualClock, settle } from "../support/manual-clock.ts";
import { freshContext, SMALL } from "../wire/shared/stage-hand.ts";

/** A descriptor of its own for the same file, as a child would have it. */
const again = (descriptor: number, flags: string) => openSync(`/proc/self/fd/${descriptor}`, flags);

test("F44: a reader's memory stays until its listener has finished, and its end comes after that", async () => {
  using ring = createEventRing({ clock: systemClock });
  const { page, wake } = ring.addReader().descriptors;
  const reader = openEventReader({
    ring: again(ring.descriptor, "r"),
    page: again(page, "r+"),
    wake: again(wake, "r"),
  });
  const told: string[] = [];
  const called = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const listener = {
    async onEvent() {
      told.push("begun");
      called.resolve();
      await finish.promise;
      told.push("finished");
    },
    onLost: () => undefined,
  };
  const run = reader.run(listener, signal).catch(() => told.push("run over"));
  ring.write(EVENT_TYPES.log, "1");
  ring.write(EVENT_TYPES.log, "2");
  await called.promise;
  const closing = reader[Symbol.asyncDispose]().then(() => told.push("closed"));
  await settle();
  expect(told).toEqual(["begun"]);
  finish.resolve();
  await Promise.all([run, closing]);
  // The second event was read with the first; it is not handed over to somebody who is going.
  expect(told).toEqual(["begun", "finished", "run over", "closed"]);
});

test("F44: a member's memory stays until its handlers have finished", async () => {
  await using segment = createStageSegment({ clock: systemClock, size: SMALL });
  using run = segment.begin(freshContext());
  const member = openStageMember({
    descriptor: again(segment.descriptor, "r+"),
    owner: segment.join(process.pid),
    clock: systemClock,
    size: SMALL,
  });
  const context = member.open(run.ticket);
  let isClosed = false;
  const closing = member[Symbol.asyncDispose]().then(() => {
    isClosed = true;
  });
  await settle();
  context.finalText = "written while it closes";
  expect(isClosed).toBe(false);
  context[Symbol.dispose]();
  await closing;
  expect(run.end().changes).toEqual({ finalText: "written while it closes" });
});

test("F44: a handler that hangs meets an error when it goes on, not memory that is gone", async () => {
  const clock = createManualClock();
  const segment = createStageSegment({ clock, size: SMALL });
  const run = segment.begin(freshContext());
  const context = run.open();
  const { notes } = context;
  const closing = segment[Symbol.asyncDispose]();
  await settle();
  clock.advance(5000);
  await closing;
  const over = expect.objectContaining({ code: "CONFLICT" });
  expect(() => context.finalText).toThrow(over);
  expect(() => notes.push("late")).toThrow(over);
  expect(() => {
    context.finalText = "late";
  }).toThrow(over);
  expect(() => run.end()).toThrow(over);
  context[Symbol.dispose]();
  run[Symbol.dispose]();
});
