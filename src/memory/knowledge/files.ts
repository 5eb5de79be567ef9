/** The files of the knowledge base: `knowledge/<category>/<name>/content.md` or `content.txt`. */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { problem } from "#contract";
import { DEPTH_MAX, ENTRIES_MAX, TEXT_BYTES_MAX } from "./limits.ts";
import { isPart } from "./names.ts";

const CONTENTS = ["content.md", "content.txt"] as const;

/** A file as it lies there; another one when time or size differ. */
export interface FoundFile {
  readonly name: string;
  readonly path: string;
  readonly modifiedMs: number;
  readonly bytes: number;
}

/** All entries below a folder. Links lead nowhere here: what they name is not the owner's text. */
export function findFiles(root: string): { readonly files: FoundFile[]; readonly isCut: boolean } {
  const files: FoundFile[] = [];
  const visit = (folder: string, parts: readonly string[]): void => {
    if (files.length >= ENTRIES_MAX) return;
    const found = parts.length >= 2 ? contentOf(folder) : undefined;
    if (found) files.push({ name: parts.join("/"), ...found });
    if (parts.length >= DEPTH_MAX) return;
    for (const entry of listing(folder)) {
      if (entry.isDirectory() && isPart(entry.name)) {
        visit(join(folder, entry.name), [...parts, entry.name]);
      }
    }
  };
  visit(root, []);
  return { files, isCut: files.length >= ENTRIES_MAX };
}

function listing(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone between two looks, or not ours to read: the next look finds what there is.
    return [];
  }
}

function contentOf(folder: string): Omit<FoundFile, "name"> | undefined {
  for (const content of CONTENTS) {
    const path = join(folder, content);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) return { path, modifiedMs: Math.floor(stats.mtimeMs), bytes: stats.size };
  }
  return undefined;
}

/** The text of a file. Throws `TOO_LARGE`, and for what is no UTF-8. */
export function readText(path: string): string {
  // A link that took the file's place meanwhile is not followed.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    if (fstatSync(file).size > TEXT_BYTES_MAX) {
      throw problem("TOO_LARGE", `${path} has more than ${TEXT_BYTES_MAX} bytes`);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } finally {
    closeSync(file);
  }
}

/** Writes a new entry, whole or not at all. Throws `CONFLICT` where there is one. */
export function writeText(root: string, parts: readonly string[], content: string): void {
  const folder = join(root, ...parts);
  if (contentOf(folder)) throw problem("CONFLICT", `"${parts.join("/")}" is there already`);
  requirePlain(root, parts, "may be missing");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  requirePlain(root, parts);
  const path = join(folder, CONTENTS[0]);
  const beside = `${path}.new`;
  try {
    const file = openSync(beside, "w", 0o600);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  syncFolder(folder);
}

/** Takes an entry away, and folders that are empty then. False where there is none. */
export function removeText(root: string, parts: readonly string[]): boolean {
  const found = contentOf(join(root, ...parts));
  if (!found) return false;
  requirePlain(root, parts);
  rmSync(found.path);
  syncFolder(dirname(found.path));
  for (let length = parts.length; length > 0; length -= 1) {
    try {
      rmdirSync(join(root, ...parts.slice(0, length)));
    } catch {
      // Something else of the owner's lies there: his folder stays.
      break;
    }
  }
  return true;
}

/** A folder on the way that is a link would lead the hub's own writing out of the knowledge base. */
function requirePlain(root: string, parts: readonly string[], missing?: "may be missing"): void {
  for (let length = 1; length <= parts.length; length += 1) {
    const folder = join(root, ...parts.slice(0, length));
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    if (!stats && missing) return;
    if (stats?.isDirectory() !== true) {
      throw problem("INVALID_PARAMS", `${parts.slice(0, length).join("/")} is no plain folder`);
    }
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
