/** The hub beside the living one: where it lies, and that it leaves nothing, however it ends. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openIsolatedHub, removeLeftovers } from "../../src/main/isolated-hub.ts";
import { modules } from "../../src/main/modules.ts";
import { openPlaces } from "../support/living-hub.ts";

const never = new AbortController().signal;
let data: string;
let temporary: string;
beforeEach(() => {
  ({ data, temporary } = openPlaces());
});

const inner = modules.filter(({ name }) => ["store", "config"].includes(name));

test("it lies in the folder for temporary files, private, and is gone when it is closed", async () => {
  const hub = await openIsolatedHub(inner, data, never);
  const { root } = hub.state.paths;
  expect(root.startsWith(join(tmpdir(), "homeagent-health-"))).toBe(true);
  expect(statSync(root).mode & 0o777).toBe(0o700);
  expect(existsSync(join(root, "hub.db"))).toBe(true);
  await hub[Symbol.asyncDispose]();
  expect(readdirSync(temporary)).toEqual([]);
});

test("one that cannot start says why and leaves nothing", async () => {
  const bad = { name: "bad", needs: [], start: () => Promise.reject(new Error("bad start")) };
  await expect(openIsolatedHub([...inner, bad], data, never)).rejects.toThrow("bad start");
  expect(readdirSync(temporary)).toEqual([]);
});

test("what a killed hub left is removed by the next start of that hub, no other's is", async () => {
  const left = await openIsolatedHub(inner, data, never);
  const other = await openIsolatedHub(inner, `${data}-other`, never);
  expect(readdirSync(temporary)).toHaveLength(2);
  removeLeftovers(data);
  expect(readdirSync(temporary)).toHaveLength(1);
  await other[Symbol.asyncDispose]();
  await left[Symbol.asyncDispose]();
  expect(readdirSync(temporary)).toEqual([]);
});
