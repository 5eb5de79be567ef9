/** The SDK lies where plugins find it: whole, once, and always the hub's own. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { systemClock, systemProcesses } from "#base";
import { SDK_VERSION } from "#contract";
import { installSdk } from "#plugin-host";
import { tempDir } from "../support/temp-dir.ts";

const ENTRY = resolve(import.meta.dirname, "../../src/sdk/index.ts");

test("a plugin far from the hub's sources imports the SDK by its name", async () => {
  using dir = tempDir();
  const modules = await installSdk(dir.path, { kind: "entry", path: ENTRY });
  const main = join(dir.path, "main.ts");
  writeFileSync(
    main,
    `import { SDK_VERSION, Type, definePlugin } from "@homeagent/sdk";
     console.log(SDK_VERSION, typeof definePlugin, JSON.stringify(Type.Object({})));`,
  );
  let text = "";
  const child = systemProcesses(systemClock).spawn({
    argv: [process.execPath, "run", "--no-install", main],
    env: { NODE_PATH: modules },
    cwd: "/",
    stdin: "ignore",
    onStdout(bytes) {
      text += Buffer.from(bytes).toString();
      return undefined;
    },
  });
  expect(await child.exited).toEqual({ code: 0, signal: null });
  await child.outputEnded;
  expect(text.trim()).toBe(`${SDK_VERSION} function {"type":"object","properties":{}}`);
});

test("is written once for each content, and what is old is removed", async () => {
  using dir = tempDir();
  mkdirSync(join(dir.path, "something-else"));
  const install = (code: string) =>
    installSdk(dir.path, { kind: "bundle", code: Buffer.from(code) });
  const first = await install("export const a = 1;");
  const file = join(first, "@homeagent/sdk/index.js");
  const { ino } = statSync(file);
  expect(await install("export const a = 1;")).toBe(first);
  expect(statSync(file).ino).toBe(ino);
  const second = await install("export const a = 2;");
  expect(second).not.toBe(first);
  expect(existsSync(first)).toBe(false);
  expect(readdirSync(dir.path).sort()).toEqual([
    expect.stringMatching(/^sdk-[0-9a-f]{16}$/),
    "something-else",
  ]);
});
