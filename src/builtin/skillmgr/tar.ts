/** Skill packages: a gzipped ustar archive of plain files, read with distrust and written alike each time. */
import { gunzipSync, gzipSync } from "node:zlib";
import { problem, visible } from "#contract";
import { ENTRIES_MAX, FILES_MAX, PACKAGE_BYTES_MAX, UNPACKED_BYTES_MAX } from "./limits.ts";

const BLOCK = 512;
/** Where the fields of a header stand: offset and length. */
const NAME = [0, 100] as const;
const MODE = [100, 8] as const;
const OWNER_IDS = [108, 16] as const;
const SIZE = [124, 12] as const;
const TIME = [136, 12] as const;
const SUM = [148, 8] as const;
const TYPE = 156;
const MAGIC = [257, 6] as const;
const PREFIX = [345, 155] as const;

/** The files of a package, by their path. Throws `PACKAGE_INVALID` for all but plain files. */
export function readPackage(packed: Uint8Array): ReadonlyMap<string, Uint8Array> {
  if (packed.length > PACKAGE_BYTES_MAX) throw bad(`is larger than ${PACKAGE_BYTES_MAX} bytes`);
  const archive = unzip(packed);
  const files = new Map<string, Uint8Array>();
  const taken = new Set<string>();
  let at = 0;
  for (let entries = 0; ; entries += 1) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.length < BLOCK) throw bad("ends in the middle");
    if (header.every((byte) => byte === 0)) break;
    if (entries >= ENTRIES_MAX) throw bad(`has more than ${ENTRIES_MAX} entries`);
    const { path, bytes, isFolder } = readHeader(header);
    const content = archive.subarray(at + BLOCK, at + BLOCK + bytes);
    if (content.length < bytes) throw bad(`ends in the middle of ${visible(path)}`);
    at += BLOCK + Math.ceil(bytes / BLOCK) * BLOCK;
    if (isFolder) continue;
    // Two names that are one on another disk would hide one behind the other.
    const same = path.normalize("NFC").toLowerCase();
    if (taken.has(same)) throw bad(`has ${visible(path)} twice`);
    taken.add(same);
    files.set(path, content);
    if (files.size > FILES_MAX) throw bad(`has more than ${FILES_MAX} files`);
  }
  if (archive.subarray(at).some((byte) => byte !== 0)) throw bad("goes on behind its end");
  return files;
}

/** The same files give the same bytes. */
export function writePackage(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (const [path, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    blocks.push(headerOf(path, bytes.length), bytes);
    blocks.push(new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK));
  }
  blocks.push(new Uint8Array(2 * BLOCK));
  return gzipSync(Buffer.concat(blocks));
}

/** The limit holds while it inflates, not by what the archive says of itself. */
function unzip(packed: Uint8Array): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: UNPACKED_BYTES_MAX });
  } catch (cause) {
    throw bad("is no gzip archive, is damaged, or is too large unpacked", cause);
  }
}

function readHeader(header: Uint8Array) {
  if (sumOf(header) !== numberIn(header, SUM)) throw bad("has a damaged header");
  if (!textIn(header, MAGIC).startsWith("ustar")) throw bad("is no ustar archive");
  const type = String.fromCharCode(header[TYPE] ?? 0);
  const prefix = textIn(header, PREFIX);
  const name = textIn(header, NAME);
  const whole = prefix === "" ? name : `${prefix}/${name}`;
  const isFolder = type === "5";
  if (!isFolder && type !== "0" && type !== "\0") {
    throw bad(`holds ${visible(whole)}, which is no plain file`);
  }
  return { path: plainPath(whole, isFolder), bytes: numberIn(header, SIZE), isFolder };
}

/** A path that stays where it is unpacked, whoever reads it. */
function plainPath(path: string, isFolder: boolean): string {
  const bare = isFolder ? path.replace(/\/$/, "") : path;
  const short = bare.startsWith("./") ? bare.slice(2) : bare;
  if (isFolder && (short === "" || short === ".")) return "";
  const parts = short.split("/");
  const isPlain = parts.every((part) => part !== "" && part !== "." && part !== "..");
  if (isPlain && !/[\\\p{Cc}\p{Cf}]/u.test(short) && !/^[A-Za-z]:/.test(short)) return short;
  throw bad(`is refused: ${visible(path)} is no plain path`);
}

function textIn(header: Uint8Array, [offset, length]: readonly [number, number]): string {
  const field = header.subarray(offset, offset + length);
  const end = field.indexOf(0);
  try {
    const bytes = end === -1 ? field : field.subarray(0, end);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw bad("has a name that is no text", cause);
  }
}

function numberIn(header: Uint8Array, field: readonly [number, number]): number {
  const text = textIn(header, field).trim();
  if (!/^[0-7]{1,11}$/.test(text)) throw bad("has a number that is none");
  return Number.parseInt(text, 8);
}

/** The sum of all bytes, those of the sum itself taken as blanks. */
function sumOf(header: Uint8Array): number {
  const [offset, length] = SUM;
  return header.reduce(
    (sum, byte, index) => sum + (index >= offset && index < offset + length ? 0x20 : byte),
    0,
  );
}

function headerOf(path: string, bytes: number): Uint8Array {
  const header = Buffer.alloc(BLOCK);
  const encoded = Buffer.from(path);
  if (encoded.length > NAME[1]) throw problem("TOO_LARGE", `${visible(path)} is too long a path`);
  encoded.copy(header, NAME[0]);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, "0");
  header.write(octal(0o644, MODE[1]), MODE[0]);
  header.write(`${octal(0, 8)}\0${octal(0, 8)}`, OWNER_IDS[0]);
  header.write(octal(bytes, SIZE[1]), SIZE[0]);
  header.write(octal(0, TIME[1]), TIME[0]);
  header.write("0", TYPE);
  header.write("ustar\u000000", MAGIC[0]);
  header.write(`${octal(sumOf(header), 7)}\0 `, SUM[0]);
  return header;
}

function bad(what: string, cause?: unknown) {
  return problem("PACKAGE_INVALID", `the skill package ${what}`, {
    hint: "a .skm is a gzipped ustar archive of plain files, as skill_export writes it",
    cause,
  });
}
