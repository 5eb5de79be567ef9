/** F48: a stdio child that exits while a call is pending crashed its client. Pending calls are rejected with a code, nothing else happens. */
import { expect, test } from "vitest";
import { OperationalError, silentLogger, systemClock, systemProcesses } from "#base";
import { createPeer } from "#wire";
import { createManualClock } from "../support/manual-clock.ts";
import { openPluginHub } from "../support/plugin-hub.ts";

const never = new AbortController().signal;

test("F48: every call that waits for a plugin fails when it exits, and the hub goes on", async () => {
  await using hub = await openPluginHub({ plugins: ["well", "relay"], clock: createManualClock() });
  await hub.host.boot(never);
  await hub.host.settled();
  const waiting = Array.from({ length: 50 }, () => hub.tool("well_do", { deed: "wait" }));
  const message = { payload: "bad".repeat(1000), type: "text", personId: "owner" };
  const command = hub.state.house
    .command({ id: "well.lamp", capability: "brightness", value: 14, cause: [] }, never)
    .then(
      (result) => result.outcome,
      (error: OperationalError) => error.code,
    );
  for (const call of await Promise.all(waiting)) {
    expect(call).toEqual({ outcome: "failed", content: 'plugin "well" exited with code 7' });
  }
  expect(["failed", "PLUGIN_FAILED", "DEVICE_UNAVAILABLE"]).toContain(await command);
  expect((await hub.tool("well_do", { deed: "pid" })).outcome).toBe("unknown");
  expect((await hub.state.outputs.send("well-out", message, never)).outcome).toBe("error");
  const relayed = await hub.tool("relay", { method: "settings.list", params: {} });
  expect(JSON.parse(relayed.content)).toMatchObject({ result: {} });
});

test("F48: calls to a child that is gone before it read them are rejected, not thrown", async () => {
  const child = systemProcesses(systemClock).spawn({
    argv: ["/bin/true"],
    env: {},
    cwd: "/",
    stdin: "pipe",
  });
  const peer = createPeer({
    send: (text) => child.write(text),
    clock: systemClock,
    log: silentLogger,
    onCall: () => null,
    endError: (reason) => new OperationalError("PLUGIN_FAILED", reason),
  });
  const calls = Array.from({ length: 20 }, () =>
    peer.request("m", "x".repeat(100_000), never).catch((error: OperationalError) => error.code),
  );
  await child.exited;
  peer.close(new OperationalError("PLUGIN_FAILED", "it exited"));
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["PLUGIN_FAILED"]));
});
