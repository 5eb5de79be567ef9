/** Names inside a package: what a path may look like, so that it means one place on every system. */

import { NAME_BYTES_MAX, PATH_BYTES_MAX, PATH_DEPTH_MAX } from "./limits.ts";
import { badEntry } from "./refusal.ts";

/** A path of a package: names with "/" between them, and whether it is a folder's. */
export interface EntryPath {
  readonly path: string;
  readonly isFolder: boolean;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads an entry's name. Throws `PACKAGE_INVALID` for one that could lead elsewhere. */
export function readEntryPath(name: Buffer): EntryPath {
  let text: string;
  try {
    // Many packers write UTF-8 and do not say so; other code pages are hardly ever valid as such.
    text = utf8.decode(name);
  } catch {
    throw badEntry(name.toString("latin1"), "has a name that is no UTF-8");
  }
  const isFolder = text.endsWith("/");
  const path = isFolder ? text.slice(0, -1) : text;
  requirePath(path);
  return { path, isFolder };
}

/** Throws `PACKAGE_INVALID` for a path that no package may have. */
export function requirePath(path: string): void {
  const refuse = (what: string): never => {
    throw badEntry(path, what);
  };
  if (path === "") refuse("has no name");
  if (path.startsWith("/")) refuse("is an absolute path");
  if (path.includes("\\")) refuse("has a backslash in its name");
  if (path.includes(":")) refuse("has a colon in its name");
  // Control characters, and those that are not seen but turn text around.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path)) refuse("has an unprintable character in its name");
  if (!path.isWellFormed()) refuse("has a broken character in its name");
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) refuse(`is longer than ${PATH_BYTES_MAX} bytes`);
  const names = path.split("/");
  if (names.length > PATH_DEPTH_MAX) refuse(`lies deeper than ${PATH_DEPTH_MAX} folders`);
  for (const name of names) {
    if (name === "" || name === "." || name === "..") refuse("does not stay inside the package");
    if (Buffer.byteLength(name) > NAME_BYTES_MAX) {
      refuse(`has a name longer than ${NAME_BYTES_MAX} bytes`);
    }
    // Some systems drop these, and two names become one.
    if (/^ |[. ]$/.test(name))
      refuse("has a name that begins with a space or ends with . or space");
  }
}
