/** The files of one skill: read within its folder only, whatever links lie there. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
} from "node:fs";
import { join, sep } from "node:path";
import { problem } from "#contract";
import type { SkillFile } from "#kernel/state";
import { FILES_MAX, FOLDER_DEPTH_MAX, SKILL_BYTES_MAX, TEXT_BYTES_MAX } from "./limits.ts";

/** The names under which a skill's instructions may lie. */
const MAIN_FILES = ["SKILL.md", "skill.md"] as const;

/** The name of the main file in a folder; undefined where there is none. */
export function mainFileOf(folder: string): string | undefined {
  return MAIN_FILES.find((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }));
}

/** Changes whenever the file does. A link has the mark of the link, since it is not followed. */
export function markOf(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}` : "none";
}

/** A path as a skill may name it: parts with plain names, none of them hidden or leading up. */
export function isPlainPath(path: string): boolean {
  const parts = path.split("/");
  return (
    path.length <= 200 &&
    parts.length <= FOLDER_DEPTH_MAX &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name must not hold
    parts.every((part) => part !== "" && !part.startsWith(".") && !/[\\\x00-\x1f\x7f]/.test(part))
  );
}

/** The bytes of a file. Throws `FORBIDDEN`, `NOT_FOUND` or `TOO_LARGE`. */
export function readWithin(
  folder: string,
  path: string,
  bytesMax: number = TEXT_BYTES_MAX,
): Uint8Array {
  if (!isPlainPath(path)) throw outside(path);
  const root = realpathSync(folder);
  let file: number;
  try {
    // Waits for nothing (a pipe has no writer yet), and follows no link at its end.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    file = openSync(join(root, path), flags);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ELOOP") throw outside(path, cause);
    throw problem("NOT_FOUND", `there is no file "${path}" in this skill`, { cause });
  }
  try {
    // Asked of what is open: a folder on the way may have become a link a moment ago.
    const real = readlinkSync(`/proc/self/fd/${file}`);
    if (!real.startsWith(root + sep)) throw outside(path);
    const { size } = requireFile(file, path);
    if (size > bytesMax) {
      throw problem("TOO_LARGE", `"${path}" has more than ${bytesMax} bytes`);
    }
    return readOpen(file, bytesMax, path);
  } finally {
    closeSync(file);
  }
}

function requireFile(file: number, path: string) {
  const found = fstatSync(file);
  if (!found.isFile()) throw problem("NOT_FOUND", `"${path}" is no file`);
  return found;
}

/** Reads what is there, also where it grows meanwhile. */
function readOpen(file: number, bytesMax: number, path: string): Uint8Array {
  const buffer = Buffer.alloc(bytesMax + 1);
  let length = 0;
  for (;;) {
    const read = readSync(file, buffer, length, buffer.length - length, null);
    if (read === 0) return buffer.subarray(0, length);
    length += read;
    if (length > bytesMax) {
      throw problem("TOO_LARGE", `"${path}" has more than ${bytesMax} bytes`);
    }
  }
}

/** The same as text. Throws `VALUE_INVALID` for what is none. */
export function readTextWithin(folder: string, path: string): string {
  const bytes = readWithin(folder, path);
  if (bytes.includes(0)) throw problem("VALUE_INVALID", `"${path}" is no text`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw problem("VALUE_INVALID", `"${path}" is no text in UTF-8`, { cause });
  }
}

/** All files of a folder that may be read, links and hidden ones left out, by path. */
export function filesWithin(folder: string): readonly SkillFile[] {
  const found: SkillFile[] = [];
  let bytes = 0;
  const walk = (prefix: string) => {
    for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
      const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
      if (found.length >= FILES_MAX || bytes > SKILL_BYTES_MAX || !isPlainPath(path)) continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) {
        const size = sizeOf(join(folder, path));
        bytes += size;
        found.push({ path, bytes: size });
      }
    }
  };
  walk("");
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function outside(path: string, cause?: unknown) {
  return problem("FORBIDDEN", `"${path}" does not stay within the skill's folder`, {
    hint: `name a file of the skill, such as "references/notes.md"`,
    ...(cause === undefined ? {} : { cause }),
  });
}
