/**
 * F07: a setting was shown but never read. What code reads is recorded, so that a setting that
 * nobody reads is found; the kernel's own ones are each named by code outside the settings' room.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { CORE_OWNER, coreDefinitions } from "#platform/config";
import { openConfig } from "../platform/config/open-config.ts";
import { tempDir } from "../support/temp-dir.ts";

const SOURCE = resolve(import.meta.dirname, "../../src");

test("only reading counts as reading: showing, listing and setting do not", () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  const { config } = opened;
  config.define(CORE_OWNER, coreDefinitions);
  config.define("providers", [
    { key: "core.llm.sources.*.model", type: "string", default: "", description: "model" },
  ]);
  config.list({ hidden: true });
  config.entry("core.house.language");
  config.set("core.house.language", "zh");
  expect([...config.readKeys()]).toEqual([]);
  config.get("core.house.language");
  config.get("core.llm.sources.a.model");
  expect([...config.readKeys()]).toEqual(["core.house.language", "core.llm.sources.*.model"]);
  const unread = [...config.definedKeys()].filter((key) => !config.readKeys().has(key));
  expect(unread.sort()).toEqual(
    coreDefinitions
      .map(({ key }) => key)
      .filter((key) => key !== "core.house.language")
      .sort(),
  );
});

test("each of the kernel's settings is read by name outside the settings' room", () => {
  const outside = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .filter((path) => !path.startsWith("platform/config/core-definitions"))
    .map((path) => readFileSync(join(SOURCE, path), "utf8"))
    .join("\n");
  const unread = coreDefinitions
    .map(({ key }) => key)
    .filter((key) => !outside.includes(`"${key}"`));
  expect(unread).toEqual([]);
});
