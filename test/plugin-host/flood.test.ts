/** A plugin that floods is bounded and named, and its own calls still go through. */
import { expect, test } from "vitest";
import { openEvery, read } from "../support/every-hub.ts";
import { createManualClock, type ManualClock } from "../support/manual-clock.ts";
import { openPluginHub } from "../support/plugin-hub.ts";

const never = new AbortController().signal;

test("texts and settings that come too often are refused, so that people's are not", async () => {
  await using hub = await openPluginHub({
    plugins: ["well"],
    clock: createManualClock(),
    onInput: () => new Promise(() => undefined),
  });
  await hub.host.boot(new AbortController().signal);
  await hub.host.settled();
  const refused = async (deed: string) =>
    JSON.parse((await hub.tool("well_do", { deed })).content) as unknown;
  expect(await refused("injectMany")).toEqual({ BUSY: 40 - 16 });
  expect(hub.inputs).toHaveLength(16);
  expect(await refused("setMany")).toEqual({ BUSY: 80 - 50 });
});

test("a flood of log lines and stderr fills neither log nor hub, and is named once while it lasts", async () => {
  await using hub = await openPluginHub({ plugins: ["flood"] });
  await hub.host.boot(never);
  await hub.host.settled();
  const count = (event: string) => hub.logged.filter((record) => record.event === event).length;
  await expect
    .poll(() => hub.state.health.list(), { timeout: 30_000 })
    .toEqual([
      {
        part: "plugin.flood",
        reason: expect.stringMatching(/log lines.*stderr|stderr.*log lines/),
      },
    ]);
  expect((await hub.tool("flood_ping")).content).toBe("pong");
  const began = hub.logged[0]?.at ?? 0;
  const seconds = ((hub.logged.at(-1)?.at ?? 0) - began) / 1000 + 1;
  // 200 at once and 50 a second are let through, for each of the two ways.
  expect(count("flooding")).toBeLessThanOrEqual(200 + 50 * seconds);
  expect(count("plugin.stderr")).toBeLessThanOrEqual(200 + 50 * seconds);
  // Once when it began, and once for each further kind of flood.
  expect(count("health.degraded")).toBeLessThanOrEqual(4);
  await hub.host.disable("flood");
  expect(hub.state.health.list()).toEqual([]);
});

test("who calls without end is read no further, and its siblings are answered", async () => {
  const clock = createManualClock();
  await using hub = await openEvery({ clock }, { every: {}, calm: {} });
  const params = { level: "debug", event: "x" };
  const flood = hub.tool("every_many", { method: "log.write", params, times: 4000 });
  await expect
    .poll(() => hub.state.health.list(), { timeout: 30_000 })
    .toMatchObject([{ part: "plugin.every", reason: expect.stringContaining("calls") }]);
  // Time stands still, so that what is held back stays held back.
  expect(await hub.call("settings.list", {}, "calm")).toEqual({ greeting: "hi" });
  expect((await passTime(clock, flood)).outcome).toBe("ok");
});

test("a flood that has ended is taken from the list", async () => {
  const clock = createManualClock();
  await using hub = await openEvery({ clock });
  await hub.tool("every_many", {
    method: "settings.set",
    params: { key: "greeting", value: "x" },
    times: 60,
  });
  expect(hub.state.health.list()).toEqual([
    { part: "plugin.every", reason: expect.stringContaining("settings") },
  ]);
  clock.advance(24_000);
  expect(hub.state.health.list()).toHaveLength(1);
  clock.advance(2000);
  expect(hub.state.health.list()).toEqual([]);
  expect(hub.logged.filter(({ event }) => event === "health.degraded")).toHaveLength(1);
});

test("who registers without end is refused, and what it has stays", async () => {
  const clock = createManualClock();
  await using hub = await openEvery({ clock });
  const params = { name: "again", description: "x", parameters: {} };
  const flood = hub.tool("every_many", { method: "tool.register", params, times: 2400 });
  const refused = await passTime(clock, flood);
  const { BUSY = 0 } = read(refused) as { BUSY?: number };
  expect(BUSY).toBeGreaterThan(90);
  expect(hub.state.tools.find("again")?.owner).toBe("every");
  expect(hub.state.health.list()).toMatchObject([
    { part: "plugin.every", reason: expect.stringContaining("registrations") },
  ]);
});

/** Lets the hub's time pass slower than a real plugin works, so that no deadline is met by it. */
async function passTime<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    clock.advance(20);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return await ended;
}
