/** F60: a missing allowlist on one of two paths let everything pass. Fail closed, checked at one place. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { type CapabilityName, methodTable } from "#contract";
import { openPluginHub } from "../support/plugin-hub.ts";

const ROOM = resolve(import.meta.dirname, "../../src/plugin-host");

test("F60: a notification passes the same gate as a call", async () => {
  await using hub = await openPluginHub({ plugins: ["quarrelsome"] });
  const main = join(hub.root, "plugins/quarrelsome/main.ts");
  await Bun.write(
    main,
    `import { createPluginSession, Type } from "@homeagent/sdk";
    process.stdout.write('{"id":0,"method":"io.injectText","params":{"channel":"c","text":"before"}}\\n');
    const session = createPluginSession(
      { async start(hub) {
          const say = (method, params) =>
            process.stdout.write(JSON.stringify({ id: 0, method, params }) + "\\n");
          say("input.register", { name: "c", description: "" });
          say("io.injectText", { channel: "c", text: "t" });
          say("device.register", { device: { id: "q.x", name: "x", kind: "light", capabilities: [] } });
          say("admin.listening", { url: "http://evil" });
          say("log.write", { level: "info", event: "through_the_gate" });
        } },
      { clock: hub_clock(), send: (text) => void process.stdout.write(text) },
    );
    function hub_clock() {
      return { now: Date.now, monotonic: () => performance.now(),
        after: (ms, run) => { const t = setTimeout(run, ms); return { [Symbol.dispose]: () => clearTimeout(t) }; },
        every: () => ({ [Symbol.dispose]() {} }) };
    }
    for await (const chunk of Bun.stdin.stream()) session.feed(chunk);`,
  );
  await hub.host.boot(new AbortController().signal);
  await hub.host.settled();
  const events = () => hub.logged.map(({ event }) => event);
  await expect.poll(events).toContain("through_the_gate");
  const refused = hub.logged.filter(({ event }) => event === "plugin.notification_refused");
  expect(refused.map(({ fields }) => fields["method"])).toEqual([
    "io.injectText",
    "io.injectText",
    "device.register",
    "admin.listening",
  ]);
  expect(hub.inputs).toEqual([]);
  expect(hub.listening).toEqual([]);
  expect(hub.state.house.snapshot().devices).toEqual([]);
});

test("F60: the gate alone holds the handlers, and every method needs a capability", () => {
  const files = readdirSync(ROOM, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const naming = (word: string) =>
    files.filter((file) => readFileSync(join(ROOM, file), "utf8").includes(word)).sort();
  // Whoever made handlers without the gate, or granted `admin` from a manifest, would stand here.
  expect(naming("createBridge(")).toEqual(["bridge/index.ts", "plugin-host.ts"]);
  // Calls pass the gate alone; the other one decides at the spawn which descriptors a child is handed.
  expect(naming("grants.has(")).toEqual(["gate.ts", "handed-down.ts"]);
  expect(naming('"UNAUTHENTICATED"')).toEqual(["bridge/admin/caller.ts"]);
  const open = Object.entries(methodTable).filter(([, { capability }]) => capability === "core");
  expect(open.map(([name]) => name).sort()).toEqual([
    "api.register",
    "input.register",
    "lifecycle.autoRestart",
    "log.write",
    "output.register",
    "settings.dataDir",
    "settings.defs",
    "settings.get",
    "settings.list",
    "settings.registerDef",
    "settings.set",
    "tool.register",
  ]);
  const admin: CapabilityName = "admin";
  for (const [name, { capability }] of Object.entries(methodTable)) {
    expect([name, capability === admin]).toEqual([name, name.startsWith("admin.")]);
  }
});
