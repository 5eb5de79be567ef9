/** Consent in force: real plugins with what was granted, and not a port, path or program more. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { silentLogger, systemClock } from "#base";
import type { Capabilities } from "#contract";
import { openStore } from "#platform/store";
import { createGrants, sandboxSupport } from "#plugin-host";
import { openPluginHub, type PluginHub, putPlugin } from "../../support/plugin-hub.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { install } from "../packages/install.ts";
import { probeOf, prober } from "./prober.ts";

const isHeld = sandboxSupport().kind === "landlock";
let dir: ReturnType<typeof tempDir>;
let store: ReturnType<typeof openStore>;
let paths: readonly [string, string];
let asks: Capabilities;
beforeEach(() => {
  dir = tempDir();
  store = openStore(join(dir.path, "grants.db"), { clock: systemClock, log: silentLogger });
  paths = [join(dir.path, "first.txt"), join(dir.path, "second.txt")];
  for (const path of paths) writeFileSync(path, "something");
  asks = {
    net: { connect: [443], reason: { zh: "上网", en: "goes online" } },
    fs: paths.map((path) => ({ path, mode: "r" as const })),
    exec: [{ argv: ["/usr/bin/true"] }],
  };
});
afterEach(() => {
  store[Symbol.dispose]();
  dir[Symbol.dispose]();
});

/** A hub whose owner is asked; the prober is installed. */
async function openAsked(): Promise<PluginHub> {
  const grants = createGrants({ store, clock: systemClock, log: silentLogger });
  const hub = await openPluginHub({ host: { grants } });
  await hub.host.boot(new AbortController().signal);
  await install(hub.host.packages, await prober("1.0.0", asks, paths));
  return hub;
}
const decide = (hub: PluginHub, capabilities: Capabilities | null) =>
  hub.host.consents.decide("prober", { capabilities });

describe.skipIf(!isHeld)("a plugin that asks for paths, ports and programs", () => {
  test("does not run before the owner consents, however it is told to", async () => {
    await using hub = await openAsked();
    expect(hub.status("prober")).toMatchObject({
      state: "disabled",
      consent: "waiting",
      reason: "waits for the owner's consent: exec, fs, net (waiter plugin grants prober)",
      asks: ["exec", "fs", "net"],
      grants: [],
    });
    await expect(hub.host.start("prober")).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
    await expect(hub.host.enable("prober")).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
    await expect(hub.host.reload("prober")).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
    hub.state.config.set("plugin.prober.enabled", false);
    hub.state.config.set("plugin.prober.enabled", true);
    expect(existsSync(join(hub.root, "plugin_data/prober"))).toBe(false);
    expect(hub.host.consents.view("prober")).toMatchObject({
      consent: "waiting",
      asks,
      grants: {},
    });
  });

  test("runs with all of it once he granted all", async () => {
    await using hub = await openAsked();
    expect(await decide(hub, asks)).toMatchObject({ consent: "granted" });
    expect(hub.status("prober")).toMatchObject({ state: "running", consent: "granted" });
    expect(probeOf(hub.root)).toMatchObject({ first: "ok", second: "ok", exec: "ok" });
    expect(probeOf(hub.root).gate).not.toBe("CAPABILITY_DENIED");
  });

  test("narrowed while it runs starts anew with less: gate, Landlock and the list of programs refuse", async () => {
    await using hub = await openAsked();
    await decide(hub, asks);
    const less: Capabilities = { fs: asks.fs?.slice(0, 1) ?? [] };
    expect(await decide(hub, less)).toMatchObject({ consent: "narrowed", grants: less });
    expect(hub.status("prober")).toMatchObject({ state: "running", consent: "narrowed" });
    expect(probeOf(hub.root)).toEqual({
      version: "1.0.0",
      first: "ok",
      second: "EACCES",
      gate: "CAPABILITY_DENIED",
      exec: "CAPABILITY_DENIED",
    });
  });

  test("with one of two programs runs that one only", async () => {
    asks = { exec: [{ argv: ["/usr/bin/true"] }, { argv: ["/usr/bin/false"] }] };
    await using hub = await openAsked();
    await decide(hub, { exec: [{ argv: ["/usr/bin/false"] }] });
    expect(probeOf(hub.root).exec).toBe("FORBIDDEN");
  });

  test("refused stops, and a plugin of that name that is put there later was granted nothing", async () => {
    await using hub = await openAsked();
    await decide(hub, asks);
    expect(await decide(hub, null)).toMatchObject({ consent: "refused", grants: {} });
    expect(hub.status("prober")).toMatchObject({
      state: "disabled",
      reason: "the owner refused what it asks for",
    });
    await decide(hub, asks);
    await hub.host.packages.remove("prober", { keepData: true });
    await install(hub.host.packages, await prober("1.0.0", asks, paths));
    expect(hub.status("prober")).toMatchObject({ state: "disabled", consent: "waiting" });
  });

  test("updated to ask for less goes on with less; to ask for more waits", async () => {
    await using hub = await openAsked();
    await decide(hub, asks);
    const { net: _net, ...less } = asks;
    await install(hub.host.packages, await prober("2.0.0", less, paths), true);
    expect(hub.status("prober")).toMatchObject({ state: "running", version: "2.0.0" });
    expect(probeOf(hub.root)).toMatchObject({ version: "2.0.0", gate: "CAPABILITY_DENIED" });
    const more = { ...asks, llm: {} };
    await install(hub.host.packages, await prober("3.0.0", more, paths), true);
    expect(hub.status("prober")).toMatchObject({
      state: "disabled",
      version: "3.0.0",
      consent: "waiting",
      reason: "waits for the owner's consent: llm (waiter plugin grants prober)",
    });
    expect(probeOf(hub.root).version).toBe("2.0.0");
  });

  test("whose files ask for more after a change by hand waits at the next start", async () => {
    await using hub = await openAsked();
    await decide(hub, { net: {} });
    const path = join(hub.root, "plugins/prober/plugin.json");
    const manifest = { name: "prober", version: "1.0.0", entry: "main.ts" };
    writeFileSync(path, JSON.stringify({ ...manifest, capabilities: { ...asks, memory: {} } }));
    await expect(hub.host.reload("prober")).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
    expect(hub.status("prober")).toMatchObject({ state: "disabled", consent: "waiting" });
  });

  test("granted what it has already is not interrupted", async () => {
    await using hub = await openAsked();
    await decide(hub, asks);
    const before = hub.states.length;
    await decide(hub, asks);
    expect(hub.states).toHaveLength(before);
  });

  test("switched off by the owner stays off when he grants", async () => {
    await using hub = await openAsked();
    await hub.host.disable("prober");
    expect(await decide(hub, asks)).toMatchObject({ consent: "granted" });
    expect(hub.status("prober")).toMatchObject({
      state: "disabled",
      reason: "disabled by the owner",
      consent: "granted",
    });
  });
});

test("what is linked by its author runs with what it asks for, and can be narrowed as well", async () => {
  const grants = createGrants({ store, clock: systemClock, log: silentLogger });
  await using hub = await openPluginHub({ host: { grants } });
  await hub.host.boot(new AbortController().signal);
  const folder = putPlugin(dir.path, "well");
  const status = await hub.host.packages.link(folder);
  expect(status).toMatchObject({ state: "running", consent: "granted" });
  const view = await hub.host.consents.decide(status.name, { capabilities: null });
  expect(view.consent).toBe("refused");
  expect(hub.status(status.name)?.state).toBe("disabled");
});

test("a plugin whose manifest cannot be read has nothing to consent to, and says so", async () => {
  const grants = createGrants({ store, clock: systemClock, log: silentLogger });
  await using hub = await openPluginHub({ plugins: ["well"], host: { grants } });
  writeFileSync(join(hub.root, "plugins/well/plugin.json"), "{");
  await hub.host.boot(new AbortController().signal);
  await hub.host.settled();
  expect(() => hub.host.consents.view("well")).toThrow(/cannot be read/);
  expect(() => hub.host.consents.view("nobody")).toThrow(/no plugin/);
});
