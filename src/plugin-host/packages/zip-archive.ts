/**
 * Opens a zip archive strictly: every byte of it belongs to exactly one entry or to the directory, and
 * what stands before an entry's data says the same as the directory. So there are no overlaps (bombs),
 * no hidden entries, and no second reading of the same file. A library that forgives cannot tell that.
 */
import type { ByteSource } from "./byte-source.ts";
import { type EntryPath, readEntryPath } from "./entry-path.ts";
import { DIRECTORY_BYTES_MAX, NODES_MAX } from "./limits.ts";
import { badEntry, badPackage } from "./refusal.ts";
import {
  type CentralRecord,
  DESCRIPTOR_MARK,
  END_BYTES,
  extraFields,
  FLAG_DESCRIPTOR,
  FLAG_ENCRYPTED,
  FLAG_UTF8,
  LOCAL_BYTES,
  LOCAL_MARK,
  METHOD_DEFLATED,
  METHOD_STORED,
  readDirectory,
  readEnd,
} from "./zip-format.ts";

/** A file or folder of an archive. */
export interface ArchiveEntry extends EntryPath {
  readonly deflated: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly plainBytes: number;
  /** Where its packed bytes begin. */
  readonly dataOffset: number;
}

/** Bits that say how hard the packer tried; they mean nothing to a reader. */
const FLAGS_EFFORT = 0x0006;
const FLAGS_KNOWN = FLAG_DESCRIPTOR | FLAG_UTF8 | FLAGS_EFFORT;
/** File types of Unix, in the upper bits of an entry's attributes; packers on other systems tell none. */
const TYPE_UNTOLD = 0;
const TYPE_FOLDER = 0x4;
const TYPE_FILE = 0x8;
/** The same of Windows: volume label, device, and what it calls a reparse point, such as a link. */
const DOS_SPECIAL = 0x0448;
const ZIP64_FIELD = 0x0001;
const DESCRIPTOR_BYTES = 12;

/** The entries in the order of their data. Throws `PACKAGE_INVALID`. */
export async function readArchive(source: ByteSource): Promise<readonly ArchiveEntry[]> {
  if (source.size < END_BYTES) throw badPackage("is no zip archive");
  const endOffset = source.size - END_BYTES;
  const end = readEnd(await source.read(endOffset, END_BYTES));
  const { directoryOffset, directoryBytes } = end;
  if (end.entries === 0) throw badPackage("is empty");
  if (end.entries > NODES_MAX) throw badPackage(`holds more than ${NODES_MAX} files and folders`);
  if (directoryBytes > DIRECTORY_BYTES_MAX) throw badPackage("has too long a directory");
  if (directoryOffset + directoryBytes !== endOffset) {
    throw badPackage("has bytes that belong to nothing, or is a zip64 archive");
  }
  const directory = await source.read(directoryOffset, directoryBytes);
  const records = readDirectory(directory, end.entries);
  const sorted = [...records].sort((a, b) => a.localOffset - b.localOffset);
  const entries: ArchiveEntry[] = [];
  let at = 0;
  for (const [index, record] of sorted.entries()) {
    const path = readEntryPath(record.name);
    requireReadable(record, path.path);
    requireFileOrFolder(record, path);
    if (record.localOffset !== at) {
      throw badEntry(path.path, "has bytes before it that belong to nothing");
    }
    const next = sorted[index + 1]?.localOffset ?? directoryOffset;
    const dataOffset = await requireSameHeader(source, record, path.path);
    await requireDescriptor(source, record, path.path, dataOffset + record.packedBytes, next);
    const { crc, packedBytes, plainBytes } = record;
    const deflated = record.method === METHOD_DEFLATED;
    entries.push({ ...path, deflated, crc, packedBytes, plainBytes, dataOffset });
    at = next;
  }
  return entries;
}

/** Refuses what this reader cannot or will not read. */
function requireReadable(record: CentralRecord, path: string): void {
  const { flags, method, packedBytes, plainBytes } = record;
  if ((flags & FLAG_ENCRYPTED) !== 0) throw badEntry(path, "is encrypted");
  if ((flags & ~FLAGS_KNOWN) !== 0)
    throw badEntry(path, "is packed in a way that is not known here");
  if (method !== METHOD_STORED && method !== METHOD_DEFLATED) {
    throw badEntry(path, `is packed with method ${method}; only deflate is read`);
  }
  if (extraFields(record.extra).includes(ZIP64_FIELD)) {
    throw badEntry(path, "is a zip64 entry, which no package needs");
  }
  if (method === METHOD_STORED && packedBytes !== plainBytes) {
    throw badEntry(path, "tells two sizes though it is not packed");
  }
}

/** Links, devices, pipes and sockets are no part of a plugin; permissions are not looked at. */
function requireFileOrFolder({ attributes }: CentralRecord, { path, isFolder }: EntryPath): void {
  const type = attributes >>> 28;
  const isPlain = type === TYPE_UNTOLD || type === (isFolder ? TYPE_FOLDER : TYPE_FILE);
  if (isPlain && (attributes & DOS_SPECIAL) === 0) return;
  throw badEntry(path, "is neither a file nor a folder (a link, or a device)");
}

/** Reads what stands before the data and answers where that begins. */
async function requireSameHeader(
  source: ByteSource,
  record: CentralRecord,
  path: string,
): Promise<number> {
  const fixed = await source.read(record.localOffset, LOCAL_BYTES);
  if (fixed.readUInt32LE(0) !== LOCAL_MARK) throw badEntry(path, "has no header before its data");
  const nameBytes = fixed.readUInt16LE(26);
  const nameAt = record.localOffset + LOCAL_BYTES;
  const name = await source.read(nameAt, nameBytes);
  // With a descriptor the sizes were not known yet when the header was written.
  const later = (record.flags & FLAG_DESCRIPTOR) !== 0;
  const same = (at: number, wanted: number) => {
    const told = fixed.readUInt32LE(at);
    return told === wanted || (later && told === 0);
  };
  const agrees =
    name.equals(record.name) &&
    fixed.readUInt16LE(6) === record.flags &&
    fixed.readUInt16LE(8) === record.method &&
    same(14, record.crc) &&
    same(18, record.packedBytes) &&
    same(22, record.plainBytes);
  if (!agrees) throw badEntry(path, "is told differently by its header and by the directory");
  return nameAt + nameBytes + fixed.readUInt16LE(28);
}

/** Between an entry's data and the next entry there is a descriptor, where announced, or nothing. */
async function requireDescriptor(
  source: ByteSource,
  record: CentralRecord,
  path: string,
  dataEnd: number,
  next: number,
): Promise<void> {
  const gap = next - dataEnd;
  if (gap < 0) throw badEntry(path, "overlaps what comes after it");
  if ((record.flags & FLAG_DESCRIPTOR) === 0) {
    if (gap === 0) return;
  } else if (gap === DESCRIPTOR_BYTES || gap === DESCRIPTOR_BYTES + 4) {
    const bytes = await source.read(dataEnd, gap);
    const fields = bytes.subarray(gap - DESCRIPTOR_BYTES);
    const agrees =
      (gap === DESCRIPTOR_BYTES || bytes.readUInt32LE(0) === DESCRIPTOR_MARK) &&
      fields.readUInt32LE(0) === record.crc &&
      fields.readUInt32LE(4) === record.packedBytes &&
      fields.readUInt32LE(8) === record.plainBytes;
    if (agrees) return;
  }
  throw badEntry(path, "does not end where its size says");
}
