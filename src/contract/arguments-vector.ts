/** Argument vectors of programs: what one is, and when two are the same. Shared by all that run programs. */
import { problem } from "./problem.ts";

/** A program by its full path, and its arguments. No shell ever reads it. */
export type ArgumentVector = readonly [string, ...string[]];

/** A path that says where the program is in one way only, in letters that cannot be mistaken. */
const PROGRAM = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._+@%=:,-]+)+$/;

/**
 * Whether two vectors are the same, argument by argument. There are no patterns: one would let
 * through what nobody thought of, and a `*` is a star.
 */
export function sameVector(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((argument, index) => argument === b[index]);
}

/** A vector that the system takes as it is written. Throws `INVALID_PARAMS`. */
export function requireVector(argv: readonly string[]): ArgumentVector {
  const [program = "", ...rest] = argv;
  if (!program.startsWith("/")) {
    throw problem("INVALID_PARAMS", `${visible(program)} is no full path`, {
      hint: "write it in full, such as /usr/bin/uptime, so that it is the same program everywhere",
    });
  }
  if (!PROGRAM.test(program)) {
    throw problem("INVALID_PARAMS", `${visible(program)} is no plain path of a program`, {
      hint: "ASCII letters, digits and ._+@%=:,- only, with no //, . or ..",
    });
  }
  // Past a NUL the system reads nothing; half a character becomes another one on its way there.
  if (rest.some((argument) => argument.includes("\0") || !argument.isWellFormed())) {
    throw problem("INVALID_PARAMS", "an argument holds a NUL or half a character");
  }
  return [program, ...rest];
}

/** Letters that are taken for no other: ASCII that shows, and Han. Wide ASCII looks like the narrow one. */
const PLAIN = /[\u0020-\u007e\u3001\u3002\u4e00-\u9fff]/u;

/**
 * A text from outside as it may stand before a person who decides on it: quoted, on one line, and
 * with every letter written out as a code that could pass for another or could hide.
 */
export function visible(text: string): string {
  const escaped = [...JSON.stringify(text)].map((char) =>
    PLAIN.test(char) ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
  return escaped.join("");
}
