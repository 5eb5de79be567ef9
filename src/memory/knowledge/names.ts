/** Names of entries: parts that are letters, digits and marks that no file system minds. */
import { problem } from "#contract";
import { DEPTH_MAX, PART_CHARS_MAX } from "./limits.ts";

/** Letters and digits of any script; no dot in front, so that nothing hides and nothing leads up. */
const PART = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} ._-]*$/u;

/** The parts of `category/name`. Throws `INVALID_PARAMS` for what must not become a folder. */
export function requireName(name: string): readonly string[] {
  const parts = name.split("/");
  if (parts.length < 2 || parts.length > DEPTH_MAX || !parts.every(isPart)) {
    throw problem("INVALID_PARAMS", `"${name.slice(0, 80)}" names no entry of the knowledge base`, {
      hint: `category/name: 2 to ${DEPTH_MAX} parts of letters, digits, space, ".", "-" and "_"`,
    });
  }
  return parts;
}

/** Whether a folder's name can be a part. */
export function isPart(part: string): boolean {
  return (
    part.length <= PART_CHARS_MAX &&
    PART.test(part) &&
    !part.endsWith(".") &&
    part === part.trim() &&
    part === part.normalize("NFC")
  );
}
