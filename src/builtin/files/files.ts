/** Files in confined folders: read whole, listed, and replaced in one step. */
import { constants } from "node:fs";
import { type FileHandle, link, lstat, open, opendir, rename, unlink } from "node:fs/promises";
import { secretHex } from "#base";
import { problem, visible } from "#contract";
import {
  asProblem,
  type OpenFolder,
  openFolder,
  type Place,
  placeOf,
  type Roots,
  systemCode,
} from "./folder.ts";
import { ENTRIES_MAX, ENTRIES_READ_MAX, FILE_BYTES_MAX, WRITES_WAITING_MAX } from "./limits.ts";

const { O_CREAT, O_EXCL, O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** One entry of a folder. */
export interface FileEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
  /** Null for all but files. */
  readonly bytes: number | null;
}

/** The files below the roots. */
export class Files {
  readonly #roots: Roots;
  /** One change at a time: two that read, change and write one file would lose one of them. */
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(roots: Roots) {
    this.#roots = roots;
  }

  /** The text of a file. Throws for what is no text file of at most a megabyte. */
  async read(path: string): Promise<string> {
    const { folder, name } = this.#split(path);
    await using open = await openFolder(this.#roots, folder, { make: false });
    return (await readText(open, name)).text;
  }

  /** A file of any content from its beginning, in parts; whoever reads bounds how much. */
  async *parts(path: string, partBytes: number): AsyncGenerator<Uint8Array> {
    const { folder, name } = this.#split(path);
    await using inside = await openFolder(this.#roots, folder, { make: false });
    await using file = await openFile(inside, name);
    for (let position = 0; ; ) {
      const part = Buffer.alloc(partBytes);
      const { bytesRead } = await file.read(part, 0, partBytes, position);
      if (bytesRead === 0) return;
      yield part.subarray(0, bytesRead);
      position += bytesRead;
    }
  }

  /** What a folder holds, by name; `isCut` where it holds more. */
  async list(path: string): Promise<{ entries: readonly FileEntry[]; isCut: boolean }> {
    await using folder = await openFolder(this.#roots, placeOf(this.#roots, path), { make: false });
    const names: string[] = [];
    let isCut = false;
    for await (const { name } of await opendir(folder.at("."))) {
      isCut = names.length >= ENTRIES_READ_MAX;
      if (isCut) break;
      names.push(name);
    }
    names.sort((a, b) => (a < b ? -1 : 1));
    const entries = await Promise.all(
      names.slice(0, ENTRIES_MAX).map((name) => entryOf(folder, name)),
    );
    return { entries: entries.flat(), isCut: isCut || names.length > ENTRIES_MAX };
  }

  /** Writes a file that must not be there yet. */
  async create(path: string, text: string): Promise<void> {
    await this.#alone(async () => {
      const { folder, name } = this.#split(path);
      await using open = await openFolder(this.#roots, folder, { make: true });
      await putText(open, name, text, { mode: 0o600, isNew: true });
    });
  }

  /** Writes bytes of the hub's own making into a file that must not be there yet. */
  async createBytes(path: string, bytes: Uint8Array): Promise<void> {
    await this.#alone(async () => {
      const { folder, name } = this.#split(path);
      await using open = await openFolder(this.#roots, folder, { make: true });
      await putBytes(open, name, bytes, { mode: 0o600, isNew: true });
    });
  }

  /**
   * Puts what `change` makes of a file's text in its place; `null` stands for no such file. With
   * `make`, missing folders are made.
   */
  async change(
    path: string,
    options: { readonly make: boolean },
    change: (text: string | null) => string,
  ): Promise<void> {
    await this.#alone(async () => {
      const { folder, name } = this.#split(path);
      await using open = await openFolder(this.#roots, folder, options);
      const before = await readText(open, name).catch((error: unknown) => {
        if (systemCode(error) !== "NOT_FOUND") throw error;
        return null;
      });
      const text = change(before?.text ?? null);
      await putText(open, name, text, { mode: before?.mode ?? 0o600, isNew: before === null });
    });
  }

  /** Replaces a file of whatever content, or makes it. */
  async overwrite(path: string, text: string): Promise<void> {
    await this.#alone(async () => {
      const { folder, name } = this.#split(path);
      await using open = await openFolder(this.#roots, folder, { make: true });
      const mode = await modeOf(open, name);
      await putText(open, name, text, { mode: mode ?? 0o600, isNew: false });
    });
  }

  #split(path: string): { readonly folder: Place; readonly name: string } {
    const { root, parts } = placeOf(this.#roots, path);
    const name = parts.at(-1);
    if (name === undefined || path.endsWith("/")) {
      throw problem("INVALID_PARAMS", `${visible(path)} names a folder, not a file`);
    }
    return { folder: { root, parts: parts.slice(0, -1) }, name };
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#waiting >= WRITES_WAITING_MAX) {
      throw problem("BUSY", `${this.#waiting} changes of files wait already`);
    }
    this.#waiting += 1;
    const running = this.#last.then(work);
    this.#last = running.catch(() => undefined);
    try {
      await running;
    } finally {
      this.#waiting -= 1;
    }
  }
}

/** What an entry is, without following it; nothing for one that went meanwhile. */
async function entryOf(folder: OpenFolder, name: string): Promise<readonly FileEntry[]> {
  try {
    const found = await lstat(folder.at(name));
    if (found.isFile()) return [{ name, kind: "file", bytes: found.size }];
    const kind = found.isDirectory() ? "folder" : found.isSymbolicLink() ? "link" : "other";
    return [{ name, kind, bytes: null }];
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw asProblem(error, name);
  }
}

async function readText(folder: OpenFolder, name: string): Promise<{ text: string; mode: number }> {
  await using file = await openFile(folder, name);
  const { mode } = await file.stat();
  return { text: textOf(await readBounded(file), name), mode: mode & 0o777 };
}

/** Opens a plain file for reading, and nothing else. */
async function openFile(folder: OpenFolder, name: string): Promise<FileHandle> {
  try {
    // A device may do something when it is opened; what lies there is looked at before and after.
    requireFile((await lstat(folder.at(name))).isFile(), name);
    // Without O_NONBLOCK, opening a pipe would wait for a writer, for ever.
    const file = await open(folder.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    try {
      requireFile((await file.stat()).isFile(), name);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    throw asProblem(error, name);
  }
}

/** A file may grow while it is read: its size is no promise. */
async function readBounded(file: FileHandle): Promise<Uint8Array> {
  const buffer = Buffer.alloc(FILE_BYTES_MAX + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
  }
  throw problem("TOO_LARGE", `the file is larger than ${FILE_BYTES_MAX} bytes`);
}

function requireFile(isFile: boolean, name: string): void {
  if (isFile) return;
  throw problem("FORBIDDEN", `${visible(name)} is no plain file`, {
    hint: "links, folders, devices and pipes are neither read nor written",
  });
}

function textOf(bytes: Uint8Array, name: string): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Bytes that are no UTF-8 are told below like a NUL.
  }
  throw problem("INVALID_PARAMS", `${visible(name)} is no text (UTF-8)`);
}

/** The rights of a plain file; undefined where there is none. Throws for anything else. */
async function modeOf(folder: OpenFolder, name: string): Promise<number | undefined> {
  try {
    const found = await lstat(folder.at(name));
    requireFile(found.isFile(), name);
    return found.mode & 0o777;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw asProblem(error, name);
  }
}

/** Text as it is written. Throws for what is none. */
async function putText(
  folder: OpenFolder,
  name: string,
  text: string,
  how: { readonly mode: number; readonly isNew: boolean },
): Promise<void> {
  if (Buffer.byteLength(text) > FILE_BYTES_MAX) {
    throw problem("TOO_LARGE", `the file would be larger than ${FILE_BYTES_MAX} bytes`);
  }
  if (text.includes("\0") || !text.isWellFormed()) {
    throw problem("INVALID_PARAMS", "the content is no text: it holds a NUL or half a character");
  }
  await putBytes(folder, name, Buffer.from(text), how);
}

/** Whole or not at all: written beside its place, made durable, then put there in one step. */
async function putBytes(
  folder: OpenFolder,
  name: string,
  bytes: Uint8Array,
  { mode, isNew }: { readonly mode: number; readonly isNew: boolean },
): Promise<void> {
  const beside = folder.at(`.${secretHex(8)}.part`);
  try {
    await using file = await open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    await file.writeFile(bytes);
    await file.chmod(mode);
    await file.sync();
    // A new name must be free still; renaming would replace what came there meanwhile.
    if (isNew) await link(beside, folder.at(name));
    else await rename(beside, folder.at(name));
  } catch (error) {
    throw asProblem(error, name);
  } finally {
    await unlink(beside).catch((error: unknown) => {
      // After a rename there is nothing beside it any more.
      if (systemCode(error) !== "ENOENT") throw error;
    });
  }
  await folder.sync();
}
