/** F41: a reload reported success and ran the old code. The code is compared, and what runs afterwards is the new one. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPluginHub } from "../support/plugin-hub.ts";

const never = new AbortController().signal;

const program = (words: string) => `
import { definePlugin, Type } from "@homeagent/sdk";
import { words } from "./words.ts";
definePlugin({
  start: (hub) =>
    hub.tools.register(
      { name: "well_words", description: "words", parameters: Type.Object({}) },
      () => ${words},
    ),
});
`;

test("F41: a reload tells whether the code is another, and that code runs, imported files included", async () => {
  await using hub = await openPluginHub({ plugins: ["well"] });
  const folder = join(hub.root, "plugins/well");
  writeFileSync(join(folder, "words.ts"), 'export const words = "old";');
  writeFileSync(join(folder, "main.ts"), program("words"));
  await hub.host.boot(never);
  await hub.host.settled();
  const say = async () => (await hub.tool("well_words")).content;
  expect(await hub.host.reload("well")).toEqual({ changed: false });
  expect(await say()).toBe("old");

  // Not the entry, but a file that it imports.
  writeFileSync(join(folder, "words.ts"), 'export const words = "new";');
  expect(await hub.host.reload("well")).toEqual({ changed: true });
  expect(await say()).toBe("new");

  const manifest = JSON.parse(readFileSync(join(folder, "plugin.json"), "utf8")) as object;
  writeFileSync(join(folder, "plugin.json"), JSON.stringify({ ...manifest, version: "9.9.9" }));
  expect(await hub.host.reload("well")).toEqual({ changed: true });
  expect(hub.status("well")).toMatchObject({ version: "9.9.9", state: "running" });
});

test("F41: a reload whose new code does not start is no success", async () => {
  await using hub = await openPluginHub({ plugins: ["well"] });
  await hub.host.boot(never);
  await hub.host.settled();
  writeFileSync(join(hub.root, "plugins/well/main.ts"), 'throw new Error("broken");');
  await expect(hub.host.reload("well")).rejects.toMatchObject({
    code: "PLUGIN_FAILED",
    message: expect.stringContaining("broken"),
  });
  // The old code does not go on behind the refusal.
  expect((await hub.tool("well_echo")).outcome).toBe("unknown");
});
