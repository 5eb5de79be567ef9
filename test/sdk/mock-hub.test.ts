/** The mock hub of plugins' tests: it refuses what the hub would refuse, and keeps errors' codes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type DeclaredPlugin, definePlugin, OperationalError, Type } from "#sdk";
import { createMockHub, type MockHubOptions } from "../../src/sdk/testing/index.ts";
import { tempDir } from "../support/temp-dir.ts";

/** A mock hub for a plugin with these capabilities. */
function mocked(plugin: DeclaredPlugin, capabilities: object, options: MockHubOptions = {}) {
  const dir = tempDir();
  const manifest = { name: "one", version: "1.0.0", entry: "main.ts", capabilities };
  writeFileSync(join(dir.path, "plugin.json"), JSON.stringify(manifest));
  const load = async () => void definePlugin(plugin);
  return createMockHub(load, { folder: dir.path, ...options }).finally(() => dir[Symbol.dispose]());
}

const lamp: DeclaredPlugin = {
  devices: [
    {
      id: "lamp",
      name: "灯",
      kind: "light",
      capabilities: [
        { name: "on", kind: "binary", access: ["write"], valueOn: true, valueOff: false },
      ],
      onCommand() {
        throw new OperationalError("DEVICE_UNAVAILABLE", "no bridge");
      },
    },
  ],
};

test("a plugin without the capability is refused as by the hub", async () => {
  await expect(mocked(lamp, {})).rejects.toMatchObject({ code: "CAPABILITY_DENIED" });
});

test("a schema that no model could read is refused as by the hub, with its place", async () => {
  const plugin: DeclaredPlugin = {
    tools: {
      greet: {
        description: "Greets",
        parameters: { type: "object", properties: { who: { type: "text" } } } as never,
        run: () => "hi",
      },
    },
  };
  await expect(mocked(plugin, {})).rejects.toMatchObject({
    code: "INVALID_PARAMS",
    message: expect.stringContaining('parameters: /properties/who/type is "text"'),
  });
});

test("what a handler throws comes with its own code", async () => {
  await using hub = await mocked(lamp, { devices: {} });
  await expect(hub.command("lamp", "on", true)).rejects.toMatchObject({
    code: "DEVICE_UNAVAILABLE",
    message: "no bridge",
  });
  await expect(hub.command("lamp", "off", true)).rejects.toMatchObject({ code: "NOT_WRITABLE" });
});

test("what the plugin sends is held to the schemas of the wire", async () => {
  const loud: DeclaredPlugin = {
    channels: { "not a name": { description: "", send: () => undefined } },
  };
  await expect(mocked(loud, {})).rejects.toMatchObject({ code: "INVALID_PARAMS" });
});

test("what the plugin asks is answered by the test, or said to be unanswered", async () => {
  const asking: DeclaredPlugin = {
    tools: {
      sources: {
        description: "lists",
        parameters: Type.Object({}),
        run: async (_args, { hub }, signal) => await hub.call("llm.listSources", {}, signal),
      },
    },
  };
  await using told = await mocked(
    asking,
    { llm: {} },
    { answers: { "llm.listSources": () => [] } },
  );
  expect(await told.tool("sources")).toBe("[]");
  await using untold = await mocked(asking, { llm: {} });
  await expect(untold.tool("sources")).rejects.toThrow("no answer for llm.listSources");
});
