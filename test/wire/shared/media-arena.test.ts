/** The media arena: pieces and their owners, bytes between processes, and what is given back. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { seededRandom } from "#base";
import { type ArenaSize, createMediaArena } from "#wire/shared";
import { FreeList } from "../../../src/wire/shared/media/free-list.ts";
import { startLineChild } from "../../support/line-child.ts";

const HAND = join(import.meta.dirname, "children/arena-hand.ts");
const PAGE = 4096;
const SMALL: ArenaSize = { stepBytes: 4 * PAGE, bytesMax: 16 * PAGE, ownerBytesMax: 12 * PAGE };
const code = (wanted: string) => expect.objectContaining({ code: wanted });

describe("the media arena", () => {
  test("carries bytes both ways between the kernel and a child", async () => {
    using arena = createMediaArena();
    await using child = startLineChild(HAND, [], [arena.descriptor]);
    const piece = arena.allocate("camera", 700_001);
    child.say(JSON.stringify({ do: "fill", piece, value: 3 }));
    expect(await child.next()).toBe(2_100_003);
    const copy = arena.read("camera", piece.handle);
    expect([copy.length, copy.every((byte) => byte === 3)]).toEqual([700_001, true]);
    arena.write("camera", piece.handle, new Uint8Array(1000).fill(4));
    child.say(JSON.stringify({ do: "sum", piece }));
    expect(await child.next()).toBe(2_101_003);
    // The copy is ours: nothing that a child does later changes it.
    expect(copy[0]).toBe(3);
    expect(() => arena.write("camera", piece.handle, new Uint8Array(700_002))).toThrow(
      code("TOO_LARGE"),
    );
  });

  test("cannot be cut off by a child", async () => {
    using arena = createMediaArena(SMALL);
    await using child = startLineChild(HAND, [], [arena.descriptor]);
    const piece = arena.allocate("a", 10);
    child.say(JSON.stringify({ do: "cut", piece }));
    expect(await child.next()).toBe("EPERM");
    expect(arena.read("a", piece.handle)).toEqual(new Uint8Array(10));
  });

  test("answers for a foreign piece as for one that is not there", () => {
    using arena = createMediaArena(SMALL);
    const { handle } = arena.allocate("a", 100);
    for (const action of [
      () => arena.read("b", handle),
      () => arena.write("b", handle, new Uint8Array(1)),
      () => arena.free("b", handle),
      () => arena.free("a", handle + 1),
    ]) {
      expect(action).toThrow(code("NOT_FOUND"));
    }
    arena.free("a", handle);
    expect(() => arena.free("a", handle)).toThrow(code("NOT_FOUND"));
  });

  test("takes back what a crashed owner had, as zeros, and gives the memory to the system", async () => {
    using arena = createMediaArena();
    await using child = startLineChild(HAND, [], [arena.descriptor]);
    const pieces = [1, 2, 3].map(() => arena.allocate("dying", 1_500_000));
    const kept = arena.allocate("kept", 5000);
    for (const piece of [...pieces, kept]) {
      child.say(JSON.stringify({ do: "fill", piece, value: 1 }));
      await child.next();
    }
    const used = sharedKb();
    await child.kill();
    expect(arena.releaseOwner("dying")).toBe(3);
    expect(arena.releaseOwner("dying")).toBe(0);
    expect(used - sharedKb()).toBeGreaterThan(4000);
    expect(arena.figures).toMatchObject({ pieces: 1, usedBytes: 8192 });
    expect(arena.read("kept", kept.handle).every((byte) => byte === 1)).toBe(true);
    const next = arena.allocate("next", 3_000_000);
    expect(arena.read("next", next.handle).every((byte) => byte === 0)).toBe(true);
  });

  test("grows by steps to its maximum, then says that it is full, and shrinks again", () => {
    using arena = createMediaArena(SMALL);
    expect(arena.figures.sizeBytes).toBe(4 * PAGE);
    const large = arena.allocate("a", 10 * PAGE);
    expect(arena.figures.sizeBytes).toBe(12 * PAGE);
    const small = arena.allocate("b", 5 * PAGE);
    expect([small.offset, arena.figures.sizeBytes]).toEqual([10 * PAGE, 16 * PAGE]);
    expect(() => arena.allocate("c", 2 * PAGE)).toThrow(code("BUSY"));
    expect(() => arena.allocate("a", 3 * PAGE)).toThrow(code("BUSY"));
    expect(() => arena.allocate("c", 13 * PAGE)).toThrow(code("TOO_LARGE"));
    for (const length of [0, -1, 1.5, Number.NaN, 2 ** 60]) {
      expect(() => arena.allocate("c", length)).toThrow();
    }
    arena.free("a", large.handle);
    expect(arena.figures.sizeBytes).toBe(16 * PAGE);
    arena.free("b", small.handle);
    expect(arena.figures).toEqual({ pieces: 0, usedBytes: 0, sizeBytes: 4 * PAGE });
    expect(arena.allocate("c", 12 * PAGE).offset).toBe(0);
  });
});

/** Kilobytes of shared memory that the whole machine uses. */
function sharedKb(): number {
  return Number(/^Shmem:\s+(\d+)/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1]);
}

describe("the free list", () => {
  test("gives the first range that is large enough, and joins neighbors", () => {
    const list = new FreeList();
    list.grow(100);
    const [a, b, c, d] = [10, 20, 30, 40].map((length) => list.take(length) ?? -1);
    expect([a, b, c, d, list.take(1)]).toEqual([0, 10, 30, 60, undefined]);
    list.give(10, 20);
    list.give(60, 40);
    expect(list.take(30)).toBe(60);
    list.give(0, 10);
    list.give(30, 30);
    expect(list.ranges).toEqual([
      { start: 0, length: 60 },
      { start: 90, length: 10 },
    ]);
  });

  test("never hands out the same byte twice, and ends as it began", () => {
    const random = seededRandom(11);
    const list = new FreeList();
    list.grow(1000);
    const held: { start: number; length: number }[] = [];
    const owner = new Uint8Array(1000);
    for (let step = 0; step < 5000; step += 1) {
      const length = 1 + Math.floor(random.next() * 90);
      const start = random.next() < 0.55 ? list.take(length) : undefined;
      if (start !== undefined) {
        expect(owner.subarray(start, start + length).some((byte) => byte !== 0)).toBe(false);
        owner.fill(1, start, start + length);
        held.push({ start, length });
        continue;
      }
      const [gone] = held.splice(Math.floor(random.next() * held.length), 1);
      if (!gone) continue;
      owner.fill(0, gone.start, gone.start + gone.length);
      list.give(gone.start, gone.length);
    }
    for (const { start, length } of held) list.give(start, length);
    expect(list.ranges).toEqual([{ start: 0, length: 1000 }]);
  });
});
