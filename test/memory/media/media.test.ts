/** The media: kept once, checked at each reading, gone with the last name, seen by whom they belong to. */
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countingIds, silentLogger, systemClock } from "#base";
import type { MemoryAuthor } from "#contract";
import { createHealth } from "#kernel/state";
import { openStore } from "#platform/store";
import { BlobFiles, digestOf } from "../../../src/memory/media/blob-files.ts";
import { createMedia } from "../../../src/memory/media/index.ts";
import { person } from "../../support/memory.ts";
import { tempDir } from "../../support/temp-dir.ts";

const ann = person("ann");
const bob = person("bob");
const guest = person("visitor", "guest");
const by = (principal = ann, origin: MemoryAuthor["origin"] = "member"): MemoryAuthor => ({
  principal,
  origin,
  channel: "phone",
});
/** A picture of 2 × 1 pixels. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEElEQVR4nGP4z8DwHwyBNAAW9gP9jr8JSQAAAABJRU5ErkJggg==",
  "base64",
);
const bytesOf = (length: number, seed = 1) =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 7 + (index >> 8)) & 255);

function openMedia(dir: string, named: ReadonlySet<string> = new Set(), isEnabled = () => true) {
  const store = openStore(join(dir, "memory.db"), { clock: systemClock, log: silentLogger });
  const health = createHealth(silentLogger);
  const media = createMedia({
    store,
    dir: join(dir, "blobs"),
    clock: systemClock,
    ids: countingIds(),
    log: silentLogger,
    health,
    isEnabled,
    isNamed: (digest) => named.has(digest),
  });
  const path = (digest: string) => join(dir, "blobs", digest.slice(0, 2), digest.slice(2));
  return {
    media,
    store,
    health,
    path,
    [Symbol.dispose]() {
      media[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
}

test("the same bytes are kept once, whoever brings them, and come back the same", async () => {
  using dir = tempDir();
  using opened = openMedia(dir.path);
  const { media, path } = opened;
  const bytes = bytesOf(3_000_000);
  const [first, second] = await Promise.all([
    media.put(bytes, "application/zip", by(ann)),
    media.put(bytes, "application/zip", by(bob)),
  ]);
  expect(second).toEqual(first);
  expect(first.digest).toBe(digestOf(bytes));
  expect(media.statistics()).toEqual({ count: 1, bytes: 3_000_000, damaged: 0 });
  for (const viewer of [ann, bob]) {
    const found = await media.get(viewer, first.digest);
    expect(Buffer.compare(found?.bytes ?? Buffer.alloc(0), bytes)).toBe(0);
  }
  expect(readdirSync(join(dir.path, "blobs", "unfinished"))).toEqual([]);
  expect(existsSync(path(first.digest))).toBe(true);
});

test("what a file is stands in the file, not in what is said of it", async () => {
  using dir = tempDir();
  using opened = openMedia(dir.path);
  const { media, store } = opened;
  const text = (value: string) => new TextEncoder().encode(value);
  const kept = async (bytes: Uint8Array, told: string) => {
    const { kind, mime } = await media.put(bytes, told, by());
    return [kind, mime];
  };
  expect(await kept(png, "text/html")).toEqual(["image", "image/png"]);
  expect(store.get("SELECT width, height FROM media")).toEqual({ width: 2, height: 1 });
  expect(await kept(text("<svg onload=alert(1)>"), "image/svg+xml")).toEqual([
    "file",
    "image/svg+xml",
  ]);
  expect(await kept(text("你好，世界"), "text/markdown; charset=utf-8")).toEqual([
    "file",
    "text/markdown",
  ]);
  expect(await kept(text("plain words"), "image/png")).toEqual(["file", "text/plain"]);
  expect(await kept(Uint8Array.of(0, 1, 2, 255), "image/jpeg")).toEqual([
    "file",
    "application/octet-stream",
  ]);
  // Cut in its header: a picture still, without a size.
  expect(await kept(png.subarray(0, 20), "")).toEqual(["image", "image/png"]);
});

test("one's pictures are one's own; a plugin's are the household's, and not a guest's", async () => {
  using dir = tempDir();
  using opened = openMedia(dir.path);
  const { media, store } = opened;
  const own = await media.put(bytesOf(100), "", by(ann));
  const camera = await media.put(bytesOf(100, 2), "", by(person("plugin:camera"), "plugin"));
  const sees = async (viewer: typeof ann, digest: string) =>
    (await media.get(viewer, digest)) !== undefined;
  expect(await sees(ann, own.digest)).toBe(true);
  expect(await sees(bob, own.digest)).toBe(false);
  expect(await sees(bob, camera.digest)).toBe(true);
  expect(await sees(guest, camera.digest)).toBe(false);
  store.transaction(() => media.show([own.digest], "bob"));
  expect(await sees(bob, own.digest)).toBe(true);
  expect(await sees(bob, "../../etc/passwd")).toBe(false);
});

test.each([
  ["a flipped bit", (path: string) => writeFileSync(path, flipped(path))],
  ["a file cut short", (path: string) => truncateSync(path, 10)],
  ["an empty file", (path: string) => truncateSync(path, 0)],
])("%s is found at reading, told, moved aside, and healed by the same bytes", async (_, harm) => {
  using dir = tempDir();
  using opened = openMedia(dir.path);
  const { media, health, path } = opened;
  const bytes = bytesOf(5_000);
  const { digest } = await media.put(bytes, "", by());
  harm(path(digest));
  await expect(media.get(ann, digest)).rejects.toMatchObject({ code: "MEDIA_CORRUPT" });
  await expect(media.get(ann, digest)).rejects.toMatchObject({ code: "MEDIA_CORRUPT" });
  expect(health.list()).toEqual([{ part: "media", reason: expect.stringContaining("1 pictures") }]);
  expect(media.statistics().damaged).toBe(1);
  await media.put(bytes, "", by());
  expect((await media.get(ann, digest))?.bytes.length).toBe(5_000);
  expect(health.list()).toEqual([]);
});

test("a file goes when the transaction that took its last name away is committed, not before", async () => {
  using dir = tempDir();
  const named = new Set<string>();
  using opened = openMedia(dir.path, named);
  const { media, store, path } = opened;
  const { digest } = await media.put(bytesOf(500), "", by());
  named.add(digest);
  store.transaction(() => media.release([digest]));
  await settled(store);
  expect(existsSync(path(digest))).toBe(true);
  named.delete(digest);
  expect(() =>
    store.transaction(() => {
      media.release([digest]);
      throw new Error("rolled back");
    }),
  ).toThrow("rolled back");
  await settled(store);
  expect(existsSync(path(digest))).toBe(true);
  store.transaction(() => {
    media.release([digest]);
    expect(existsSync(path(digest))).toBe(true);
  });
  await settled(store);
  expect(existsSync(path(digest))).toBe(false);
  expect(await media.get(ann, digest)).toBeUndefined();
  expect(media.statistics().count).toBe(0);
});

test("what a crash left between the commit and the file goes at the next start", async () => {
  using dir = tempDir();
  let digest = "";
  {
    using opened = openMedia(dir.path);
    digest = (await opened.media.put(bytesOf(500), "", by())).digest;
    opened.store.run("UPDATE media SET released_at = 1");
  }
  writeFileSync(join(dir.path, "blobs", "unfinished", "left"), "half");
  using opened = openMedia(dir.path);
  expect(existsSync(opened.path(digest))).toBe(false);
  expect(opened.media.statistics().count).toBe(0);
  expect(readdirSync(join(dir.path, "blobs", "unfinished"))).toEqual([]);
});

test("bytes that come back while they are being let go are kept", async () => {
  using dir = tempDir();
  using opened = openMedia(dir.path);
  const { media, store } = opened;
  const bytes = bytesOf(400_000);
  const { digest } = await media.put(bytes, "", by());
  for (let round = 0; round < 20; round += 1) {
    const putting = media.put(bytes, "", by());
    store.transaction(() => media.release([digest]));
    await putting;
    // Whoever put it last has it; what was released before its row was written is no longer.
    const found = await media.get(ann, digest);
    expect(found === undefined || found.bytes.length === bytes.length).toBe(true);
    await media.put(bytes, "", by());
    expect((await media.get(ann, digest))?.bytes.length).toBe(bytes.length);
    await settled(store);
    expect((await media.get(ann, digest))?.bytes.length).toBe(bytes.length);
  }
});

test("switched off, media are refused by name and what was kept can still be read", async () => {
  using dir = tempDir();
  let isEnabled = true;
  using opened = openMedia(dir.path, new Set(), () => isEnabled);
  const { media } = opened;
  const { digest } = await media.put(png, "image/png", by());
  isEnabled = false;
  await expect(media.put(png, "image/png", by())).rejects.toMatchObject({ code: "NOT_AVAILABLE" });
  expect((await media.get(ann, digest))?.kind).toBe("image");
  expect(media.isEnabled).toBe(false);
});

test("nothing at all and too much are refused", async () => {
  using dir = tempDir();
  using opened = openMedia(dir.path);
  const { media } = opened;
  const put = (bytes: Uint8Array) => media.put(bytes, "", by());
  await expect(put(new Uint8Array())).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  await expect(put(new Uint8Array(65 * 1024 * 1024))).rejects.toMatchObject({ code: "TOO_LARGE" });
  expect(opened.media.statistics().count).toBe(0);
});

test("whoever scribbles on bytes that he was given changes nothing of what is kept", async () => {
  using dir = tempDir();
  using opened = openMedia(dir.path);
  const { media } = opened;
  const { digest } = await media.put(bytesOf(9_000), "", by());
  const found = await media.get(ann, digest);
  found?.bytes.fill(0);
  expect((await media.get(ann, digest))?.bytes.length).toBe(9_000);
});

test("damaged files that lie aside are bounded", async () => {
  using dir = tempDir();
  const files = new BlobFiles(join(dir.path, "blobs"), countingIds());
  for (let seed = 0; seed < 40; seed += 1) {
    files.moveAside(await files.put(new TextEncoder().encode(`blob ${seed}`)));
  }
  expect(readdirSync(join(dir.path, "blobs", "damaged"))).toHaveLength(32);
});

const flipped = (path: string) => {
  const bytes = readFileSync(path);
  bytes[7] = (bytes[7] ?? 0) ^ 1;
  return bytes;
};

/** Groups that were queued are committed and what follows them has run. */
async function settled(store: { grouped(work: () => void): Promise<void> }): Promise<void> {
  await store.grouped(() => undefined);
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
}
