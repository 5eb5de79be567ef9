/** The few things that are done to the disk for a package; a test gives one that dies between two. */
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { problem } from "#contract";

/** Changes to the disk. What has resolved is there after a power cut as well, but for removals. */
export interface Disk {
  /** Makes a folder with those above it; one that is there is fine. */
  makeFolder(path: string): Promise<void>;
  /** Writes a new file, synced. Throws when there is one of that name. */
  createFile(path: string, pieces: AsyncIterable<Uint8Array> | Uint8Array): Promise<void>;
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>;
  /** Moves a file or folder, and makes it durable in both places. */
  move(from: string, to: string): Promise<void>;
  /** Removes a file or a folder with all in it; a link goes, and what it points at stays. */
  remove(path: string): Promise<void>;
}

/** The disk of this machine. Files are the hub's alone. */
export const systemDisk: Disk = {
  async makeFolder(path) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  async createFile(path, pieces) {
    await using file = await open(path, "wx", 0o600);
    if (pieces instanceof Uint8Array) await writeAll(file, pieces);
    else for await (const piece of pieces) await writeAll(file, piece);
    await file.sync();
  },
  syncFolder,
  async move(from, to) {
    await rename(from, to);
    await syncFolder(dirname(to));
    await syncFolder(dirname(from));
  },
  remove: (path) => rm(path, { recursive: true, force: true }),
};

/** Writes all of it; a single write may take only a part. */
export async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done)).bytesWritten;
  }
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}

/** The names in a folder; none when there is no folder. */
export async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return [];
    throw error;
  }
}

/** An error as it is told: that the disk is full is nobody's bug, and he can do something about it. */
export function asDiskProblem(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (code !== "ENOSPC" && code !== "EDQUOT") return error;
  return problem("STORE_FULL", "there is not enough room on the disk for this package", {
    cause: error,
    hint: "make room, then try again; nothing was changed",
  });
}
