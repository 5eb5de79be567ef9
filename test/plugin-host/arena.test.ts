/** Media through memory that a plugin in a real, held process shares with the hub. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Media } from "#kernel/state";
import { openEvery } from "../support/every-hub.ts";
import { openPluginHub, type PluginHub } from "../support/plugin-hub.ts";

const MIB = 1024 * 1024;

/** Arenas that this process has mapped. */
const arenasMapped = () =>
  readFileSync("/proc/self/maps", "utf8")
    .split("\n")
    .filter((line) => line.includes("homeagent-media")).length;

/** A hub whose store keeps what it was given; the real one has tests of its own. */
async function openKeeping(copies?: Parameters<typeof openEvery>[1]) {
  const kept: Uint8Array[] = [];
  const media: Media = {
    isEnabled: true,
    put: (bytes, mime) => {
      kept.push(bytes);
      return Promise.resolve({ digest: "a".repeat(64), kind: "image", mime });
    },
    get: () => Promise.resolve(undefined),
  };
  const before = ({ state }: PluginHub) => void state.fill("media", media);
  return Object.assign(await openEvery({ before }, copies), { kept });
}

test("media larger than a frame arrive byte by byte, and their pieces are given back", async () => {
  await using hub = await openKeeping();
  // Together more than one plugin may hold at once, so that nothing may be left behind.
  for (let round = 0; round < 4; round += 1) {
    const shown = await hub.tool("every_showMuch", { sizes: [10 * MIB, 20, 3 * MIB + 1] });
    expect(shown.content).toContain("look");
  }
  expect(hub.kept.map(({ length }) => length).slice(-3)).toEqual([10 * MIB, 20, 3 * MIB + 1]);
  const isRight = (bytes: Uint8Array, index: number) =>
    bytes.every((byte) => byte === (index % 3) + 1);
  expect(hub.kept.every(isRight)).toBe(true);
});

test("a piece is its plugin's alone, is bounded, and is gone when it was given back", async () => {
  await using hub = await openKeeping({ one: {}, two: {} });
  const call = (method: string, params: object, plugin = "one") => hub.call(method, params, plugin);
  const piece = (await call("arena.alloc", { lengthBytes: 4097 })) as { handle: number };
  expect(piece).toMatchObject({ lengthBytes: 4097 });
  expect(await call("arena.free", { handle: piece.handle }, "two")).toMatch(/^NOT_FOUND/);
  expect(await call("arena.alloc", { lengthBytes: 33 * MIB })).toMatch(/^TOO_LARGE/);
  expect(await call("arena.alloc", { lengthBytes: 31 * MIB })).toMatchObject({ handle: 2 });
  expect(await call("arena.alloc", { lengthBytes: MIB })).toMatch(/^BUSY/);
  expect(await call("arena.free", { handle: piece.handle })).toBeNull();
  expect(await call("arena.free", { handle: piece.handle })).toMatch(/^NOT_FOUND/);
});

test("a plugin that is killed with pieces in its hands leaves no memory mapped", async () => {
  const before = arenasMapped();
  await using hub = await openKeeping();
  expect(arenasMapped()).toBe(before + 1);
  await hub.tool("every_showMuch", { sizes: [], dies: true });
  await hub.until("every", "backoff");
  expect(arenasMapped()).toBe(before);
});

test("who may hand over no media gets no arena", async () => {
  const before = arenasMapped();
  await using hub = await openPluginHub({ plugins: ["flood"] });
  await hub.host.boot(new AbortController().signal);
  await hub.host.settled();
  expect(hub.status("flood")?.state).toBe("running");
  expect(arenasMapped()).toBe(before);
});
