/** What an author does without a model: a tool called from the terminal; and how a hub is ended from there. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { startHub } from "../support/hub-process.ts";
import { tempDir } from "../support/temp-dir.ts";

const START = resolve(import.meta.dirname, "../../scripts/start.mjs");

test("a tool is called with JSON, in the owner's name; what went wrong is told with its code", async () => {
  await using hub = await startHub({ fromSource: true });
  const called = hub.waiter("tool", "call", "device_query", "{}");
  expect(called).toMatchObject({ code: 0, stderr: "" });
  expect(called.stdout).toContain("sim.bedroom_light");
  const refusals = [
    ["nosuch", "{}", "NOT_FOUND"],
    ["device_command", '{"bad":1}', "INVALID_PARAMS"],
  ] as const;
  for (const [name, json, code] of refusals) {
    const refused = hub.waiter("tool", "call", name, json);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(code);
  }
  expect(hub.waiter("tool", "call", "device_query", '{"x')).toMatchObject({ code: 2 });
});

test("a stop is answered before the socket closes", async () => {
  await using hub = await startHub({ fromSource: true });
  expect(hub.waiter("stop")).toMatchObject({ code: 0, stderr: "" });
});

test("a hub ends when whoever ran `npm start` is killed", async () => {
  using dir = tempDir();
  const socket = join(dir.path, "data/homed.sock");
  const command = `node ${START} --data ${join(dir.path, "data")} --http 127.0.0.1:0; true`;
  const shell = spawn("/bin/sh", ["-c", command], { stdio: "ignore" });
  await expect.poll(() => existsSync(socket), { timeout: 30_000 }).toBe(true);
  shell.kill("SIGKILL");
  await expect.poll(() => existsSync(socket), { timeout: 30_000 }).toBe(false);
});
