/** F47: a plugin with no declared capabilities could do everything, and a method missing from the table passed. Both are denied. */
import { expect, test } from "vitest";
import { openPluginHub } from "../support/plugin-hub.ts";

test("F47: what is not declared is denied, and so is what is not known", async () => {
  await using hub = await openPluginHub({ plugins: ["quarrelsome"] });
  await hub.host.boot(new AbortController().signal);
  await hub.host.settled();
  const heard = JSON.parse((await hub.tool("heard")).content) as Record<string, unknown>;
  const denied = (method: string, capability: string) => ({
    code: "CAPABILITY_DENIED",
    method,
    capability,
    message: `${method} needs the capability "${capability}", which the plugin does not have`,
    hint: expect.stringContaining(
      capability === "admin" ? "only the hub's own page" : "plugin.json",
    ),
  });
  const unknown = (method: string) => ({
    code: "METHOD_UNKNOWN",
    method,
    message: `the hub has no method "${method}"`,
    hint: expect.any(String),
  });
  expect(heard).toEqual({
    "device.register": denied("device.register", "devices"),
    "io.injectText": denied("io.injectText", "io"),
    "prompt.declare": denied("prompt.declare", "prompt"),
    "events.subscribe": denied("events.subscribe", "events"),
    "net.resolve": denied("net.resolve", "net"),
    "admin.setupState": denied("admin.setupState", "admin"),
    "admin.verify": denied("admin.verify", "admin"),
    "no.such.method": unknown("no.such.method"),
    // A name that every object has is no method either.
    toString: unknown("toString"),
    "log.write": expect.objectContaining({ code: "INVALID_PARAMS" }),
    // `core` needs no declaration.
    "settings.dataDir": { path: `${hub.root}/plugin_data/quarrelsome` },
  });
  expect(hub.state.house.snapshot().devices).toEqual([]);
  expect(hub.inputs).toEqual([]);
});
