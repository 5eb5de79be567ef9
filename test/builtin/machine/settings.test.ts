/** Settings and plugins in the hands of a model: what is harmless at once, the rest by the owner's yes. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { owner } from "../support.ts";
import { openRig } from "./rig.ts";

const member = { ...owner, role: "member" as const };

describe("settings", () => {
  test("are told with their meaning, secrets as ***", async () => {
    await using rig = openRig();
    rig.config.set("core.llm.sources.main.api_key", "sk-secret");
    const all = [
      await rig.call("config_dump", {}),
      await rig.call("config_get", { key: "core.llm.sources.main.api_key" }),
      await rig.call("config_get_defs", { prefix: "core.llm." }),
      await rig.call("config_list_keys", {}),
      await rig.call("config_list_plugins", {}),
    ];
    expect(all.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
    expect(JSON.stringify(all)).not.toContain("sk-secret");
    expect(all[1]?.content).toContain("***");
    expect(all[4]?.data).toContain("core.cmd");
    expect(await rig.call("config_get", { key: "core.nothing" })).toMatchObject({
      outcome: "invalid",
    });
  });

  test("of the house are changed at once, all or none", async () => {
    await using rig = openRig();
    const set = (values: object) => rig.call("config_batch_set", { values });
    expect(
      await set({ "core.house.language": "en", "core.house.time_zone": "Mars" }),
    ).toMatchObject({ outcome: "invalid" });
    expect(rig.config.get("core.house.language")).not.toBe("en");
    const both = { "core.house.language": "en", "core.house.time_zone": "Asia/Shanghai" };
    expect(await set(both)).toMatchObject({ outcome: "ok" });
    expect(rig.config.get("core.house.time_zone")).toBe("Asia/Shanghai");
    expect(rig.config.get("core.house.language")).toBe("en");
  });

  test.each([
    ["core.cmd.allowed", '[["/bin/sh","-c","id"]]'],
    ["core.files.roots", '["/home"]'],
    ["core.llm.sources.main.base_url", "https://elsewhere.example/v1"],
    ["core.http.trusted_proxies", "10.0.0.0/8"],
  ])("that open doors (%s) wait for the owner, alone or among others", async (key, value) => {
    await using rig = openRig();
    const before = rig.config.get(key);
    expect(await rig.call("config_set", { key, value })).toMatchObject({ outcome: "unconfirmed" });
    const values = { "core.house.language": "en", [key]: value };
    expect(await rig.call("config_batch_set", { values })).toMatchObject({
      outcome: "unconfirmed",
    });
    expect([rig.config.get(key), rig.config.isSet("core.house.language")]).toEqual([before, false]);
    const [first] = rig.confirmations.list();
    expect(first?.action).toContain(key);
    const done = await rig.confirmations.decide(
      String(first?.id),
      { allow: true, surface: "http" },
      owner,
      new AbortController().signal,
    );
    expect(done.outcome).toBe("ok");
    expect(rig.config.get(key)).toBe(value);
  });

  test("that are secrets never pass through a model, nor does anything for members", async () => {
    await using rig = openRig();
    const args = { key: "core.llm.sources.main.api_key", value: "sk-secret" };
    expect(await rig.call("config_set", args)).toMatchObject({ outcome: "denied" });
    expect(rig.confirmations.list()).toEqual([]);
    expect(JSON.stringify([rig.notices, rig.logged])).not.toContain("sk-secret");
    const { outcome } = await rig.call("config_dump", {}, { principal: member });
    expect(outcome).toBe("denied");
  });
});

describe("plugins", () => {
  test("are listed, switched and reloaded, the hub's own parts not", async () => {
    await using rig = openRig();
    expect((await rig.call("plugin_list", {})).content).toContain('"name":"sim"');
    for (const name of ["plgreload", "plugin_disable", "plugin_enable"]) {
      expect((await rig.call(name, { name: "sim" })).outcome).toBe("ok");
      expect((await rig.call(name, { name: "admin" })).outcome).toBe("denied");
      expect((await rig.call(name, { name: "nobody" })).content).toContain("sim, admin");
      expect((await rig.call(name, { name: "sim" }, { principal: member })).outcome).toBe("denied");
    }
    expect(rig.asked).toEqual([
      ["reload", "sim"],
      ["disable", "sim"],
      ["enable", "sim"],
    ]);
    const tools = await rig.call("get_plugin_tools", { name: "sim" });
    expect(tools.data).toEqual([]);
  });

  test("are installed by the owner's yes, and only as the file that he was shown", async () => {
    await using rig = openRig();
    const path = join(rig.filesDir, "x.hmap");
    writeFileSync(path, "package");
    const sha256 = createHash("sha256").update("package").digest("hex");
    await rig.call("plugin_install", { path: "x.hmap" });
    expect(rig.confirmations.list()[0]?.action).toBe(`install "x.hmap", sha256 ${sha256}`);
    expect(rig.asked).toEqual([]);
    writeFileSync(path, "another");
    expect(await rig.decide(true)).toMatchObject({ outcome: "invalid" });
    expect(rig.asked).toEqual([
      ["part", "another"],
      ["drop", "0".repeat(32)],
    ]);
    writeFileSync(path, "package");
    await rig.call("plugin_install", { path: "x.hmap" });
    expect(await rig.decide(true)).toMatchObject({ outcome: "ok", text: "x 1: running" });
    expect(rig.asked.at(-1)).toEqual(["install", "0".repeat(32), { overwrite: false }]);
    const outside = await rig.call("plugin_install", { path: "/etc/passwd" });
    expect(outside.outcome).toBe("denied");
  });

  test("are removed by the owner's yes, and keep their data unless he said otherwise", async () => {
    await using rig = openRig();
    await rig.call("plugin_remove", { name: "sim" });
    expect(rig.confirmations.list()[0]?.action).toBe('remove "sim", keep its data');
    expect(rig.asked).toEqual([]);
    await rig.decide(true);
    expect(rig.asked).toEqual([["remove", "sim", { keepData: true }]]);
  });
});
