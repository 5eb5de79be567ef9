/** Settings: a plugin's own, and, with the owner's grant, everybody's but never a secret. */
import { describe, expect, test } from "vitest";
import { openEvery } from "../../support/every-hub.ts";

const secretive = {
  settings: {
    greeting: { type: "string", default: "hi", description: "greeting" },
    pin: { type: "password", default: "", description: "pin" },
  },
};

async function openTwo() {
  const hub = await openEvery({}, { every: {}, other: secretive });
  hub.state.config.define("keys", [
    { key: "core.llm.sources.*.api_key", type: "password", default: "", description: "key" },
    { key: "core.memory.multimodal.endpoint", type: "string", default: "", description: "where" },
    { key: "core.memory.secret_note", type: "password", default: "", description: "secret" },
  ]);
  hub.state.config.set("core.llm.sources.a.api_key", "sk-1234");
  hub.state.config.set("plugin.other.pin", "9876");
  return hub;
}

describe("a plugin's own settings", () => {
  test("are told with what they are, and can be added to within its own namespace", async () => {
    await using hub = await openEvery();
    const count = { key: "count", type: "int", default: 3, description: "count", min: 1, max: 9 };
    expect(await hub.call("settings.set", { key: "count", value: 4 })).toMatch(
      /^CONFIG_KEY_UNKNOWN/,
    );
    expect(await hub.call("settings.registerDef", count)).toBeNull();
    expect(await hub.call("settings.get", { key: "count" })).toBe(3);
    expect(await hub.call("settings.set", { key: "count", value: 5 })).toBeNull();
    expect(await hub.call("settings.set", { key: "count", value: 10 })).toMatch(
      /^CONFIG_VALUE_INVALID/,
    );
    expect(await hub.call("settings.list")).toEqual({ greeting: "hi", count: 5 });
    expect(await hub.call("settings.defs")).toMatchObject([
      { key: "plugin.every.greeting", value: "hi" },
      { key: "plugin.every.count", value: 5, default: 3, type: "int" },
    ]);
    // The owner sees it beside the others.
    expect(hub.state.config.entry("plugin.every.count").value).toBe(5);
  });

  test("cannot take the hub's own switch, nor what plugin.json declares", async () => {
    await using hub = await openEvery();
    const definition = { type: "bool", default: true, description: "x" };
    expect(await hub.call("settings.registerDef", { key: "enabled", ...definition })).toMatch(
      /^CONFLICT/,
    );
    expect(await hub.call("settings.registerDef", { key: "greeting", ...definition })).toMatch(
      /^CONFLICT/,
    );
    expect(await hub.call("settings.set", { key: "enabled", value: false })).toMatch(
      /^CONFIG_KEY_UNKNOWN/,
    );
  });

  test("are 64 that it adds, and no more", async () => {
    await using hub = await openEvery();
    const add = (n: number) =>
      hub.call("settings.registerDef", {
        key: `k${n}`,
        type: "int",
        default: 0,
        description: "x",
      });
    for (let n = 0; n < 64; n += 1) expect(await add(n)).toBeNull();
    expect(await add(64)).toMatch(/^BUSY/);
    expect(await add(3)).toBeNull();
  });
});

describe("settings of others", () => {
  test("never show a secret, by whatever way they are read", async () => {
    await using hub = await openTwo();
    expect(await hub.call("settings.getPlugin", { plugin: "other", key: "pin" })).toMatchObject({
      value: "***",
    });
    expect(await hub.call("settings.getCore", { key: "core.llm.sources.a.api_key" })).toMatchObject(
      { value: "***" },
    );
    const told = JSON.stringify([
      await hub.call("settings.listCore"),
      await hub.call("settings.listPlugin", { plugin: "other" }),
      await hub.call("settings.dump"),
    ]);
    expect(told).toContain("core.llm.sources.a.api_key");
    expect(told).toContain("plugin.other.pin");
    expect(told).not.toMatch(/sk-1234|9876/);
    expect(await hub.call("settings.plugins")).toEqual(["every", "other"]);
    expect(await hub.call("settings.dump")).toMatchObject({
      core: { "core.agent.max_tool_turns": 10 },
      other: { "plugin.other.pin": "***", "plugin.other.greeting": "hi" },
    });
  });

  test("are written where the owner allows it, and the log says by whom", async () => {
    await using hub = await openTwo();
    expect(
      await hub.call("settings.setCore", { key: "core.agent.max_tool_turns", value: 5 }),
    ).toMatchObject({ value: 5 });
    expect(
      await hub.call("settings.setPlugin", { plugin: "other", key: "greeting", value: "yo" }),
    ).toMatchObject({ value: "yo" });
    const written = hub.logged.filter(({ event }) => event === "settings.cross_write");
    expect(written.map(({ fields }) => fields)).toEqual([
      { plugin: "every", key: "core.agent.max_tool_turns" },
      { plugin: "every", key: "plugin.other.greeting" },
    ]);
  });

  test.each([
    "core.http.trusted_proxies",
    "core.http.session_ttl",
    "core.daemon.log_level",
    "core.agent.persona_choice",
    "core.llm.sources.a.api_key",
    "core.memory.multimodal.endpoint",
    "core.memory.secret_note",
  ])("refuse %s, which is the owner's", async (key) => {
    await using hub = await openTwo();
    const before = hub.state.config.entry(key).value;
    expect(await hub.call("settings.setCore", { key, value: "x" })).toMatch(/^FORBIDDEN: /);
    expect(hub.state.config.entry(key).value).toBe(before);
  });

  test("say nothing of whether a plugin runs", async () => {
    await using hub = await openTwo();
    const params = { plugin: "other", key: "enabled", value: false };
    expect(await hub.call("settings.setPlugin", params)).toMatch(/^FORBIDDEN/);
    expect(hub.status("other")?.state).toBe("running");
    expect(
      await hub.call("settings.setCore", { key: "plugin.other.enabled", value: false }),
    ).toMatch(/^INVALID_PARAMS/);
  });
});
