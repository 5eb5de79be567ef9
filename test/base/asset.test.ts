/** Embedded files written out to the disk. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { materializeAsset } from "#base";
import { tempDir } from "../support/temp-dir.ts";

test("two writers at once end with one whole file", async () => {
  using dir = tempDir();
  const source = join(dir.path, "source");
  writeFileSync(source, "content".repeat(10_000));
  const native = join(dir.path, "native");
  const paths = await Promise.all([1, 2, 3].map(() => materializeAsset(source, native, "lib.so")));
  const [path = ""] = paths;
  expect(new Set(paths).size).toBe(1);
  expect(readFileSync(path)).toEqual(readFileSync(source));
  expect(readdirSync(dirname(path))).toEqual(["lib.so"]);
});

test("a file that is there already is left alone", async () => {
  using dir = tempDir();
  const source = join(dir.path, "source");
  writeFileSync(source, "content");
  const first = await materializeAsset(source, dir.path, "lib.so");
  const before = statSync(first).ino;
  expect(await materializeAsset(source, dir.path, "lib.so")).toBe(first);
  expect(statSync(first).ino).toBe(before);
});

test("a new content replaces the old one, and nothing that is not its own", async () => {
  using dir = tempDir();
  const source = join(dir.path, "source");
  const native = join(dir.path, "native");
  mkdirSync(join(native, "0123456789abcdef"), { recursive: true });
  writeFileSync(join(native, "0123456789abcdef", "other.so"), "other");
  writeFileSync(source, "one");
  const first = await materializeAsset(source, native, "lib.so");
  writeFileSync(source, "two");
  const second = await materializeAsset(source, native, "lib.so");
  expect(readFileSync(second, "utf8")).toBe("two");
  expect(readdirSync(native).sort()).toEqual(["0123456789abcdef", second.split("/").at(-2)].sort());
  expect(first).not.toBe(second);
});

test("where it cannot be written, the error names the path and what is needed", async () => {
  using dir = tempDir();
  const source = join(dir.path, "source");
  writeFileSync(source, "content");
  await expect(materializeAsset(source, source, "lib.so")).rejects.toMatchObject({
    code: "ASSET_UNWRITABLE",
    message: expect.stringContaining(source),
    hint: expect.stringContaining("writable"),
  });
});
