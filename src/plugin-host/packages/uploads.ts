/**
 * Packages on their way in, part by part: from the page, which is a sandboxed child, and from waiter,
 * whose user's folders the hub may not be able to read. Each is written and hashed as it comes.
 */
import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, secretHex } from "#base";
import { PACKAGE_BYTES_MAX, type PackagePart, type PackageUpload, problem } from "#contract";
import { writeAll } from "./disk.ts";
import { UPLOAD_IDLE_MS, UPLOADS_MAX } from "./limits.ts";
import type { PackageFolder } from "./package-folder.ts";
import { packageTooLarge } from "./read-package.ts";

/** A package that has arrived. */
export interface ArrivedPackage {
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface Upload {
  readonly path: string;
  readonly file: FileHandle;
  readonly hash: Hash;
  bytes: number;
  /** A part is being written. */
  busy: boolean;
  idle: Disposable;
}

const PACKAGE = "package.hmap";

/** The uploads of a hub. Disposing drops all that are open. */
export class Uploads implements AsyncDisposable {
  readonly #open = new Map<string, Upload>();
  /** Those whose place is being made: they count as well. */
  #beginning = 0;
  readonly #folder: PackageFolder;
  readonly #clock: Clock;
  readonly #onDropFailed: (error: unknown) => void;

  constructor(folder: PackageFolder, clock: Clock, onDropFailed: (error: unknown) => void) {
    this.#folder = folder;
    this.#clock = clock;
    this.#onDropFailed = onDropFailed;
  }

  /** Takes the next part. Throws `TOO_LARGE`, `BUSY`, or `CONFLICT` for one that is not the next. */
  async add({ uploadId, offset, part }: PackagePart): Promise<PackageUpload> {
    const bytes = decode(part);
    const id = uploadId ?? secretHex(16);
    const upload = uploadId === undefined ? await this.#begin(id) : this.#require(uploadId);
    if (upload.busy || offset !== upload.bytes) {
      const message = `the next part begins at byte ${upload.bytes}, not ${offset}`;
      throw problem("CONFLICT", message, { hint: "send one part after the other" });
    }
    if (offset + bytes.length > PACKAGE_BYTES_MAX) {
      await this.drop(id);
      throw packageTooLarge();
    }
    upload.busy = true;
    upload.idle[Symbol.dispose]();
    try {
      await writeAll(upload.file, bytes);
      upload.hash.update(bytes);
      upload.bytes += bytes.length;
    } catch (error) {
      await this.drop(id);
      throw error;
    }
    upload.busy = false;
    upload.idle = this.#watch(id);
    return { uploadId: id, bytes: upload.bytes };
  }

  /** Ends an upload: all parts are there. Its folder is now the caller's to close. */
  async take(uploadId: string): Promise<ArrivedPackage> {
    const upload = this.#require(uploadId);
    if (upload.busy) throw problem("CONFLICT", "a part of the package is still on its way");
    this.#open.delete(uploadId);
    upload.idle[Symbol.dispose]();
    await upload.file.close();
    const sha256 = upload.hash.digest("hex");
    return { id: uploadId, path: upload.path, bytes: upload.bytes, sha256 };
  }

  /** Forgets an upload; one that is not there is fine. */
  async drop(uploadId: string): Promise<void> {
    const upload = this.#open.get(uploadId);
    if (!upload) return;
    this.#open.delete(uploadId);
    upload.idle[Symbol.dispose]();
    await upload.file.close();
    await this.#folder.close(uploadId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const id of [...this.#open.keys()]) await this.drop(id).catch(this.#onDropFailed);
  }

  async #begin(id: string): Promise<Upload> {
    if (this.#open.size + this.#beginning >= UPLOADS_MAX) {
      throw problem("BUSY", `${UPLOADS_MAX} packages are on their way already`, {
        hint: "try again in a minute",
      });
    }
    this.#beginning += 1;
    try {
      const path = join(await this.#folder.open(id), PACKAGE);
      const file = await open(path, "wx", 0o600);
      const hash = createHash("sha256");
      const upload = { path, file, hash, bytes: 0, busy: false, idle: this.#watch(id) };
      this.#open.set(id, upload);
      return upload;
    } finally {
      this.#beginning -= 1;
    }
  }

  #require(uploadId: string): Upload {
    const upload = this.#open.get(uploadId);
    if (upload) return upload;
    throw problem("NOT_FOUND", "there is no such upload (any more)", {
      hint: "send the package again from its first byte",
    });
  }

  #watch(id: string): Disposable {
    return this.#clock.after(UPLOAD_IDLE_MS, () => {
      this.drop(id).catch(this.#onDropFailed);
    });
  }
}

function decode(part: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(part);
  } catch (cause) {
    throw problem("INVALID_PARAMS", "the part is not base64", { cause });
  }
}
