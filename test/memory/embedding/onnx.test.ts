/** ONNX Runtime: it computes, says why when it cannot, and reports nothing to anybody. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { loadOnnxRuntime, probeOnnx } from "#memory/embedding";
import { runScript } from "../../support/child-script.ts";
import { tempDir } from "../../support/temp-dir.ts";

const PROBE = resolve(import.meta.dirname, "children/probe.ts");

test("where the library cannot be written, the probe says so, and the next try works", async () => {
  using dir = tempDir();
  const blocked = join(dir.path, "file");
  writeFileSync(blocked, "");
  expect(await probeOnnx(blocked)).toEqual([
    {
      name: "onnxruntime",
      ok: false,
      needed: false,
      detail: expect.stringContaining(blocked),
    },
  ]);
  await expect(loadOnnxRuntime(blocked)).rejects.toMatchObject({ code: "ONNX_UNAVAILABLE" });
  expect(await probeOnnx(join(dir.path, "native"))).toEqual([
    {
      name: "onnxruntime",
      ok: true,
      needed: false,
      detail: expect.stringMatching(/^\d+\.\d+\.\d+, one node computed$/),
    },
  ]);
});

// Without the switch the library writes a device id to the home folder, opens a cache of events for
// its maker and a debug log in the temporary folder; `CI` in the environment would hide that.
test("the runtime keeps no identifier, no event cache and no debug log", async () => {
  using dir = tempDir();
  const [home, temporary] = [join(dir.path, "home"), join(dir.path, "tmp")];
  mkdirSync(home);
  mkdirSync(temporary);
  await using child = runScript(PROBE, [join(dir.path, "native")], {
    HOME: home,
    TMPDIR: temporary,
    BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
  });
  expect(JSON.parse((await child.nextLine()) ?? "null"), child.stderr()).toMatchObject([
    { ok: true },
  ]);
  expect(await child.exit()).toBe(0);
  expect([readdirSync(home), readdirSync(temporary)]).toEqual([[], []]);
});
