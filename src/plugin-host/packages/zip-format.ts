/** The records of a zip archive as numbers and bytes; what they may say is decided elsewhere. */
import { badPackage } from "./refusal.ts";

/** The record at the end, without a comment. */
export const END_BYTES = 22;
/** The fixed part of an entry's record in the directory, and of the one before its data. */
export const CENTRAL_BYTES = 46;
export const LOCAL_BYTES = 30;

export const END_MARK = 0x06054b50;
export const CENTRAL_MARK = 0x02014b50;
export const LOCAL_MARK = 0x04034b50;
export const DESCRIPTOR_MARK = 0x08074b50;

/** Bits of an entry's flags. */
export const FLAG_ENCRYPTED = 0x0001;
export const FLAG_DESCRIPTOR = 0x0008;
export const FLAG_UTF8 = 0x0800;

export const METHOD_STORED = 0;
export const METHOD_DEFLATED = 8;

/** An entry as the directory tells it. */
export interface CentralRecord {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly plainBytes: number;
  /** Type and permissions, as the system that packed it wrote them. */
  readonly attributes: number;
  readonly localOffset: number;
  readonly name: Buffer;
  readonly extra: Buffer;
}

/** Where the directory lies. */
export interface EndRecord {
  readonly entries: number;
  readonly directoryBytes: number;
  readonly directoryOffset: number;
}

/**
 * Reads the last 22 bytes of an archive. Other readers search for this record backwards through a
 * comment; two of them can then see two different archives in one file, so there is no comment here.
 */
export function readEnd(bytes: Buffer): EndRecord {
  if (bytes.readUInt32LE(0) !== END_MARK || bytes.readUInt16LE(20) !== 0) {
    throw badPackage("is no zip archive, or has something after its end");
  }
  const entries = bytes.readUInt16LE(10);
  const directoryBytes = bytes.readUInt32LE(12);
  const directoryOffset = bytes.readUInt32LE(16);
  if (entries === 0xffff || directoryBytes === 0xffffffff || directoryOffset === 0xffffffff) {
    throw badPackage("is a zip64 archive, which no package needs to be");
  }
  if (bytes.readUInt32LE(4) !== 0 || bytes.readUInt16LE(8) !== entries) {
    throw badPackage("is one part of a split archive");
  }
  return { entries, directoryBytes, directoryOffset };
}

/** Reads the directory, which its records must fill exactly. */
export function readDirectory(bytes: Buffer, count: number): readonly CentralRecord[] {
  const records: CentralRecord[] = [];
  let at = 0;
  while (records.length < count) {
    if (at + CENTRAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== CENTRAL_MARK) {
      throw badPackage("has a damaged directory");
    }
    const nameAt = at + CENTRAL_BYTES;
    const extraAt = nameAt + bytes.readUInt16LE(at + 28);
    const commentAt = extraAt + bytes.readUInt16LE(at + 30);
    const next = commentAt + bytes.readUInt16LE(at + 32);
    if (next > bytes.length) throw badPackage("has a damaged directory");
    if (bytes.readUInt16LE(at + 34) !== 0) throw badPackage("is one part of a split archive");
    records.push({
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packedBytes: bytes.readUInt32LE(at + 20),
      plainBytes: bytes.readUInt32LE(at + 24),
      attributes: bytes.readUInt32LE(at + 38),
      localOffset: bytes.readUInt32LE(at + 42),
      name: bytes.subarray(nameAt, extraAt),
      extra: bytes.subarray(extraAt, commentAt),
    });
    at = next;
  }
  if (at !== bytes.length) throw badPackage("has a damaged directory");
  return records;
}

/** The ids of an entry's extra fields. Broken ones are an error: a reader that guesses is fooled. */
export function extraFields(extra: Buffer): readonly number[] {
  const ids: number[] = [];
  let at = 0;
  while (at < extra.length) {
    if (at + 4 > extra.length) throw badPackage("has a damaged directory");
    ids.push(extra.readUInt16LE(at));
    at += 4 + extra.readUInt16LE(at + 2);
  }
  if (at !== extra.length) throw badPackage("has a damaged directory");
  return ids;
}
