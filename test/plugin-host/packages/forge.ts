/** Zip archives by hand: honest unless told otherwise, field by field, so that each lie stands alone. */
import { crc32, deflateRawSync } from "node:zlib";

/** What a header says of an entry. */
interface Told {
  readonly name: string | Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly plainBytes: number;
  readonly extra: Buffer;
}

/** An entry. What is not given is what an honest packer would write. */
export interface Forged extends Partial<Told> {
  readonly name: string | Buffer;
  readonly data?: string | Buffer;
  /** The bytes that stand for the data; by default what `method` makes of it. */
  readonly packed?: Buffer;
  readonly attributes?: number;
  readonly disk?: number;
  /** Where the directory says that it begins. */
  readonly localOffset?: number;
  /** What the header before the data says otherwise. */
  readonly local?: Partial<Told>;
  /** Bytes after the data: a descriptor, or none. */
  readonly descriptor?: Buffer;
  /** Listed in the directory, with nothing of its own before it. */
  readonly listedOnly?: boolean;
}

/** What is wrong with the whole of it. */
export interface ForgedArchive {
  readonly before?: Buffer;
  readonly beforeDirectory?: Buffer;
  readonly beforeEnd?: Buffer;
  readonly after?: Buffer;
  /** Bytes of the end record to write over: offset → value as 16 bits. */
  readonly end?: Readonly<Record<number, number>>;
}

export const FILE = 0o100644 << 16;

/** The archive of some entries. */
export function forge(entries: readonly Forged[], archive: ForgedArchive = {}): Buffer {
  const before = archive.before ?? Buffer.alloc(0);
  const parts: Buffer[] = [before];
  const directory: Buffer[] = [];
  let offset = before.length;
  for (const entry of entries) {
    const told = honest(entry);
    const at = entry.localOffset ?? offset;
    directory.push(central(told, entry, at));
    if (entry.listedOnly) continue;
    const written = [
      localHeader({ ...told, extra: Buffer.alloc(0), ...entry.local }),
      told.packed,
      entry.descriptor ?? Buffer.alloc(0),
    ];
    parts.push(...written);
    offset += written.reduce((sum, part) => sum + part.length, 0);
  }
  const listed = Buffer.concat(directory);
  const gap = archive.beforeDirectory ?? Buffer.alloc(0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset + gap.length, 16);
  for (const [at, value] of Object.entries(archive.end ?? {})) end.writeUInt16LE(value, Number(at));
  const beforeEnd = archive.beforeEnd ?? Buffer.alloc(0);
  return Buffer.concat([...parts, gap, listed, beforeEnd, end, archive.after ?? Buffer.alloc(0)]);
}

/** The descriptor that stands after an entry's data, with its mark. */
export function descriptor(entry: Forged): Buffer {
  const { crc, packedBytes, plainBytes } = honest(entry);
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packedBytes, 8);
  bytes.writeUInt32LE(plainBytes, 12);
  return bytes;
}

function honest(entry: Forged): Told & { readonly packed: Buffer } {
  const data = Buffer.from(entry.data ?? "");
  const method = entry.method ?? 8;
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(data) : data);
  return {
    name: entry.name,
    flags: entry.flags ?? 0x0800,
    method,
    crc: entry.crc ?? crc32(data),
    packedBytes: entry.packedBytes ?? packed.length,
    plainBytes: entry.plainBytes ?? data.length,
    extra: entry.extra ?? Buffer.alloc(0),
    packed,
  };
}

/** The fields that both headers share, from the version that is needed on. */
function shared(told: Told): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(told.flags, 2);
  fields.writeUInt16LE(told.method, 4);
  fields.writeUInt32LE(told.crc, 10);
  fields.writeUInt32LE(told.packedBytes, 14);
  fields.writeUInt32LE(told.plainBytes, 18);
  fields.writeUInt16LE(Buffer.from(told.name).length, 22);
  fields.writeUInt16LE(told.extra.length, 24);
  return fields;
}

function localHeader(told: Told): Buffer {
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(0x04034b50, 0);
  return Buffer.concat([mark, shared(told), Buffer.from(told.name), told.extra]);
}

function central(told: Told, entry: Forged, localOffset: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(0x0314, 4);
  shared(told).copy(header, 6);
  header.writeUInt16LE(0, 32);
  header.writeUInt16LE(entry.disk ?? 0, 34);
  header.writeUInt32LE((entry.attributes ?? FILE) >>> 0, 38);
  header.writeUInt32LE(localOffset, 42);
  return Buffer.concat([header, Buffer.from(told.name), told.extra]);
}
