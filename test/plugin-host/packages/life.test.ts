/** From a package to a plugin that runs, through its next versions, to one that is gone. */
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Grants } from "#plugin-host";
import {
  allGranted,
  openPluginHub,
  type PluginHub,
  type PluginHubOptions,
  putPlugin,
} from "../../support/plugin-hub.ts";
import { forge } from "./forge.ts";
import { helloFiles, install, pack, upload } from "./install.ts";

const never = new AbortController().signal;
let first: Uint8Array;
let second: Uint8Array;
beforeEach(async () => {
  first ??= await pack(helloFiles("1.0.0"));
  second ??= await pack(helloFiles("2.0.0"));
});
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function open(options: PluginHubOptions = {}): Promise<PluginHub> {
  const hub = await openPluginHub(options);
  await hub.host.boot(never);
  await hub.host.settled();
  return hub;
}
const tell = async (hub: PluginHub) => (await hub.tool("hello_tell")).content;
const ids = (hub: PluginHub) => hub.state.house.snapshot().devices.map(({ id }) => id);
const dataOf = (hub: PluginHub) => join(hub.root, "plugin_data/hello/kept.txt");

describe("a plugin that is installed", () => {
  test("runs at once, and is listed with its package's hash and where it came from", async () => {
    await using hub = await open();
    expect(await install(hub.host.packages, first)).toEqual({
      name: "hello",
      version: "1.0.0",
      sha256: sha256(first),
      capabilities: { devices: {} },
      changed: true,
      state: "running",
      reason: null,
    });
    expect(await tell(hub)).toBe("1.0.0");
    expect(hub.status("hello")).toMatchObject({ source: "installed", sha256: sha256(first) });
    expect(hub.state.config.get("plugin.hello.greeting")).toBe("hi");
    expect(readdirSync(join(hub.root, "plugins", ".incoming"))).toEqual([]);
  });

  test("tells how far it is as events, few, in order, the last of them the plugin's own", async () => {
    await using hub = await open();
    await install(
      hub.host.packages,
      await pack({ ...helloFiles("1.0.0"), "a.txt": "x".repeat(999_999) }),
    );
    const told = hub.states.filter(({ name }) => name === "hello");
    const percents = told
      .filter(({ state }) => state === "installing")
      .map(({ reason }) => Number(/unpacking, (\d+) %/.exec(reason ?? "")?.[1]));
    expect(percents[0]).toBe(0);
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.length).toBeLessThan(12);
    expect(told.at(-1)).toMatchObject({ state: "running", version: "1.0.0" });
  });

  test("is still there, with the hash, after the hub has started again", async () => {
    await using hub = await open();
    await install(hub.host.packages, first);
    await hub.host.reload("hello");
    expect(hub.status("hello")).toMatchObject({ state: "running", sha256: sha256(first) });
  });

  test("shows no hash any more once somebody changed its files by hand", async () => {
    await using hub = await open();
    await install(hub.host.packages, first);
    appendFileSync(join(hub.root, "plugins/hello/main.ts"), "// mine");
    await hub.host.reload("hello");
    expect(hub.status("hello")).toMatchObject({ state: "running", sha256: null });
  });

  test("does not start before its capabilities are granted, and starts when they are", async () => {
    let granted: string[] = [];
    const grants: Grants = {
      ...allGranted,
      standing: (manifest, origin) =>
        granted.includes(manifest.name)
          ? allGranted.standing(manifest, origin)
          : { consent: "waiting", grants: {}, waitsFor: ["devices"] },
    };
    await using hub = await open({ host: { grants } });
    expect(await install(hub.host.packages, first)).toMatchObject({
      state: "disabled",
      reason: "waits for the owner's consent: devices (waiter plugin grants hello)",
    });
    await expect(hub.host.start("hello")).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
    await expect(hub.host.enable("hello")).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
    expect(existsSync(dataOf(hub))).toBe(false);
    granted = ["hello"];
    await hub.host.start("hello");
    expect(await tell(hub)).toBe("1.0.0");
  });

  test.each<[string, PluginHubOptions["host"]]>([
    ["nobody says who decides", { grants: undefined as never }],
    [
      "who decides fails",
      {
        grants: {
          ...allGranted,
          standing: () => {
            throw new Error("the grants are unreadable");
          },
        },
      },
    ],
  ])("does not start where %s", async (_what, host) => {
    await using hub = await open({ host: host ?? {} });
    expect(await install(hub.host.packages, first)).toMatchObject({ state: "disabled" });
    expect(existsSync(dataOf(hub))).toBe(false);
  });
});

describe("an update", () => {
  test("keeps data and settings, and runs the new code", async () => {
    await using hub = await open();
    await install(hub.host.packages, first);
    hub.state.config.set("plugin.hello.greeting", "早上好");
    expect(await install(hub.host.packages, second, true)).toMatchObject({
      version: "2.0.0",
      changed: true,
      state: "running",
    });
    expect(await tell(hub)).toBe("2.0.0");
    expect(readFileSync(dataOf(hub), "utf8")).toBe("by 1.0.0by 2.0.0");
    expect(hub.state.config.get("plugin.hello.greeting")).toBe("早上好");
    expect(readdirSync(join(hub.root, "plugins/.trash"))).toEqual([]);
  });

  test("to the same code says that nothing changed, however it was packed (F41)", async () => {
    await using hub = await open();
    await install(hub.host.packages, first);
    const files = Object.entries(helloFiles("1.0.0"));
    const again = forge(files.map(([name, data]) => ({ name, data, method: 0 })));
    expect(await install(hub.host.packages, again, true)).toMatchObject({
      changed: false,
      state: "running",
      sha256: sha256(again),
    });
  });

  test("is not made without a word, nor over what comes with the hub", async () => {
    await using elsewhere = await openPluginHub();
    const dir = putPlugin(join(elsewhere.root, "elsewhere"), "well");
    const manifest = { name: "hello", version: "0.9.0", entry: "main.ts" };
    await using hub = await open({ host: { shipped: [{ dir, manifest }] } });
    const shipped = { code: "CONFLICT", message: expect.stringContaining("comes with the hub") };
    await expect(install(hub.host.packages, first, true)).rejects.toMatchObject(shipped);

    await using other = await open();
    await install(other.host.packages, first);
    await expect(install(other.host.packages, second)).rejects.toMatchObject({
      code: "CONFLICT",
      message: 'the plugin "hello" 1.0.0 is installed already',
    });
    expect(await tell(other)).toBe("1.0.0");
  });

  test("that is refused leaves the old version running, undisturbed", async () => {
    await using hub = await open();
    await install(hub.host.packages, first);
    hub.states.length = 0;
    const newer = await pack(helloFiles("3.0.0", "", { sdk: "1.0.0" }));
    const broken = Buffer.from(newer);
    // One byte in the middle of packed data: only unpacking finds it.
    broken[200] = (broken[200] ?? 0) ^ 0xff;
    await expect(install(hub.host.packages, broken, true)).rejects.toMatchObject({
      code: "PACKAGE_INVALID",
    });
    expect(await tell(hub)).toBe("1.0.0");
    expect(hub.states.map(({ state }) => state)).not.toContain("disabled");
    expect(hub.states.at(-1) ?? hub.status("hello")).toMatchObject({ state: "running" });
  });

  test("whose code fails at its start is told, and harms nobody else", async () => {
    await using hub = await open({ plugins: ["well"] });
    await install(hub.host.packages, first);
    const failing = await pack(helloFiles("2.0.0", 'throw new Error("no lamp");'));
    const told = await install(hub.host.packages, failing, true);
    expect(told).toMatchObject({ version: "2.0.0", changed: true });
    expect(["backoff", "disabled"]).toContain(told.state);
    expect(told.reason).toContain("no lamp");
    expect(hub.status("well")).toMatchObject({ state: "running" });
    expect(await install(hub.host.packages, second, true)).toMatchObject({ state: "running" });
    expect(hub.state.health.list()).toEqual([]);
  });

  test("leaves off what the owner switched off", async () => {
    await using hub = await open();
    await install(hub.host.packages, first);
    await hub.host.disable("hello");
    expect(await install(hub.host.packages, second, true)).toMatchObject({ state: "disabled" });
    await hub.host.enable("hello");
    expect(await tell(hub)).toBe("2.0.0");
  });

  test("in the place of a link takes the link, and leaves what it points at", async () => {
    await using hub = await openPluginHub();
    const mine = putPlugin(join(hub.root, "mine"), "well", { name: "hello" });
    mkdirSync(join(hub.root, "plugins"), { recursive: true });
    symlinkSync(mine, join(hub.root, "plugins/hello"));
    await hub.host.boot(never);
    await hub.host.settled();
    await install(hub.host.packages, first, true);
    expect(await tell(hub)).toBe("1.0.0");
    expect(lstatSync(join(hub.root, "plugins/hello")).isDirectory()).toBe(true);
    expect(existsSync(join(mine, "main.ts"))).toBe(true);
  });
});

describe("a plugin that is removed", () => {
  test("is gone at once with its tools; what it leaves is kept for its return", async () => {
    await using hub = await open();
    await install(hub.host.packages, first);
    hub.state.config.set("plugin.hello.greeting", "早上好");
    await hub.host.packages.remove("hello", { keepData: true });
    expect(hub.status("hello")).toBeUndefined();
    expect(hub.states.at(-1)).toMatchObject({ name: "hello", state: "removed" });
    expect((await hub.tool("hello_tell")).outcome).toBe("unknown");
    expect(existsSync(join(hub.root, "plugins/hello"))).toBe(false);
    expect(readFileSync(dataOf(hub), "utf8")).toBe("by 1.0.0");
    expect(ids(hub)).toEqual(["hello.lamp"]);
    expect(hub.state.config.list().filter(({ key }) => key.startsWith("plugin.hello"))).toEqual([]);
    await install(hub.host.packages, second);
    expect(hub.state.config.get("plugin.hello.greeting")).toBe("早上好");
  });

  test("without its data leaves neither folder, settings nor devices", async () => {
    await using hub = await open();
    await install(hub.host.packages, first);
    hub.state.config.set("plugin.hello.greeting", "早上好");
    await hub.host.packages.remove("hello", { keepData: false });
    expect(existsSync(join(hub.root, "plugin_data/hello"))).toBe(false);
    expect(ids(hub)).toEqual([]);
    expect(readdirSync(join(hub.root, "plugins/.trash"))).toEqual([]);
    await install(hub.host.packages, second);
    expect(hub.state.config.get("plugin.hello.greeting")).toBe("hi");
    expect(readFileSync(dataOf(hub), "utf8")).toBe("by 2.0.0");
  });

  test("must be one that was installed", async () => {
    await using elsewhere = await openPluginHub();
    const dir = putPlugin(join(elsewhere.root, "elsewhere"), "well");
    const manifest = { name: "well", version: "1.2.3", entry: "main.ts" };
    await using hub = await open({ host: { shipped: [{ dir, manifest }] } });
    const remove = (name: string) => hub.host.packages.remove(name, { keepData: false });
    await expect(remove("well")).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(remove("nobody")).rejects.toMatchObject({ code: "PLUGIN_UNKNOWN" });
    for (const name of ["..", ".trash", "../hub.db", ""]) {
      await expect(remove(name)).rejects.toMatchObject({ code: "PLUGIN_UNKNOWN" });
    }
    expect(existsSync(join(hub.root, "hub.db"))).toBe(true);
  });

  test("may be broken: what cannot run can be removed", async () => {
    await using hub = await open();
    putPlugin(join(hub.root, "plugins"), "well", { mistake: 1 });
    await expect(hub.host.start("well")).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
    await hub.host.packages.remove("well", { keepData: true });
    expect(hub.state.health.list()).toEqual([]);
    expect(hub.status("well")).toBeUndefined();
  });
});

test("only one is installed or removed at a time; the second hears so and may try again", async () => {
  await using hub = await open();
  const [one, two] = [
    await upload(hub.host.packages, first),
    await upload(hub.host.packages, second),
  ];
  const running = hub.host.packages.install(one, { overwrite: false }, never);
  const busy = { code: "BUSY" };
  await expect(hub.host.packages.install(two, { overwrite: true }, never)).rejects.toMatchObject(
    busy,
  );
  await expect(hub.host.packages.remove("hello", { keepData: true })).rejects.toMatchObject(busy);
  await running;
  expect(await hub.host.packages.install(two, { overwrite: true }, never)).toMatchObject({
    version: "2.0.0",
  });
});

test("an installation that is called off changes nothing", async () => {
  await using hub = await open();
  const off = new AbortController();
  off.abort(new Error("called off"));
  const id = await upload(hub.host.packages, first);
  await expect(hub.host.packages.install(id, { overwrite: false }, off.signal)).rejects.toThrow();
  expect([hub.status("hello"), readdirSync(join(hub.root, "plugins/.incoming"))]).toEqual([
    undefined,
    [],
  ]);
});
