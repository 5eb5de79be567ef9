/** What follows a crash: detached at once, started again within bounds, and then off with the reason. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createManualClock } from "../support/manual-clock.ts";
import { openPluginHub, type PluginHub } from "../support/plugin-hub.ts";

const never = new AbortController().signal;
/** It asks something, so that the hub answers and meets the closed end. */
const CLOSES_ITS_STDIN = `
  import { closeSync, writeSync } from "node:fs";
  closeSync(0);
  writeSync(1, '{"jsonrpc":"2.0","id":1,"method":"settings.list","params":{}}\\n');
  setInterval(() => undefined, 1000);
`;

async function openWell() {
  const clock = createManualClock();
  const hub = await openPluginHub({ plugins: ["well"], clock });
  await hub.host.boot(never);
  await hub.host.settled();
  await hub.until("well", "running");
  return { hub, clock };
}
/** The plugin is gone and its next start is planned, or it is off. */
async function crashed(hub: PluginHub, deed: string) {
  const call = hub.tool("well_do", { deed });
  const result = await call;
  await expect
    .poll(() =>
      hub.logged.some(({ event }) => event === "plugin.crashed" || event === "plugin.disabled"),
    )
    .toBe(true);
  hub.logged.splice(0);
  return result;
}

describe("a plugin that crashes", () => {
  test("is started again after 1, 2 and 3 seconds, then off; a start by hand forgets it", async () => {
    const { hub, clock } = await openWell();
    await using _hub = hub;
    for (const seconds of [1, 2, 3]) {
      expect(await crashed(hub, "exit")).toMatchObject({ outcome: "failed" });
      expect(hub.status("well")).toMatchObject({ state: "backoff", reason: "exited with code 3" });
      clock.advance(seconds * 1000 - 1);
      expect(hub.status("well")).toMatchObject({ state: "backoff" });
      clock.advance(1);
      expect(await hub.until("well", "running")).toMatchObject({ restarts: seconds, reason: null });
    }
    await crashed(hub, "exit");
    expect(hub.status("well")).toMatchObject({
      state: "disabled",
      restarts: 3,
      reason: "crashed 4 times within 5 minutes; last: exited with code 3",
    });
    expect(hub.state.health.list()).toMatchObject([{ part: "plugin.well" }]);
    await hub.host.start("well");
    expect(hub.status("well")).toMatchObject({ state: "running", restarts: 0 });
    expect(hub.state.health.list()).toEqual([]);
    await crashed(hub, "exit");
    expect(hub.status("well")).toMatchObject({ state: "backoff" });
  });

  test("is forgiven what lies more than five minutes back", async () => {
    const { hub, clock } = await openWell();
    await using _hub = hub;
    for (let crash = 0; crash < 6; crash += 1) {
      await crashed(hub, "exit");
      expect(hub.status("well")?.state).toBe("backoff");
      clock.advance(3000);
      await hub.until("well", "running");
      clock.advance(120_000);
    }
  });

  test.each([
    ["throwLater", /^exited with code 1: .*thrown outside of everything/],
    ["segfault", /^was ended by SIGSEGV/],
  ])("says how it ended: %s", async (deed, reason) => {
    const { hub } = await openWell();
    await using _hub = hub;
    await crashed(hub, deed);
    expect(hub.status("well")?.reason).toMatch(reason);
  });

  test("closes its stdin and lives on is ended, and that is its reason", async () => {
    await using hub = await openPluginHub({ plugins: ["well"] });
    writeFileSync(join(hub.root, "plugins/well/main.ts"), CLOSES_ITS_STDIN);
    await hub.host.boot(never);
    expect(await hub.until("well", "backoff")).toMatchObject({ reason: "closed its stdin" });
  });

  test("is not started again when it asked for that", async () => {
    const { hub } = await openWell();
    await using _hub = hub;
    expect((await hub.tool("well_do", { deed: "noRestart" })).content).toBe("ok");
    await crashed(hub, "exit");
    expect(hub.status("well")).toMatchObject({
      state: "disabled",
      reason: "exited with code 3; it asked not to be restarted",
    });
  });

  test("is not started again once the owner has switched it off", async () => {
    const { hub, clock } = await openWell();
    await using _hub = hub;
    await crashed(hub, "exit");
    await hub.host.disable("well");
    clock.advance(60_000);
    expect(hub.status("well")).toMatchObject({
      state: "disabled",
      reason: "disabled by the owner",
    });
    expect(clock.waiting).toBeLessThan(20);
  });

  test("tells every change of its state as an event", async () => {
    const { hub, clock } = await openWell();
    await using _hub = hub;
    await crashed(hub, "exit");
    clock.advance(1000);
    await hub.until("well", "running");
    expect(hub.states.map(({ state }) => state)).toEqual([
      "starting",
      "running",
      "backoff",
      "backoff",
      "starting",
      "running",
    ]);
  });
});
