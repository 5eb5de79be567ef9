/** The owner's own text, `personal/personal.md`: read anew when it changed, never trusted to be text. */
import {
  type BigIntStats,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { messageOf } from "#base";
import { PERSONA_BYTES_MAX } from "#contract";
import { moveAway, writeWhole } from "./whole-file.ts";

/** What lies there. A file that cannot be used says why, for a person. */
export type PersonaFound =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "refused"; readonly reason: string };

const ABSENT: PersonaFound = { kind: "absent" };
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The file in the folder `dir`. Whoever edits it by hand is heard at the next prompt. */
export class PersonaFile {
  readonly #dir: string;
  readonly #path: string;
  readonly #previous: string;
  #seen: { readonly state: string; readonly found: PersonaFound } | undefined;

  constructor(dir: string) {
    this.#dir = dir;
    this.#path = join(dir, "personal.md");
    this.#previous = join(dir, "personal.previous.md");
  }

  /** What lies there now; looked at in every turn, read only when it changed. Never throws. */
  read(): PersonaFound {
    try {
      const stats = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
      if (stats === undefined) return ABSENT;
      const state = stateOf(stats);
      if (this.#seen?.state !== state) this.#seen = { state, found: readText(this.#path, stats) };
      return this.#seen.found;
    } catch (error) {
      return refused(`it cannot be read (${messageOf(error)})`);
    }
  }

  /** Puts `text` in the file's place. Throws what the system says; then the old file stands. */
  replace(text: string): void {
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    writeWhole(this.#path, text, this.#previous);
  }

  /** Takes the file away; its text stays under the other name. */
  putAside(): void {
    if (this.read().kind !== "absent") moveAway(this.#path, this.#previous);
  }
}

/** Tells two states of the file apart, edits within one tick of a coarse clock included. */
function stateOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

function readText(path: string, stats: BigIntStats): PersonaFound {
  // A pipe in its place would hold the hub up for ever, a device would never end.
  if (!stats.isFile()) return refused("it is no file");
  if (stats.size > PERSONA_BYTES_MAX) return tooLong(Number(stats.size));
  const bytes = readUpTo(path, PERSONA_BYTES_MAX + 1);
  if (bytes.length > PERSONA_BYTES_MAX) return tooLong(bytes.length);
  try {
    const text = utf8.decode(bytes).replaceAll(/\r\n?/g, "\n").trim();
    if (text === "") return ABSENT;
    return isPlainText(text) ? { kind: "text", text } : refused("it is not plain text");
  } catch {
    // The decoder's only complaint.
    return refused("it is not UTF-8 text");
  }
}

/** The beginning of a file: it may have grown since it was measured. */
function readUpTo(path: string, bytesMax: number): Uint8Array {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const buffer = new Uint8Array(bytesMax);
    let length = 0;
    for (;;) {
      const read = readSync(file, buffer, length, bytesMax - length, length);
      length += read;
      if (read === 0 || length === bytesMax) return buffer.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** Whether a text has none of the characters that only programs write. */
export function isPlainText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text);
}

function refused(reason: string): PersonaFound {
  return { kind: "refused", reason };
}

function tooLong(bytes: number): PersonaFound {
  return refused(`it has ${bytes} bytes and may have ${PERSONA_BYTES_MAX}`);
}
