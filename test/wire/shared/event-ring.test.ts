/** The event ring: one writer here, readers in real processes. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemClock } from "#base";
import { EVENT_TYPES, eventMask } from "#contract";
import { createEventRing, type EventRing } from "#wire/shared";
import { type LineChild, startLineChild } from "../../support/line-child.ts";
import { createManualClock, settle } from "../../support/manual-clock.ts";

const READER = join(import.meta.dirname, "children/ring-reader.ts");
const PEST = join(import.meta.dirname, "children/ring-pest.ts");
const { log, system, tool_call, device_state } = EVENT_TYPES;
const TINY = { slots: 8, arenaBytes: 1024 };

/** Starts a reader and waits until it reads. */
async function seatReader(ring: EventRing, script: string, ...args: string[]): Promise<LineChild> {
  const seat = ring.addReader();
  const { page, wake } = seat.descriptors;
  const child = startLineChild(script, args, [ring.descriptor, page, wake]);
  seat.handedDown();
  expect(await child.next()).toBe("ready");
  return child;
}

describe("the event ring", () => {
  test("brings every event to every reader, in order and to the letter", async () => {
    using ring = createEventRing({ clock: systemClock });
    await using one = await seatReader(ring, READER, "tell");
    await using two = await seatReader(ring, READER, "tell");
    const payloads = [
      '{"text":"客厅灯 💡"}',
      "",
      '{"plain":1}',
      JSON.stringify("\ud83d"),
      "é".repeat(999),
    ];
    payloads.forEach((payload, index) => void ring.write(index, payload));
    for (const child of [one, two]) {
      for (const [type, payload] of payloads.entries()) {
        expect(await child.next()).toEqual([type, payload]);
      }
    }
  });

  test("shows a reader the types of its mask alone, and wakes it for no others", async () => {
    using ring = createEventRing({ clock: systemClock });
    await using child = await seatReader(
      ring,
      READER,
      "tell",
      String(eventMask(["log", "tool_call"])),
    );
    while (ring.figures.wakes === 0) {
      ring.write(log, "2");
      ring.flush();
      await settle();
    }
    ring.write(tool_call, "last");
    let heard: unknown;
    while (heard !== "last") {
      const line = await child.next<[number, string] | { lost: number }>();
      heard = Array.isArray(line) ? line[1] : undefined;
    }
    const { wakes } = ring.figures;
    for (let count = 0; count < 50; count += 1) {
      ring.write(device_state, "3");
      ring.flush();
    }
    expect(ring.figures.wakes - wakes).toBeLessThanOrEqual(1);
    ring.write(log, "4");
    expect(await child.next()).toEqual([log, "4"]);
  });

  test.each([
    ["slots", { slots: 1024, arenaBytes: 65_536 }, "other", 200, 700],
    ["payloads", { slots: 4096, arenaBytes: 8192 }, "o".repeat(64), 20, 100],
  ])(
    "loses nothing of a reader's types however many others pass it while it waits (%s)",
    async (_what, size, other, perRound, behindMax) => {
      using ring = createEventRing({ clock: systemClock, size });
      const seat = ring.addReader();
      const { page, wake } = seat.descriptors;
      const given = [ring.descriptor, page, wake];
      await using child = startLineChild(READER, ["tell", String(eventMask(["log"]))], given);
      seat.handedDown();
      await child.next();
      for (let round = 0; round < 60; round += 1) {
        for (let count = 0; count < perRound; count += 1) ring.write(device_state, other);
        while (ring.figures.written - seat.cursor > behindMax) await settle();
      }
      ring.write(log, "wanted");
      for (let count = 0; count < perRound; count += 1) ring.write(device_state, other);
      expect(await child.next()).toEqual([log, "wanted"]);
      // Passing by is no reason to be woken each time.
      expect(ring.figures.wakes).toBeLessThan(60);
    },
  );

  test("tells a reader that was overtaken how many it lost, and goes on with the newest", async () => {
    using ring = createEventRing({ clock: systemClock, size: TINY });
    await using child = await seatReader(ring, READER, "hold");
    ring.write(log, "first");
    expect(await child.next()).toEqual([log, "first"]);
    for (let number = 0; number < 100; number += 1) ring.write(log, String(number));
    ring.flush();
    child.say("go on");
    expect(await child.next()).toEqual({ lost: 99 });
    expect(await child.next()).toEqual([log, "99"]);
    ring.write(log, "next");
    expect(await child.next()).toEqual([log, "next"]);
  });

  test.each([
    ["slots", { slots: 8, arenaBytes: 65_536 }, 12],
    ["payloads", { slots: 1024, arenaBytes: 1024 }, 30],
  ])(
    "never shows a torn event, however much it outruns a reader (%s)",
    async (_what, size, copies) => {
      using ring = createEventRing({ clock: systemClock, size });
      await using child = await seatReader(ring, READER, "check");
      const total = 300_000;
      const lengths = Array.from({ length: copies }, (_, index) => index);
      for (let number = 0; number < total; number += 1) {
        const times = lengths[number % copies] ?? 0;
        ring.write(log, `${number}${` ${number}`.repeat(times % 16)}`);
      }
      ring.write(system, "end");
      ring.flush();
      const figures = await child.next<{ heard: number; lost: number }>();
      expect(figures).toMatchObject({ torn: 0, unordered: 0 });
      expect(figures.heard + figures.lost).toBe(total + 1);
      expect(figures.heard).toBeGreaterThan(1);
    },
  );

  test("drops a payload that is too large, says so, and tells readers that they lost one", async () => {
    using ring = createEventRing({ clock: systemClock, size: TINY });
    await using child = await seatReader(ring, READER, "tell");
    expect(ring.write(log, "x".repeat(129))).toBe(false);
    expect(ring.write(log, "y".repeat(128))).toBe(true);
    expect(ring.write(log, "灯".repeat(42))).toBe(true);
    expect(ring.write(log, "灯".repeat(43))).toBe(false);
    expect(await child.next()).toEqual({ lost: 1 });
    expect(await child.next()).toEqual([log, "y".repeat(128)]);
    expect(await child.next()).toEqual([log, "灯".repeat(42)]);
    expect(await child.next()).toEqual({ lost: 1 });
    expect(ring.figures).toMatchObject({ written: 4, dropped: 2 });
  });

  test.each([2 ** 31 - 5, 2 ** 32 - 5])(
    "counts on where its counter wraps around at %i",
    async (firstSequence) => {
      using ring = createEventRing({ clock: systemClock, size: TINY, firstSequence });
      await using child = await seatReader(ring, READER, "tell");
      for (let number = 0; number < 20; number += 1) {
        ring.write(log, String(number));
        expect(await child.next()).toEqual([log, String(number)]);
      }
      await using late = await seatReader(ring, READER, "hold");
      ring.write(log, "last");
      expect(await late.next()).toEqual([log, "last"]);
      for (let number = 0; number < 50; number += 1) ring.write(log, String(number));
      ring.flush();
      late.say("go on");
      expect(await late.next()).toEqual({ lost: 49 });
      expect(await late.next()).toEqual([log, "49"]);
    },
  );

  test("ends a reader's run when the hub closes it", async () => {
    const ring = createEventRing({ clock: systemClock });
    await using child = await seatReader(ring, READER, "tell");
    ring.write(log, "1");
    expect(await child.next()).toEqual([log, "1"]);
    ring[Symbol.dispose]();
    expect(await child.next()).toBe("closed");
    expect(await child.process.exited).toEqual({ code: 0, signal: null });
  });
});

describe("a reader that", () => {
  test("says all the time that it waits costs a bounded number of wake-ups and harms nobody", async () => {
    const clock = createManualClock();
    using ring = createEventRing({ clock });
    await using child = await seatReader(ring, READER, "tell");
    await using _pest = await seatReader(ring, PEST);
    const writeMany = (count: number) => {
      for (let number = 0; number < count; number += 1) {
        ring.write(device_state, "1");
        ring.flush();
      }
    };
    // Until the pest has used up its share of this window, which does not end by itself.
    while (clock.waiting === 0) {
      writeMany(1000);
      await settle();
    }
    writeMany(5000);
    const { wakes } = ring.figures;
    // Since time stands still: 32 for each of both readers, and one for each half of the ring, or
    // nearly half, that was begun.
    expect(wakes).toBeLessThanOrEqual(64 + 2 * Math.ceil(ring.figures.written / 3072));
    // What had to wait is made up for when the window ends.
    while (ring.figures.wakes === wakes) {
      writeMany(1);
      clock.advance(20);
      await settle();
    }
    ring.write(log, "still here");
    let isHeard = false;
    const listening = (async () => {
      while (!isHeard) {
        const line = await child.next<[number, string] | { lost: number }>();
        isHeard = Array.isArray(line) && line[1] === "still here";
      }
    })();
    while (!isHeard) {
      clock.advance(20);
      await settle();
    }
    await listening;
  });

  test("dies is not waited for, and its seat is free", async () => {
    using ring = createEventRing({ clock: systemClock, size: TINY });
    const seat = ring.addReader();
    const { page, wake } = seat.descriptors;
    await using dying = startLineChild(READER, ["tell"], [ring.descriptor, page, wake]);
    seat.handedDown();
    await dying.next();
    await using child = await seatReader(ring, READER, "tell");
    expect(ring.figures.readers).toBe(2);
    await dying.kill();
    // If it had said that it waits, a wake-up meets a broken pipe.
    for (let number = 0; number < 100; number += 1) {
      ring.write(log, String(number));
      expect(await child.next()).toEqual([log, String(number)]);
    }
    seat[Symbol.dispose]();
    expect(ring.figures.readers).toBe(1);
  });

  test("has been started cannot be given its descriptors twice", () => {
    using ring = createEventRing({ clock: systemClock, size: TINY });
    const seat = ring.addReader();
    seat.handedDown();
    expect(() => seat.descriptors).toThrow("given away");
  });
});
