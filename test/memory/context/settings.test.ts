/** F07 for the windows: each setting, once changed, changes what stays, with no restart. */
import { expect, test } from "vitest";
import { CONTEXT_OWNER, contextDefinitions, contextSettings } from "../../../src/memory/index.ts";
import { openConfig } from "../../platform/config/open-config.ts";
import { openMemory, person } from "../../support/memory.ts";
import { tempDir } from "../../support/temp-dir.ts";

test("the size of a window and its protected end follow the settings", async () => {
  using dir = tempDir();
  using opened = openConfig(dir.path);
  const { config } = opened;
  config.define(CONTEXT_OWNER, contextDefinitions);
  await using memory = openMemory(dir.path, { settings: contextSettings(config) });
  const sizeNow = async () => {
    const request = { principal: person("ann"), channel: "phone", text: "" };
    return (await memory.context.window(request, new AbortController().signal)).events.length;
  };
  for (let index = 0; index < 50; index += 1) {
    await memory.context.append({
      source: "user",
      channel: "phone",
      personId: "ann",
      input: `${index}`,
    });
  }
  expect(await sizeNow()).toBe(30);
  config.set("core.agent.max_context_size", 20);
  expect(await sizeNow()).toBe(20);
  config.set("core.agent.max_context_size", 5);
  expect(await sizeNow()).toBe(10);
  config.set("core.agent.protected_count", 3);
  expect(await sizeNow()).toBe(5);
  expect([...config.readKeys()].sort()).toEqual(contextDefinitions.map(({ key }) => key).sort());
  expect(() => config.set("core.agent.protected_count", 0)).toThrow("from 1");
});
