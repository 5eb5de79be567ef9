/** A whole hub from source: a package by waiter and over HTTP, its updates, its end, and a kill between. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { InstalledPackage, PluginStatus } from "#contract";
import { type HubProcess, startHub, until } from "../../support/hub-process.ts";
import { tempDir } from "../../support/temp-dir.ts";
import { helloFiles, pack } from "./install.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

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
      headers: { ...init.headers, authorization: `Bearer ${as}` },
    });
}

async function hello(ask: Awaited<ReturnType<typeof ownerOf>>): Promise<PluginStatus | undefined> {
  const all = (await (await ask("plugins")).json()) as PluginStatus[];
  return all.find(({ name }) => name === "hello");
}

test("a plugin's life: waiter installs it, HTTP updates it, a restart keeps it, a removal ends it", async () => {
  using files = tempDir();
  const [first, second] = [await pack(helloFiles("1.0.0")), await pack(helloFiles("2.0.0"))];
  const path = join(files.path, "hello-1.0.0.hmap");
  writeFileSync(path, first);
  const dataDir = join(files.path, "data");
  mkdirSync(dataDir);
  await using hub = await startHub({ fromSource: true, dataDir });
  const ask = await ownerOf(hub);

  const installed = await hub.run("plugin", "install", path);
  expect(installed).toMatchObject({ code: 0, stderr: "" });
  expect(installed.stdout).toContain(
    `installed hello 1.0.0\nsha256 ${sha256(first)}\ndisabled: waits`,
  );
  expect(installed.stdout).toContain("asks for:\n  devices {}");
  expect((await hub.run("plugin", "grant", "hello")).code).toBe(0);
  expect(await hello(ask)).toMatchObject({
    version: "1.0.0",
    state: "running",
    source: "installed",
    sha256: sha256(first),
  });
  expect((await hub.run("devices")).stdout).toContain("hello.lamp");

  const again = await hub.run("plugin", "install", path);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("(CONFLICT)")]);
  const late = await ask("plugins", { method: "POST", body: second.slice() });
  expect(late.status).toBe(409);
  const updated = await ask("plugins?overwrite=true", { method: "POST", body: second.slice() });
  expect(updated.status).toBe(201);
  expect((await updated.json()) as InstalledPackage).toEqual({
    name: "hello",
    version: "2.0.0",
    sha256: sha256(second),
    capabilities: { devices: {} },
    changed: true,
    state: "running",
    reason: null,
  });
  const kept = join(dataDir, "plugin_data/hello/kept.txt");
  expect(readFileSync(kept, "utf8")).toBe("by 1.0.0by 2.0.0");

  expect(await hub.stop()).toBe(0);
  await using next = await startHub({ fromSource: true, dataDir });
  await until(async () => (await next.run("plugins")).stdout.includes("hello"));
  const { plugins } = JSON.parse((await next.run("status", "--json")).stdout) as {
    plugins: PluginStatus[];
  };
  expect(plugins.find(({ name }) => name === "hello")).toMatchObject({
    version: "2.0.0",
    sha256: sha256(second),
  });

  const removed = await next.run("plugin", "remove", "hello", "--delete-data");
  expect(removed).toMatchObject({ code: 0, stdout: "removed\n" });
  expect(existsSync(kept)).toBe(false);
  expect((await next.run("plugins")).stdout).not.toContain("hello");
  expect((await next.run("plugin", "remove", "hello")).stderr).toContain("(PLUGIN_UNKNOWN)");
  expect((await next.run("plugin", "remove", "sim")).stderr).toContain("(CONFLICT)");
});

test("only the owner installs and removes, nothing above 100 MB, and the page hears of it", async () => {
  await using hub = await startHub({ fromSource: true });
  const ask = await ownerOf(hub);
  const created = await hub.run("token", "create", "--name", "爸爸", "--role", "member");
  const member = created.stdout.trim();
  const bytes = await pack(helloFiles("1.0.0"));
  const post = { method: "POST", body: bytes.slice() };
  expect((await ask("plugins", post, member)).status).toBe(403);
  expect((await ask("plugins/sim", { method: "DELETE" }, member)).status).toBe(403);
  expect(await hello(ask)).toBeUndefined();

  const huge = new Uint8Array(100 * 1024 * 1024 + 1);
  const tooLarge = await ask("plugins", { method: "POST", body: huge });
  expect([tooLarge.status, ((await tooLarge.json()) as { code: string }).code]).toEqual([
    413,
    "TOO_LARGE",
  ]);

  const closing = new AbortController();
  const events = await ask("events", { signal: closing.signal });
  let heard = "";
  const listening = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of events.body ?? []) heard += decoder.decode(piece, { stream: true });
  })().catch(() => undefined);
  expect((await ask("plugins", post)).status).toBe(201);
  expect((await hub.run("plugin", "grant", "hello")).code).toBe(0);
  expect((await ask("plugins/hello?keepData=false", { method: "DELETE" })).status).toBe(204);
  await until(() => heard.includes('"state":"removed"'));
  closing.abort();
  await listening;
  const states = [...heard.matchAll(/"name":"hello".*?"state":"(\w+)"/g)].map((match) => match[1]);
  expect([...new Set(states)]).toEqual([
    "installing",
    "disabled",
    "starting",
    "running",
    "removed",
  ]);
});

test("a hub that is killed in the middle of an upload has forgotten it when it starts again", async () => {
  using files = tempDir();
  const dataDir = join(files.path, "data");
  mkdirSync(dataDir);
  const incoming = join(dataDir, "plugins/.incoming");
  const hub = await startHub({ fromSource: true, dataDir });
  const ask = await ownerOf(hub);
  const never = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(new Uint8Array(600_000));
      await never.promise;
    },
  });
  const posted = ask("plugins", { method: "POST", body }).catch(() => "cut off");
  await until(() => existsSync(incoming) && readdirSync(incoming).length === 1);
  await hub.kill();
  never.resolve();
  expect(await posted).toBe("cut off");
  expect(readdirSync(incoming)).toHaveLength(1);
  await using next = await startHub({ fromSource: true, dataDir });
  expect(readdirSync(incoming)).toEqual([]);
  expect(next.log.map(({ event }) => event)).toContain("package.swept");
});
