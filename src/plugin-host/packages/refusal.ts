/** How a package is refused: one code, what is wrong with which part of it, and what to do. */
import type { OperationalError } from "#base";
import { problem } from "#contract";

const REBUILD = "pack it anew, such as with hmapdev build";

/** The error for an archive that is not as a package must be. */
export function badPackage(what: string, cause?: unknown): OperationalError {
  return problem("PACKAGE_INVALID", `the package ${what}`, { hint: REBUILD, cause });
}

/** The error for one entry of it. */
export function badEntry(path: string, what: string): OperationalError {
  return badPackage(`is refused: ${shown(path)} ${what}`);
}

/** A name from outside as it may stand in a message: short, and nothing in it that acts. */
function shown(path: string): string {
  return JSON.stringify(path.length > 100 ? `${path.slice(0, 100)}…` : path).replace(
    /[\u007f-\u009f\p{Cf}]/gu,
    (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
}
