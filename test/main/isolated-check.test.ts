/** The isolated probes in a process of their own: findings come back, and a failure is one of them. */
import { readdirSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { checkElsewhere } from "../../src/main/isolated-check.ts";
import { openPlaces } from "../support/living-hub.ts";

const never = new AbortController().signal;
let data: string;
let temporary: string;
beforeEach(() => {
  ({ data, temporary } = openPlaces());
});

test("what was found there is told here, and the process leaves nothing", async () => {
  const found = await checkElsewhere(data, ["kernel.settings", "kernel.sentence"], never);
  expect(found.map(({ name, state }) => [name, state])).toEqual([
    ["kernel.settings", "ok"],
    ["kernel.sentence", "ok"],
    ["kernel.isolation", "ok"],
  ]);
  expect(readdirSync(temporary)).toEqual([]);
});

test("a check that looked at nothing has failed (F55)", async () => {
  const found = await checkElsewhere(data, ["kernel.nothing"], never);
  expect(found.map(({ name, state }) => [name, state])).toEqual([["kernel.isolation", "failed"]]);
});

test("a probe of the living hub is not run there", async () => {
  const found = await checkElsewhere(data, ["plugins.running"], never);
  expect(found.map(({ state }) => state)).toEqual(["failed"]);
});

test("whoever gives up ends the process, and nothing stays of it", async () => {
  const gone = new AbortController();
  const checking = checkElsewhere(data, ["perf.sentence"], gone.signal);
  gone.abort(new Error("enough"));
  await expect(checking).rejects.toThrow("enough");
});
