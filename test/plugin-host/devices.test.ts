/** Devices that a plugin brings stand under its own name. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPluginHub } from "../support/plugin-hub.ts";

test("a plugin cannot take the ids of another, not even before that one starts", async () => {
  await using hub = await openPluginHub({ plugins: ["quarrelsome"] });
  const device = (id: string) => ({ id, name: "lock", kind: "lock", capabilities: [] });
  await Bun.write(
    join(hub.root, "plugins/quarrelsome/plugin.json"),
    JSON.stringify({
      name: "quarrelsome",
      version: "1.0.0",
      entry: "main.ts",
      capabilities: { devices: {} },
    }),
  );
  await Bun.write(
    join(hub.root, "plugins/quarrelsome/main.ts"),
    `import { definePlugin } from "@homeagent/sdk";
    definePlugin({
      async start(hub) {
        for (const device of ${JSON.stringify([device("sim.front_lock"), device("lock"), device("quarrelsome.lock")])}) {
          await hub.devices.register(device).catch((error) =>
            hub.log.info("refused", { code: error.code, message: error.message }));
        }
      },
    });`,
  );
  await hub.host.boot(new AbortController().signal);
  await hub.host.settled();
  const refused = hub.logged.filter(({ event }) => event === "refused");
  expect(refused.map(({ fields }) => fields)).toMatchObject([
    { code: "INVALID_PARAMS", message: "device sim.front_lock is not named after its plugin" },
    { code: "INVALID_PARAMS", message: "device lock is not named after its plugin" },
  ]);
  expect(hub.state.house.snapshot().devices.map(({ id }) => id)).toEqual(["quarrelsome.lock"]);
});
