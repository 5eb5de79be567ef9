/**
 * `bun run bench:cas [--json]`: media of 10 kB to 10 MB. Keeping them against a plain copy of a file
 * that is as much on the disk afterwards (written, synced, renamed), reading them by mapping against a
 * plain read, all in one run and by turns; the check of the hash is told apart.
 */
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { countingIds, seededRandom } from "#base";
import { BlobFiles, digestOf } from "../../src/memory/media/blob-files.ts";
import { quantile, tell } from "./figures.ts";

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000] as const;
const ROUNDS = 40;

const dir = await mkdtemp(join(tmpdir(), "bench-cas-"));
try {
  const files = new BlobFiles(join(dir, "blobs"), countingIds());
  const random = seededRandom(1);
  for (const size of SIZES) await measure(files, size, () => Math.floor(random.next() * 256));
} finally {
  await rm(dir, { recursive: true, force: true });
}

async function measure(files: BlobFiles, size: number, byte: () => number): Promise<void> {
  const bytes = Uint8Array.from({ length: size }, byte);
  const source = join(dir, `source-${size}`);
  plainCopy(bytes, source);
  const samples = { copy: [], put: [], read: [], get: [], hash: [] } as Record<string, number[]>;
  const sample = async (name: string, work: () => unknown) => {
    const begin = performance.now();
    await work();
    samples[name]?.push(performance.now() - begin);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    bytes[round] = ((bytes[round] ?? 0) + 1) & 255;
    const target = join(dir, `copy-${size}-${round}`);
    await sample("copy", () => plainCopy(readFileSync(source), target));
    let digest = "";
    await sample("put", async () => {
      digest = await files.put(bytes);
    });
    await sample("read", () => touch(readFileSync(target)));
    await sample("get", () => touch(files.map(digest)));
    await sample("hash", () => digestOf(bytes));
  }
  const p50 = (name: string) => quantile(samples[name] ?? [], 0.5);
  const label = size >= 1_000_000 ? `${size / 1_000_000} MB` : `${size / 1_000} kB`;
  for (const name of Object.keys(samples)) tell("cas", `${label} ${name} p50`, p50(name), "ms");
  tell("cas", `${label} put / copy`, p50("put") / p50("copy"), "×");
  tell("cas", `${label} get / read`, p50("get") / p50("read"), "×");
}

/** What anybody would write who wants the file to be there after a power cut. */
function plainCopy(bytes: Uint8Array, target: string): void {
  const file = openSync(`${target}.new`, "w", 0o600);
  writeSync(file, bytes);
  fdatasyncSync(file);
  closeSync(file);
  renameSync(`${target}.new`, target);
  const folder = openSync(dirname(target), "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** Reads a byte of each page: a mapping that nobody touches has read nothing. */
function touch(bytes: Uint8Array | undefined): number {
  let sum = 0;
  for (let at = 0; bytes && at < bytes.length; at += 4096) sum += bytes[at] ?? 0;
  return sum;
}
