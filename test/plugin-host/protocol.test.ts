/** Plugins that speak the wire wrongly are told so, bounded, and named; nothing else suffers. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createManualClock } from "../support/manual-clock.ts";
import { openPluginHub } from "../support/plugin-hub.ts";

const never = new AbortController().signal;

async function putGarbled(mode: string, more: object = {}) {
  const hub = await openPluginHub({ plugins: ["garbled"], ...more });
  const folder = join(hub.root, "plugin_data/garbled");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "mode"), mode);
  return hub;
}

async function openGarbled(mode: string) {
  const hub = await putGarbled(mode);
  await hub.host.boot(never);
  await hub.host.settled();
  return hub;
}

describe("a plugin that speaks wrongly", () => {
  test("runs when it speaks by hand but well", async () => {
    await using hub = await openGarbled("well");
    expect(hub.status("garbled")).toMatchObject({ state: "running" });
  });

  test.each([
    ["protocol", "speaks protocol 1, this hub 2 (rebuild the plugin with hmapdev of SDK 1.0.0)"],
    ["sdk", "is built with SDK 2.0.0, this hub has 1.0.0 (rebuild the plugin with hmapdev of SDK"],
    ["shape", "handshake reply"],
  ])("is disabled when its handshake is of another world: %s", async (mode, reason) => {
    await using hub = await openGarbled(mode);
    expect(hub.status("garbled")).toMatchObject({ state: "disabled" });
    expect(hub.status("garbled")?.reason).toContain(reason);
    expect(hub.state.health.list()).toMatchObject([{ part: "plugin.garbled" }]);
  });

  test("is told of its silence, with what it wrote instead", async () => {
    const clock = createManualClock();
    await using hub = await putGarbled("silent", { clock });
    await hub.host.boot(never);
    await expect.poll(() => hub.logged.map(({ event }) => event)).toContain("plugin.frame_refused");
    clock.advance(10_000);
    expect(await hub.until("garbled", "backoff")).toMatchObject({
      reason: "the handshake: no answer within 10000 ms; 1 lines on stdout were no frames",
    });
  });

  test("is ended when it writes nothing but noise", async () => {
    await using hub = await openGarbled("shouting");
    expect(hub.status("garbled")).toMatchObject({ state: "backoff" });
    expect(hub.status("garbled")?.reason).toContain("100 lines to stdout that were no frames");
    const lines = hub.logged.filter((record) => record.event === "plugin.frame_refused");
    expect(lines.length).toBeLessThan(40);
  });

  test("gets nothing before the handshake", async () => {
    await using hub = await openGarbled("early");
    expect(hub.status("garbled")).toMatchObject({ state: "running" });
    expect(hub.logged.filter((record) => record.event === "too_early")).toEqual([]);
    const refused = hub.logged.filter((record) => record.event === "plugin.notification_refused");
    expect(refused).toMatchObject([{ fields: { method: "log.write" } }]);
  });

  test("survives a frame that is too long, which is refused and named", async () => {
    await using hub = await openGarbled("big");
    expect(hub.status("garbled")).toMatchObject({ state: "running" });
    const refused = hub.logged.filter((record) => record.event === "plugin.frame_refused");
    expect(refused).toMatchObject([{ fields: { error: { code: "TOO_LARGE" } } }]);
  });
});
