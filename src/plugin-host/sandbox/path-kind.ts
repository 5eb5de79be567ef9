/** What really lies at a path, links followed: the rules of the sandbox hang on that, not on names. */
import { realpathSync, statSync } from "node:fs";

export type PathKind = "file" | "folder" | "character-device" | "other";

/** Looks at a path, or answers undefined when nothing is there. */
export type LookAtPath = (path: string) => { realPath: string; kind: PathKind } | undefined;

/** The real file system. */
export const lookAtPath: LookAtPath = (path) => {
  try {
    const realPath = realpathSync(path);
    const found = statSync(realPath);
    const kind: PathKind = found.isFile()
      ? "file"
      : found.isDirectory()
        ? "folder"
        : found.isCharacterDevice()
          ? "character-device"
          : "other";
    return { realPath, kind };
  } catch {
    // Absent, or not for the hub's user to see: either way nothing to grant.
    return undefined;
  }
};

/** Whether `path` is `folder` or lies beneath it. Both absolute, without a slash at the end. */
export function liesIn(path: string, folder: string): boolean {
  return path === folder || folder === "/" || path.startsWith(`${folder}/`);
}

/** Whether either lies in the other: granting one would then touch the other. */
export function overlaps(one: string, other: string): boolean {
  return liesIn(one, other) || liesIn(other, one);
}
