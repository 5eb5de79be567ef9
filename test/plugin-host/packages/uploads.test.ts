/** Packages arrive in parts: in order, bounded in size, number and time, and hashed as they come. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLogger } from "#base";
import { PACKAGE_BYTES_MAX, PACKAGE_PART_BYTES_MAX } from "#contract";
import { systemDisk } from "../../../src/plugin-host/packages/disk.ts";
import { PackageFolder } from "../../../src/plugin-host/packages/package-folder.ts";
import { Uploads } from "../../../src/plugin-host/packages/uploads.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { tempDir } from "../../support/temp-dir.ts";

function openUploads() {
  const stack = new AsyncDisposableStack();
  const dir = stack.use(tempDir());
  const clock = createManualClock();
  const failures: unknown[] = [];
  const uploads = stack.use(
    new Uploads(new PackageFolder(dir.path, systemDisk), clock, (error) => failures.push(error)),
  );
  const left = () => readdirSync(join(dir.path, ".incoming"));
  return {
    uploads,
    clock,
    left,
    failures,
    log: silentLogger,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");

test("parts make the whole, and its hash is told", async () => {
  await using opened = openUploads();
  const { uploads } = opened;
  const { uploadId, bytes } = await uploads.add({ offset: 0, part: base64("hello ") });
  expect(bytes).toBe(6);
  await uploads.add({ uploadId, offset: 6, part: base64("world") });
  const arrived = await uploads.take(uploadId);
  expect(await Bun.file(arrived.path).text()).toBe("hello world");
  expect(arrived).toMatchObject({
    bytes: 11,
    sha256: createHash("sha256").update("hello world").digest("hex"),
  });
  await expect(uploads.take(uploadId)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a part that comes twice, too early, or as no base64 is refused and spoils nothing", async () => {
  await using opened = openUploads();
  const { uploads } = opened;
  const { uploadId } = await uploads.add({ offset: 0, part: base64("abc") });
  for (const offset of [0, 2, 4]) {
    await expect(uploads.add({ uploadId, offset, part: base64("x") })).rejects.toMatchObject({
      code: "CONFLICT",
      message: `the next part begins at byte 3, not ${offset}`,
    });
  }
  await expect(uploads.add({ uploadId, offset: 3, part: "§§§§" })).rejects.toMatchObject({
    code: "INVALID_PARAMS",
  });
  // Two at once for the same place: one of them is the next, the other is not.
  const both = await Promise.allSettled([
    uploads.add({ uploadId, offset: 3, part: base64("de") }),
    uploads.add({ uploadId, offset: 3, part: base64("XX") }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const arrived = await uploads.take(uploadId);
  expect(await Bun.file(arrived.path).text()).toBe("abcde");
});

test("an unknown upload is refused, and so is a first part that is not at the beginning", async () => {
  await using opened = openUploads();
  const part = { offset: 0, part: base64("x") };
  await expect(opened.uploads.add({ ...part, uploadId: "0".repeat(32) })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await expect(opened.uploads.add({ ...part, offset: 5 })).rejects.toMatchObject({
    code: "CONFLICT",
  });
});

test("the fifth at once is refused, and a place is free again when one is dropped", async () => {
  await using opened = openUploads();
  const begin = () => opened.uploads.add({ offset: 0, part: base64("x") });
  const begun = await Promise.allSettled([begin(), begin(), begin(), begin(), begin(), begin()]);
  const ids = begun.flatMap((one) => (one.status === "fulfilled" ? [one.value.uploadId] : []));
  expect(ids.length).toBe(4);
  await expect(begin()).rejects.toMatchObject({ code: "BUSY" });
  await opened.uploads.drop(ids[0] ?? "");
  await begin();
  expect(opened.left().length).toBe(4);
});

test("one that nobody goes on with for a minute is dropped with its file", async () => {
  await using opened = openUploads();
  const { uploads, clock } = opened;
  const { uploadId } = await uploads.add({ offset: 0, part: base64("x") });
  await clock.advance(59_000);
  await uploads.add({ uploadId, offset: 1, part: base64("y") });
  await clock.advance(59_000);
  expect(opened.left()).toEqual([uploadId]);
  await clock.advance(1000);
  await expect(uploads.add({ uploadId, offset: 2, part: base64("z") })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  while (opened.left().length > 0) await new Promise((resolve) => setImmediate(resolve));
  expect(opened.failures).toEqual([]);
});

test("what goes above 100 MB is refused, and does not stay on the disk", async () => {
  await using opened = openUploads();
  const part = Buffer.alloc(PACKAGE_PART_BYTES_MAX).toString("base64");
  let uploadId: string | undefined;
  let offset = 0;
  const next = () =>
    opened.uploads.add({ offset, part, ...(uploadId === undefined ? {} : { uploadId }) });
  while (offset + PACKAGE_PART_BYTES_MAX <= PACKAGE_BYTES_MAX) {
    const sent = await next();
    uploadId = sent.uploadId;
    offset = sent.bytes;
  }
  expect(offset).toBe(PACKAGE_BYTES_MAX);
  await expect(next()).rejects.toMatchObject({ code: "TOO_LARGE" });
  expect(opened.left()).toEqual([]);
});

test("none is left when the hub stops", async () => {
  await using opened = openUploads();
  await opened.uploads.add({ offset: 0, part: base64("x") });
  await opened.uploads[Symbol.asyncDispose]();
  expect(opened.left()).toEqual([]);
});
