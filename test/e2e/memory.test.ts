/** What is told to the memory is found again by whoever may know it, in a hub that runs. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startHub, until } from "../support/hub-process.ts";
import { tempDir } from "../support/temp-dir.ts";

const PLUGIN = `import { definePlugin } from "@homeagent/sdk";
definePlugin({
  async start(hub) {
    await hub.memory.commit([
      { subject: "热水器", relation: "保修到", object: "2027年3月", sentence_text: "热水器的保修到2027年3月" },
      { subject: "dishwasher", relation: "needs", object: "rinse aid", sentence_text: "The dishwasher needs rinse aid every month" },
    ]);
  },
});`;

test("what a plugin tells the household is recalled in both languages, with why, also after a restart", async () => {
  using dir = tempDir();
  const dataDir = join(dir.path, "data");
  const folder = join(dataDir, "plugins/notes");
  mkdirSync(folder, { recursive: true });
  const capabilities = { memory: { reason: { zh: "记事", en: "Takes notes" } } };
  const manifest = { name: "notes", version: "1.0.0", entry: "main.ts", capabilities };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "main.ts"), PLUGIN);
  {
    await using hub = await startHub({ fromSource: true, dataDir });
    expect(hub.waiter("memory", "recall", "热水器").stdout).toContain("not in memory: 热水器");
    expect(hub.waiter("plugin", "grant", "notes").code).toBe(0);
    await until(() => hub.waiter("memory", "recall", "热水器").stdout.includes("保修到2027年3月"));
    const asked = JSON.parse(
      hub.waiter("memory", "recall", "热水器什么时候过保", "--json").stdout,
    ) as {
      hits: { text: string; why: string[]; scope: string; origin: string }[];
    };
    expect(asked.hits[0]).toMatchObject({
      text: "热水器的保修到2027年3月",
      scope: "shared",
      origin: "plugin",
      why: expect.arrayContaining(["text"]),
    });
  }
  await using hub = await startHub({ fromSource: true, dataDir });
  const { stdout } = hub.waiter("memory", "recall", "what does the dishwasher need");
  expect(stdout).toContain("The dishwasher needs rinse aid every month");
  expect(hub.waiter("memory", "recall", "x", "--user", "nobody").code).toBe(1);
});
