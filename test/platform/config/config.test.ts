/** Settings: declaring, reading, writing, listing, following. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ConfigDefinition } from "#kernel/state";
import { tempDir } from "../../support/temp-dir.ts";
import { openConfig } from "./open-config.ts";

const definitions: readonly ConfigDefinition[] = [
  { key: "core.test.count", type: "int", default: 10, min: 1, max: 50, description: "count" },
  { key: "core.test.ratio", type: "float", default: 0.7, min: 0, max: 2, description: "ratio" },
  { key: "core.test.on", type: "bool", default: false, description: "on", requiresRestart: true },
  { key: "core.test.wait", type: "duration", default: "30m", min: 1_000, description: "wait" },
  { key: "core.test.secret", type: "password", default: "", description: "secret" },
  { key: "core.test.name", type: "string", default: "", description: "name" },
  { key: "core.test.prompt", type: "text", default: "", description: "prompt" },
  { key: "core.test.mode", type: "select", default: "a", options: ["a", "b"], description: "mode" },
  { key: "core.test.inner", type: "int", default: 0, hidden: true, description: "inner" },
  { key: "core.llm.sources.*.model", type: "string", default: "", description: "model" },
  { key: "core.llm.sources.*.api_key", type: "password", default: "", description: "key" },
];

test("values of every type come back as they were set, from JSON or text, after a restart too", () => {
  using dir = tempDir();
  const values = () => {
    using opened = openConfig(dir.path);
    opened.config.define("core", definitions);
    return definitions
      .filter(({ key }) => !key.includes("*"))
      .map(({ key }) => opened.config.get(key));
  };
  expect(values()).toEqual([10, 0.7, false, 1_800_000, "", "", "", "a", 0]);
  {
    using opened = openConfig(dir.path);
    opened.config.define("core", definitions);
    const { config } = opened;
    config.set("core.test.count", "12");
    config.set("core.test.ratio", "1.5");
    config.set("core.test.on", "true");
    config.set("core.test.wait", "1h30m");
    config.set("core.test.secret", "s3cret");
    config.set("core.test.name", "家");
    config.set("core.test.prompt", "one\ntwo");
    config.set("core.test.mode", "b");
    config.set("core.test.inner", 3);
  }
  const expected = [12, 1.5, true, 5_400_000, "s3cret", "家", "one\ntwo", "b", 3];
  expect(values()).toEqual(expected);
});

test.each([
  ["core.test.count", 51, "a whole number from 1 up to 50"],
  ["core.test.count", 1.5, "a whole number from 1 up to 50"],
  ["core.test.count", "12x", "a whole number from 1 up to 50"],
  ["core.test.count", null, "a whole number from 1 up to 50"],
  ["core.test.ratio", "NaN", "a number from 0 up to 2"],
  ["core.test.on", 1, "true or false"],
  ["core.test.wait", "0s", "from 1s"],
  ["core.test.name", 360, "digits in quotes"],
  ["core.test.name", "two\nlines", "text on one line"],
  ["core.test.name", "x".repeat(4_097), "at most 4096 characters"],
  ["core.test.prompt", ["a"], "text of at most 65536 characters"],
  ["core.test.mode", "c", "one of a, b"],
])("%s refuses %j and says: %s", (key, value, allowed) => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  opened.config.define("core", definitions);
  const before = opened.config.entry(key);
  expect(() => opened.config.set(key, value)).toThrow(
    expect.objectContaining({
      code: "CONFIG_VALUE_INVALID",
      message: expect.stringMatching(new RegExp(`^${key} .*${allowed}`)),
      hint: expect.stringContaining(allowed),
    }),
  );
  expect(opened.config.entry(key)).toEqual(before);
  expect(opened.changed).toEqual([]);
});

test("an unknown key is refused everywhere, with the key that was likely meant", () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  opened.config.define("core", definitions);
  const { config } = opened;
  const unknown = (hint: string) =>
    expect.objectContaining({ code: "CONFIG_KEY_UNKNOWN", hint: expect.stringContaining(hint) });
  expect(() => config.get("core.test.cuont")).toThrow(unknown("core.test.count"));
  expect(() => config.set("core.llm.sources.a.modle", "x")).toThrow(
    unknown("core.llm.sources.*.model"),
  );
  expect(() => config.unset("something.else.entirely")).toThrow(unknown("waiter config list"));
  expect(() => config.set("core.llm.sources.*.model", "x")).toThrow(unknown("a name for the *"));
  expect(() => config.set("core.llm.sources.a.b.model", "x")).toThrow(unknown(""));
});

test("secrets read as ***, and *** written back leaves them as they are", () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  opened.config.define("core", definitions);
  const { config } = opened;
  expect(config.entry("core.test.secret").value).toBe("");
  expect(config.set("core.test.secret", "s3cret").value).toBe("***");
  expect(config.set("core.test.secret", "***").value).toBe("***");
  expect(config.get("core.test.secret")).toBe("s3cret");
  config.set("core.llm.sources.深度.api_key", "sk-1");
  expect(JSON.stringify(config.list({ hidden: true }))).not.toMatch(/s3cret|sk-1/);
  expect(() => config.set("core.test.secret", "a\nb-secret")).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("b-secret") }),
  );
  expect(JSON.stringify(opened.records)).not.toMatch(/s3cret|sk-1/);
});

test("patterns hold for any name; names are those that are set", () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  opened.config.define("core", definitions);
  const { config } = opened;
  expect(config.get("core.llm.sources.any.model")).toBe("");
  config.set("core.llm.sources.深度.model", "m-1");
  config.set("core.llm.sources.b.api_key", "k");
  expect(config.names("core.llm.sources.*.model")).toEqual(["深度"]);
  expect(config.names("core.llm.sources.*")).toEqual(["b", "深度"]);
  config.unset("core.llm.sources.深度.model");
  expect(config.names("core.llm.sources.*")).toEqual(["b"]);
});

test("the list holds what is declared or set, sorted, hidden ones on demand", () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  opened.config.define("core", definitions);
  opened.config.set("core.llm.sources.a.model", "m");
  const visible = opened.config.list().map(({ key }) => key);
  expect(visible).toEqual(
    [
      "core.llm.sources.a.model",
      ...definitions.map(({ key }) => key).filter((key) => !/\*|inner/.test(key)),
    ].sort(),
  );
  expect(opened.config.list({ hidden: true })).toHaveLength(visible.length + 1);
  expect(opened.config.entry("core.test.mode")).toEqual({
    key: "core.test.mode",
    value: "a",
    default: "a",
    type: "select",
    description: "mode",
    options: ["a", "b"],
    hidden: false,
    requiresRestart: false,
  });
});

test("changes are told by prefix, once stored, only when something changed", () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  opened.config.define("core", definitions);
  const { config } = opened;
  const heard: unknown[] = [];
  config.onChange("core.test.", (key) => {
    heard.push([key, config.get(key)]);
    throw new Error("cannot follow");
  });
  const second = config.onChange("core.test.count", (key) => heard.push(key));
  config.set("core.test.count", 11);
  config.set("core.test.count", 11);
  second[Symbol.dispose]();
  config.unset("core.test.count");
  config.unset("core.test.count");
  config.set("core.llm.sources.a.model", "m");
  expect(heard).toEqual([["core.test.count", 11], "core.test.count", ["core.test.count", 10]]);
  expect(opened.changed).toEqual([
    "core.test.count",
    "core.test.count",
    "core.llm.sources.a.model",
  ]);
  expect(opened.records.map(({ event }) => event)).toEqual(["config.listener", "config.listener"]);
});

test("a plugin's values lie in a table of its own and outlive its definitions", () => {
  using dir = tempDir();
  const own: ConfigDefinition = {
    key: "plugin.my-sim.rate",
    type: "int",
    default: 1,
    description: "rate",
  };
  {
    using opened = openConfig(dir.path);
    opened.config.define("my-sim", [own]);
    opened.config.set("plugin.my-sim.rate", 5);
    opened.config.detach("my-sim");
    expect(() => opened.config.get("plugin.my-sim.rate")).toThrow("no setting");
    expect(opened.config.list()).toEqual([]);
  }
  using opened = openConfig(dir.path);
  opened.config.define("my-sim", [own]);
  expect(opened.config.get("plugin.my-sim.rate")).toBe(5);
  using db = new Database(join(dir.path, "hub.db"), { readonly: true });
  expect(db.query('SELECT * FROM "config_my-sim"').all()).toEqual([
    { key: "plugin.my-sim.rate", value: "5" },
  ]);
});

test("definitions that cannot hold are refused, and none of their batch is taken", () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  const { config } = opened;
  const good: ConfigDefinition = { key: "plugin.a1.x", type: "int", default: 1, description: "" };
  config.define("a1", [good]);
  config.define("a1", [{ ...good, default: 2 }]);
  expect(config.get("plugin.a1.x")).toBe(2);
  for (const bad of [
    { ...good, key: 'plugin.a";DROP.x' },
    { ...good, key: "elsewhere.x" },
    { ...good, key: "plugin.a1" },
    { ...good, key: "plugin.a1.y", default: "one" },
    { ...good, key: "plugin.a1.y", default: 9, max: 8 },
    { ...good, key: "plugin.a1.y", type: "select" as const, default: "x" },
  ]) {
    expect(() => config.define("a1", [{ ...good, key: "plugin.a1.first" }, bad])).toThrow();
  }
  expect(() => config.define("b1", [good])).toThrow(expect.objectContaining({ code: "CONFLICT" }));
  expect(config.list().map(({ key }) => key)).toEqual(["plugin.a1.x"]);
});

test("a stored value that no longer fits reads as the default and is told once", () => {
  using dir = tempDir();
  {
    using opened = openConfig(dir.path);
    opened.config.define("core", definitions);
    opened.config.set("core.test.count", 40);
  }
  using opened = openConfig(dir.path);
  opened.config.define("core", [
    { key: "core.test.count", type: "int", default: 10, max: 20, description: "narrower" },
  ]);
  expect([opened.config.get("core.test.count"), opened.config.get("core.test.count")]).toEqual([
    10, 10,
  ]);
  expect(opened.records.map(({ event }) => event)).toEqual(["config.unfit"]);
  opened.config.set("core.test.count", 20);
  expect(opened.config.get("core.test.count")).toBe(20);
});

test("a namespace holds at most 1 000 values", () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  opened.config.define("a1", [
    { key: "plugin.a1.*", type: "int", default: 0, description: "" },
    { key: "plugin.a1.x.*", type: "int", default: 0, description: "" },
  ]);
  for (let n = 0; n < 1_000; n += 1) opened.config.set(`plugin.a1.${n}`, n);
  expect(() => opened.config.set("plugin.a1.x.more", 1)).toThrow(
    expect.objectContaining({ code: "TOO_LARGE" }),
  );
  expect(opened.config.set("plugin.a1.7", 8).value).toBe(8);
});

test("what is forgotten by its beginning is gone for good, declared or not, and nothing beside it", () => {
  using dir = tempDir();
  const int = (key: string) => ({ key, type: "int" as const, default: 0, description: "" });
  {
    using opened = openConfig(dir.path);
    opened.config.define("a1", [int("plugin.a1.x"), int("plugin.a1.old")]);
    opened.config.define("a11", [int("plugin.a11.x")]);
    for (const key of ["plugin.a1.x", "plugin.a1.old", "plugin.a11.x"]) opened.config.set(key, 7);
    opened.config.detach("a1");
    opened.config.define("a1", [int("plugin.a1.x")]);
    opened.config.forget("plugin.a1.");
    expect(opened.config.get("plugin.a1.x")).toBe(0);
  }
  using opened = openConfig(dir.path);
  opened.config.define("a1", [int("plugin.a1.x"), int("plugin.a1.old")]);
  opened.config.define("a11", [int("plugin.a11.x")]);
  const values = ["plugin.a1.x", "plugin.a1.old", "plugin.a11.x"].map((key) =>
    opened.config.get(key),
  );
  expect(values).toEqual([0, 0, 7]);
});
