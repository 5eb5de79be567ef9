/** A plugin that floods is bounded and named, and its own calls still go through. */
import { expect, test } from "vitest";
import { createManualClock } from "../support/manual-clock.ts";
import { openPluginHub } from "../support/plugin-hub.ts";

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

test("a flood of log lines and stderr fills neither log nor hub", async () => {
  await using hub = await openPluginHub({ plugins: ["flood"] });
  const never = new AbortController().signal;
  await hub.host.boot(never);
  await hub.host.settled();
  const count = (event: string) => hub.logged.filter((record) => record.event === event).length;
  await expect.poll(() => count("plugin.log_flood"), { timeout: 30_000 }).toBeGreaterThan(0);
  await expect.poll(() => count("plugin.stderr_flood"), { timeout: 30_000 }).toBeGreaterThan(0);
  expect((await hub.tool("flood_ping")).content).toBe("pong");
  const began = hub.logged[0]?.at ?? 0;
  const seconds = ((hub.logged.at(-1)?.at ?? 0) - began) / 1000 + 1;
  // 200 at once and 50 a second are let through, for each of the two ways.
  expect(count("flooding")).toBeLessThanOrEqual(200 + 50 * seconds);
  expect(count("plugin.stderr")).toBeLessThanOrEqual(200 + 50 * seconds);
});
