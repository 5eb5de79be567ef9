/** What lies in the plugin folder is read with suspicion; what is wrong is off, with the reason (F46). */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPluginHub, type PluginHub, putPlugin } from "../support/plugin-hub.ts";

const never = new AbortController().signal;

async function openWith(put: (pluginsDir: string) => void): Promise<PluginHub> {
  const hub = await openPluginHub({ plugins: ["well"] });
  put(join(hub.root, "plugins"));
  await hub.host.boot(never);
  await hub.host.settled();
  // Whatever lies beside it, the good one runs.
  expect(hub.status("well")).toMatchObject({ state: "running" });
  return hub;
}
const write = (pluginsDir: string, name: string, text: string | object, entry = "main.ts") => {
  mkdirSync(join(pluginsDir, name));
  const json = typeof text === "string" ? text : JSON.stringify({ name, ...text });
  writeFileSync(join(pluginsDir, name, "plugin.json"), json);
  writeFileSync(join(pluginsDir, name, entry), "");
};
const base = { version: "1.0.0", entry: "main.ts" };

describe("a plugin folder", () => {
  test.each<[string, string | object, string]>([
    ["unknown key", { ...base, shade: "red" }, "plugin.json/shade is not known here"],
    ["unknown capability", { ...base, capabilities: { root: {} } }, "root"],
    ["the hub's own capability", { ...base, capabilities: { admin: {} } }, "admin"],
    ["no version", { entry: "main.ts" }, "version"],
    ["no JSON", "{", "plugin.json is not valid JSON"],
    ["no object", "[]", "plugin.json"],
    ["another name", { ...base, name: "other" }, 'plugin.json/name is "other"'],
    ["a newer SDK", { ...base, sdk: "1.9.0" }, "needs SDK 1.9.0, this hub has 1.0.0 (rebuild"],
    ["no entry", { ...base, entry: "none.ts" }, 'entry "none.ts" does not exist'],
    ["an entry elsewhere", { ...base, entry: "a/../../well/main.ts" }, "entry"],
    [
      "a reserved setting",
      { ...base, settings: { enabled: { type: "bool", default: true, description: "" } } },
      "hub's own",
    ],
    [
      "a setting of the wrong type",
      { ...base, settings: { n: { type: "int", default: "x", description: "" } } },
      'plugin.bad.n does not accept "x": a whole number',
    ],
    [
      "a forbidden path",
      { ...base, capabilities: { fs: [{ path: "/etc/shadow", mode: "r" }] } },
      "/etc/shadow",
    ],
    ["Lua", { ...base, entry: "main.lua" }, "does not exist"],
    ["a skill", { ...base, entry: "SKILL.md" }, "does not exist"],
    ["a program", { ...base, entry: "plugin.bin" }, "is of no kind that this hub runs"],
  ])("with %s is off, with the reason, and hinders no other", async (_what, manifest, reason) => {
    await using hub = await openWith((dir) => write(dir, "bad", manifest));
    expect(hub.status("bad")).toMatchObject({ state: "disabled", restarts: 0 });
    expect(hub.status("bad")?.reason).toContain(reason);
    // What is allowed is told once, also where it is the hint too.
    expect(hub.status("bad")?.reason).not.toMatch(/(.{8,}) \(\1\)$/);
    expect(hub.state.health.list()).toMatchObject([{ part: "plugin.bad" }]);
    await expect(hub.host.start("bad")).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
  });

  test("whose entry is a link out of it is refused", async () => {
    await using hub = await openWith((dir) => {
      write(dir, "bad", { ...base, entry: "link.ts" });
      symlinkSync("/etc/passwd", join(dir, "bad/link.ts"));
    });
    expect(hub.status("bad")?.reason).toContain("no file of the plugin's folder");
  });

  test("that is mended runs after a reload, and is off no longer", async () => {
    await using hub = await openWith((dir) => void putPlugin(dir, "relay", { mistake: 1 }));
    expect(hub.status("relay")).toMatchObject({ state: "disabled" });
    putPlugin(join(hub.root, "plugins"), "relay");
    await hub.host.reload("relay");
    expect(hub.status("relay")).toMatchObject({ state: "running", reason: null });
    expect(hub.state.health.list()).toEqual([]);
  });

  test("under a name of the hub's own, or none at all, is left alone and told", async () => {
    await using hub = await openWith((dir) => {
      for (const name of ["admin", "plugin-host", "Not A Name"]) write(dir, name, base);
      writeFileSync(join(dir, "a-file"), "");
    });
    expect(hub.host.list().map(({ name }) => name)).toEqual(["well"]);
    const ignored = hub.logged.filter((record) => record.event === "plugin.folder_ignored");
    expect(ignored.map((record) => record.fields["name"]).sort()).toEqual([
      "Not A Name",
      "admin",
      "plugin-host",
    ]);
  });

  test("that is a link leading in a circle hinders nobody", async () => {
    await using hub = await openWith((dir) => symlinkSync("loop", join(dir, "loop")));
    expect(hub.host.list().map(({ name }) => name)).toEqual(["well"]);
  });

  test("whose manifest is a pipe is off at once: nobody waits for one who writes into it", async () => {
    await using hub = await openWith((dir) => {
      mkdirSync(join(dir, "piped"));
      execFileSync("mkfifo", [join(dir, "piped/plugin.json")]);
    });
    expect(hub.status("piped")).toMatchObject({
      state: "disabled",
      reason: "plugin.json cannot be read",
    });
  });

  test("cannot take the place of a plugin that comes with the hub", async () => {
    await using shipped = await openPluginHub();
    const dir = putPlugin(join(shipped.root, "elsewhere"), "relay");
    const manifest = { ...base, name: "relay" };
    await using hub = await openPluginHub({
      plugins: ["relay"],
      host: { shipped: [{ dir, manifest }] },
    });
    writeFileSync(join(hub.root, "plugins/relay/main.ts"), 'throw new Error("impostor")');
    await hub.host.boot(never);
    await hub.host.settled();
    expect(hub.status("relay")).toMatchObject({ state: "running", version: "1.0.0" });
  });
});
