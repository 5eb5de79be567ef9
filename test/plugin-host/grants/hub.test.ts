/** A whole hub from source: consent by waiter and over HTTP, a kill between consent and start, hostile reasons. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PluginGrants, PluginStatus } from "#contract";
import { type HubProcess, startHub, until } from "../../support/hub-process.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { probeOf, prober } from "./prober.ts";

/** Sets the hub up and answers a way to ask it as the owner. */
async function ownerOf(hub: HubProcess) {
  const code = hub.waiter("setup-code").stdout.trim();
  const response = await fetch(`${hub.url}/api/v1/setup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, name: "妈妈", password: "a long password" }),
  });
  const { token } = (await response.json()) as { token: string };
  return (path: string, init: RequestInit = {}, as = token) =>
    fetch(`${hub.url}/api/v1/${path}`, {
      ...init,
      headers: { "content-type": "application/json", authorization: `Bearer ${as}` },
    });
}
const put = (body: object) => ({ method: "PUT", body: JSON.stringify(body) });

async function statusOf(hub: HubProcess): Promise<PluginStatus | undefined> {
  const { stdout } = await hub.run("plugins", "--json");
  return (JSON.parse(stdout) as PluginStatus[]).find(({ name }) => name === "prober");
}

/** A folder with two files to be read, and room for packages and the hub's data. */
function makePlace(dir: string) {
  const paths = [join(dir, "first.txt"), join(dir, "second.txt")] as const;
  for (const path of paths) writeFileSync(path, "something");
  const dataDir = join(dir, "data");
  mkdirSync(dataDir);
  const fs = paths.map((path) => ({ path, mode: "r" }));
  const save = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(dir, name), bytes);
    return join(dir, name);
  };
  return { paths, dataDir, asks: { net: { connect: [443] }, fs }, save };
}

test("waiter shows what is asked, grants a part, and denies; HTTP does the same for the owner alone", async () => {
  using dir = tempDir();
  const { paths, dataDir, asks, save } = makePlace(dir.path);
  await using hub = await startHub({ fromSource: true, dataDir });
  const ask = await ownerOf(hub);
  const reason = {
    zh: "<b>联网</b>",
    en: "<img src=x onerror=alert(1)>\u001b[2J\u202eupdates",
  };
  const hostile = { ...asks, net: { ...asks.net, reason } };
  const path = save("one.hmap", await prober("1.0.0", hostile, paths));
  const installed = await hub.run("plugin", "install", path);
  expect(installed.stdout).toContain("disabled: waits for the owner's consent: fs, net");
  expect(existsSync(join(dataDir, "plugin_data/prober"))).toBe(false);

  const shown = await hub.run("plugin", "grants", "prober");
  expect(shown.stdout).toContain("prober 1.0.0: waiting\nasks for:");
  // As text, on one line, with nothing that a terminal would obey.
  expect(shown.stdout).toContain("<img src=x onerror=alert(1)>");
  expect(shown.stdout).not.toContain("\u001b");
  expect(shown.stdout).not.toContain("\u202e");
  const strange = await hub.run("plugin", "grant", "prober", "--only", "net,root");
  expect([strange.code, strange.stderr]).toEqual([2, expect.stringContaining('"root"')]);
  expect(await statusOf(hub)).toMatchObject({ state: "disabled", consent: "waiting" });

  const granted = await hub.run("plugin", "grant", "prober", "--only", "fs");
  expect(granted).toMatchObject({ code: 0, stderr: "" });
  expect(granted.stdout).toContain("prober 1.0.0: narrowed");
  expect(await statusOf(hub)).toMatchObject({
    state: "running",
    consent: "narrowed",
    asks: ["fs", "net"],
    grants: ["fs"],
  });
  expect(probeOf(dataDir)).toMatchObject({ first: "ok", second: "ok", gate: "CAPABILITY_DENIED" });

  const before = (await (await ask("plugins/prober/grants")).json()) as PluginGrants;
  expect(before).toMatchObject({ consent: "narrowed", asks: hostile });
  const less = { capabilities: { fs: asks.fs.slice(0, 1) }, revision: before.revision };
  const narrowed = await ask("plugins/prober/grants", put(less));
  expect([narrowed.status, ((await narrowed.json()) as PluginGrants).grants]).toEqual([
    200,
    less.capabilities,
  ]);
  expect(probeOf(dataDir)).toMatchObject({ first: "ok", second: "EACCES" });

  // What came with the hub is granted by that, until the owner says otherwise.
  const sim = await hub.run("plugin", "grants", "sim");
  expect(sim.stdout).toContain(": shipped\nasks for:");
  expect((await hub.run("plugin", "deny", "sim")).stdout).toContain(": refused");
  expect((await hub.run("device", "set", "sim.kitchen_light", "on", "true")).code).not.toBe(0);
  expect((await hub.run("plugin", "grant", "sim")).stdout).toContain(": granted");
  expect((await hub.run("device", "set", "sim.kitchen_light", "on", "true")).code).toBe(0);

  const member = (
    await hub.run("token", "create", "--name", "爸爸", "--role", "member")
  ).stdout.trim();
  const refusals = [
    await ask("plugins/prober/grants", {}, member),
    await ask("plugins/prober/grants", put({ capabilities: asks }), member),
    await ask("plugins/prober/grants", put({ capabilities: { llm: {} } })),
    await ask("plugins/prober/grants", put({ capabilities: { root: {} } })),
    await ask("plugins/prober/grants", put({})),
    await ask("plugins/prober/grants", put({ capabilities: {}, revision: "0".repeat(64) })),
    await ask("plugins/nobody/grants"),
    await ask("plugins/admin/grants", put({ capabilities: null })),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([403, 403, 400, 400, 400, 409, 404, 409]);
  expect((await statusOf(hub))?.consent).toBe("narrowed");

  expect((await hub.run("plugin", "deny", "prober")).stdout).toContain("prober 1.0.0: refused");
  expect(await statusOf(hub)).toMatchObject({ state: "disabled", consent: "refused", grants: [] });
  expect(await statusOf(hub)).toMatchObject({ reason: "the owner refused what it asks for" });
});

test("killed between the consent and the start, the hub starts it with just that; an update that asks for more waits", async () => {
  using dir = tempDir();
  const { paths, dataDir, asks, save } = makePlace(dir.path);
  // The first start never ends, so that the kill surely comes before its end.
  const hang = `
    if (!existsSync(hub.dataDir + "/begun")) {
      writeFileSync(hub.dataDir + "/begun", "");
      await new Promise(() => undefined);
    }`;
  const hub = await startHub({ fromSource: true, dataDir });
  const path = save("one.hmap", await prober("1.0.0", asks, paths, hang));
  expect((await hub.run("plugin", "install", path)).stdout).toContain("waits for the owner's");
  const granting = hub.run("plugin", "grant", "prober", "--only", "fs");
  await until(() => existsSync(join(dataDir, "plugin_data/prober/begun")));
  await hub.kill();
  expect((await granting).code).not.toBe(0);
  expect(existsSync(join(dataDir, "plugin_data/prober/probe.json"))).toBe(false);

  await using next = await startHub({ fromSource: true, dataDir });
  await until(async () => (await statusOf(next))?.state === "running");
  expect(await statusOf(next)).toMatchObject({ consent: "narrowed", grants: ["fs"] });
  expect(probeOf(dataDir)).toMatchObject({ first: "ok", gate: "CAPABILITY_DENIED" });

  const same = save("two.hmap", await prober("2.0.0", asks, paths));
  expect((await next.run("plugin", "install", same, "--overwrite")).stdout).toContain("running");
  expect(probeOf(dataDir)).toMatchObject({ version: "2.0.0", gate: "CAPABILITY_DENIED" });
  const more = save("three.hmap", await prober("3.0.0", { ...asks, memory: {} }, paths));
  const waits = await next.run("plugin", "install", more, "--overwrite");
  expect(waits.stdout).toContain("waits for the owner's consent: memory");
  expect(
    JSON.parse(readFileSync(join(dataDir, "plugin_data/prober/probe.json"), "utf8")),
  ).toMatchObject({
    version: "2.0.0",
  });
});
