/** F46: a plugin with a bad configuration killed the gateway, about 6 100 restarts. That plugin alone is disabled, with the reason; back-off is capped and covers signals too. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createManualClock } from "../support/manual-clock.ts";
import { openPluginHub } from "../support/plugin-hub.ts";

const never = new AbortController().signal;

test("F46: a bad plugin is off with its reason, and the others run", async () => {
  await using hub = await openPluginHub({ plugins: ["well"] });
  const folder = join(hub.root, "plugins/bad");
  mkdirSync(folder);
  const manifest = { name: "bad", version: "1.0.0", entry: "main.ts", capabilites: { io: {} } };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "main.ts"), "");
  await hub.host.boot(never);
  await hub.host.settled();
  expect(hub.host.list()).toMatchObject([
    { name: "bad", state: "disabled", restarts: 0, reason: expect.stringContaining("capabilites") },
    { name: "well", state: "running", reason: null },
  ]);
});

test("F46: a plugin that dies of a signal at every start is tried four times and no more", async () => {
  const clock = createManualClock();
  await using hub = await openPluginHub({ plugins: ["well"], clock });
  const main = join(hub.root, "plugins/well/main.ts");
  writeFileSync(main, 'process.kill(process.pid, "SIGKILL"); await new Promise(() => undefined);');
  await hub.host.boot(never);
  await hub.host.settled();
  for (const seconds of [1, 2, 3]) {
    expect(await hub.until("well", "backoff")).toMatchObject({ reason: "was ended by SIGKILL" });
    const tried = hub.until("well", "starting");
    clock.advance(seconds * 1000);
    await tried;
  }
  const { reason } = await hub.until("well", "disabled");
  expect(reason).toContain("crashed 4 times within 5 minutes; last: was ended by SIGKILL");
  clock.advance(24 * 3_600_000);
  const spawned = hub.logged.filter(({ event }) => event === "plugin.spawned");
  expect(spawned).toHaveLength(4);
  expect(hub.status("well")?.state).toBe("disabled");
});
