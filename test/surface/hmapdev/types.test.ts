/** The types that `hmapdev` puts beside a plugin: an editor sees what is right, and what is not. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sdkTypes } from "../../../scripts/build/sdk-types.ts";
import { runHmapdev } from "../../support/hmapdev-runs.ts";
import { tempDir } from "../../support/temp-dir.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** What the compiler says of the plugins in `folder`. */
function compiled(folder: string): string {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  return spawnSync(process.execPath, [tsc, "-p", "."], { cwd: folder, encoding: "utf8" }).stdout;
}

// One folder for all: the declarations are made once, which takes the compiler its while.
const dir = tempDir();
beforeAll(() => {
  mkdirSync(join(dir.path, ".homeagent"));
  writeFileSync(join(dir.path, ".homeagent/sdk.d.ts"), sdkTypes(root, join(dir.path, "scratch")));
});
afterAll(() => dir[Symbol.dispose]());

test("arguments and settings have the types of their schemas, with nothing installed", async () => {
  for (const template of ["tool", "device", "channel", "stage"]) {
    await runHmapdev(dir.path, "init", template, "--template", template);
  }
  const tsconfig = { extends: "./tool/tsconfig.json", include: ["*/*.ts", ".homeagent/*.d.ts"] };
  writeFileSync(join(dir.path, "tsconfig.json"), JSON.stringify(tsconfig));
  const main = readFileSync(join(dir.path, "tool/main.ts"), "utf8");
  writeFileSync(
    join(dir.path, "tool/wrong.ts"),
    main.replace("settings.greeting", "settings.greting"),
  );
  const told = compiled(dir.path).trim().split("\n");
  expect(told).toEqual([expect.stringMatching(/^tool\/wrong\.ts.*Did you mean 'greeting'\?$/)]);
});
