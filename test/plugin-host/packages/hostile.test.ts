/** Archives that were made to do harm: each is refused with the reason, and leaves nothing behind. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPluginHub, type PluginHub } from "../../support/plugin-hub.ts";
import { named, plus } from "./attack.ts";
import { bombs, containers, lies } from "./attacks-archive.ts";
import { kinds, manifests, names } from "./attacks-content.ts";
import { FILE } from "./forge.ts";
import { install } from "./install.ts";

const never = new AbortController().signal;

let hub: PluginHub;
let before: string;
beforeAll(async () => {
  hub = await openPluginHub({ plugins: ["well"] });
  await hub.host.boot(never);
  await hub.host.settled();
  before = filesOf(join(hub.root, ".."));
});
afterAll(async () => await hub[Symbol.asyncDispose]());

/** Every file and folder around the hub's data, but for the database that goes on being written. */
function filesOf(folder: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return found
    .filter((path) => !/\.(db|db-wal|db-shm)$/.test(path))
    .sort()
    .join("\n");
}

test.each([...containers, ...names, ...kinds, ...lies, ...bombs, ...manifests])(
  "a package with %s is refused, and leaves nothing behind",
  async (_what, bytes, code, reason) => {
    const told = await install(hub.host.packages, bytes(), true).then(
      (installed) => installed,
      (error: unknown) => error as { code: string; message: string },
    );
    expect(told).toMatchObject({ code, message: expect.stringContaining(reason) });
    expect(filesOf(join(hub.root, "..")).replace("data/plugins/.incoming\n", "")).toBe(before);
    expect(existsSync("/tmp/evil")).toBe(false);
  },
);

test("after all of them the hub runs, and takes an honest package", async () => {
  expect(hub.status("well")).toMatchObject({ state: "running", restarts: 0 });
  const bytes = plus(
    { name: "lib/", method: 0, attributes: 0o040755 << 16 },
    { name: "lib/a", data: "x" },
  );
  expect(await install(hub.host.packages, bytes)).toMatchObject({
    name: "bad",
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  expect(readdirSync(join(hub.root, "plugins/bad")).sort()).toEqual([
    ".package.json",
    "lib",
    "main.ts",
    "plugin.json",
  ]);
});

test("the message shows a name so that it does nothing to the reader's terminal", async () => {
  const told = install(hub.host.packages, named("\u001b]0;owned\u0007\u202e"));
  await expect(told).rejects.toThrow(String.raw`"\u001b]0;owned\u0007\u{202e}" has an unprintable`);
});

test("a set-uid bit goes no further than the archive", async () => {
  const bytes = plus({ name: "suid", data: "x", attributes: FILE | (0o7777 << 16) });
  await install(hub.host.packages, bytes, true);
  expect(statSync(join(hub.root, "plugins/bad/suid")).mode & 0o7777).toBe(0o600);
});
