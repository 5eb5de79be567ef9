/** How the hub begins: what it was asked for, and a stop that comes before it stands. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../support/temp-dir.ts";

const MAIN = resolve(import.meta.dirname, "../../src/main.ts");

function startHomed(args: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (bytes) => {
    stderr += String(bytes);
  });
  const ended = new Promise<number | null>((done) => child.once("close", done));
  return { child, ended: ended.then((code) => ({ code, stderr })) };
}

test("an empty --data is refused: it would be whatever folder one stands in", async () => {
  using dir = tempDir();
  const { ended } = startHomed(["--data", ""], dir.path);
  expect(await ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--data is empty"),
  });
  expect(readdirSync(dir.path)).toEqual([]);
});

test("a stop that comes while it boots is no failure, and leaves no socket", async () => {
  using dir = tempDir();
  const data = join(dir.path, "data");
  const { child, ended } = startHomed(["--data", data, "--http", "127.0.0.1:0"], dir.path);
  // The signal is minded from the moment at which the folder is locked.
  await expect
    .poll(() => existsSync(join(data, "plugins")), { interval: 1, timeout: 30_000 })
    .toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 0, stderr: "" });
  expect(existsSync(join(data, "homed.sock"))).toBe(false);
});
