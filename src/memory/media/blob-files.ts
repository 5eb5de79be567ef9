/** Files named by the SHA-256 of what they hold: written whole or not at all, mapped to be read. */
import {
  closeSync,
  fdatasync,
  fsync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  write,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Ids } from "#base";
import { DAMAGED_FILES_MAX, PARALLEL_BYTES_MIN } from "./limits.ts";

const sync = promisify(fsync);
const syncData = promisify(fdatasync);
/** Resolves with the number of bytes that went out. */
const writeAsync = (file: number, bytes: Uint8Array, from: number): Promise<number> =>
  new Promise((resolve, reject) => {
    write(file, bytes, from, (error, written) => (error ? reject(error) : resolve(written)));
  });

const DAMAGED = "damaged";
const UNFINISHED = "unfinished";
const DIGEST = /^[0-9a-f]{64}$/;

/** SHA-256 in hex. */
export function digestOf(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

/** What the system says an error is (`ENOSPC`); undefined where it is another's. */
export const systemCode = (error: unknown): string | undefined =>
  (error as { readonly code?: string } | null)?.code;

/** The blobs under one folder: `<first two digits>/<the rest>`. */
export class BlobFiles {
  readonly #dir: string;
  readonly #ids: Ids;
  #buckets: Promise<void> | undefined;

  /** Makes the folder and takes away what a crash left unfinished. */
  constructor(dir: string, ids: Ids) {
    this.#dir = dir;
    this.#ids = ids;
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    rmSync(join(dir, UNFINISHED), { recursive: true, force: true });
    mkdirSync(join(dir, UNFINISHED), { mode: 0o700 });
  }

  /** Writes the bytes unless they are there; resolves with their digest when they are on the disk. */
  async put(bytes: Uint8Array): Promise<string> {
    if (bytes.length < PARALLEL_BYTES_MIN) {
      const digest = digestOf(bytes);
      // What is there is never written over; what was damaged has been moved away.
      if (!this.has(digest, bytes.length)) await this.#keep(await this.#write(bytes), digest);
      return digest;
    }
    const writing = this.#write(bytes);
    const digest = digestOf(bytes);
    const unfinished = await writing;
    if (this.has(digest, bytes.length)) rmSync(unfinished, { force: true });
    else await this.#keep(unfinished, digest);
    return digest;
  }

  /** Whether the file is there, with as many bytes as it should have where that is told. */
  has(digest: string, bytes?: number): boolean {
    const found = statSync(this.#path(digest), { throwIfNoEntry: false });
    return found?.isFile() === true && (bytes === undefined || found.size === bytes);
  }

  /** The bytes, mapped and not copied, unchecked; undefined where there is no such file. */
  map(digest: string): Uint8Array | undefined {
    try {
      // Private: whoever scribbles on the bytes scribbles on his own copy of the page.
      return Bun.mmap(this.#path(digest), { shared: false });
    } catch (error) {
      // EINVAL: an empty file cannot be mapped, and is no blob.
      const code = systemCode(error);
      if (code === "ENOENT") return undefined;
      if (code === "EINVAL") return new Uint8Array();
      throw error;
    }
  }

  /** Takes the file away; one that is gone already is no error. */
  remove(digest: string): void {
    rmSync(this.#path(digest), { force: true });
  }

  /** Moves a file that is not what its name says out of the way, so that a new put fills the gap. */
  moveAside(digest: string): void {
    const folder = join(this.#dir, DAMAGED);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    renameSync(this.#path(digest), join(folder, digest));
    for (const old of oldestBeyond(folder, DAMAGED_FILES_MAX)) unlinkSync(join(folder, old));
  }

  /** Opening and naming take microseconds and happen here; what waits for the disk does not. */
  async #write(bytes: Uint8Array): Promise<string> {
    const path = join(this.#dir, UNFINISHED, this.#ids.next("blob"));
    try {
      const file = openSync(path, "wx", 0o600);
      try {
        let written = 0;
        while (written < bytes.length) {
          written +=
            bytes.length < PARALLEL_BYTES_MIN
              ? writeSync(file, bytes, written)
              : await writeAsync(file, bytes, written);
        }
        await syncData(file);
      } finally {
        closeSync(file);
      }
      return path;
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    }
  }

  async #keep(unfinished: string, digest: string): Promise<void> {
    const path = this.#path(digest);
    await this.#bucketsMade();
    try {
      renameSync(unfinished, path);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }

  /** All 256 at once, so that a put syncs one folder and not two. */
  #bucketsMade(): Promise<void> {
    this.#buckets ??= (async () => {
      for (let bucket = 0; bucket < 256; bucket += 1) {
        const name = bucket.toString(16).padStart(2, "0");
        mkdirSync(join(this.#dir, name), { recursive: true, mode: 0o700 });
      }
      await syncFolder(this.#dir);
    })().catch((error: unknown) => {
      this.#buckets = undefined;
      throw error;
    });
    return this.#buckets;
  }

  #path(digest: string): string {
    if (!DIGEST.test(digest)) throw new TypeError("not a SHA-256 in hex");
    return join(this.#dir, digest.slice(0, 2), digest.slice(2));
  }
}

/** A name is on the disk only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = openSync(path, "r");
  try {
    await sync(folder);
  } finally {
    closeSync(folder);
  }
}

function oldestBeyond(folder: string, max: number): readonly string[] {
  const names = readdirSync(folder);
  if (names.length <= max) return [];
  const at = (name: string) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return names.sort((a, b) => at(a) - at(b)).slice(0, names.length - max);
}
