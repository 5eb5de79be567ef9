/** Writes a zip archive that is the same, byte for byte, whenever its files are. */
import { crc32, deflateRawSync } from "node:zlib";
import {
  CENTRAL_BYTES,
  CENTRAL_MARK,
  END_BYTES,
  END_MARK,
  FLAG_UTF8,
  LOCAL_BYTES,
  LOCAL_MARK,
  METHOD_DEFLATED,
  METHOD_STORED,
} from "./zip-format.ts";

/** A file of an archive. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The first day that the format can tell, for every file: when it was packed is nobody's business. */
const FIRST_DAY = 0x0021;
/** "Version 2.0, made on Unix", and a plain file that all may read. */
const MADE_BY = 0x0314;
const VERSION_NEEDED = 20;
const PLAIN_FILE = (0o100644 << 16) >>> 0;
const LEVEL = 9;

/** The archive's bytes. Files are sorted by their path's bytes; folders need no entry. */
export function writeArchive(files: readonly ArchiveFile[]): Uint8Array {
  const sorted = [...files].sort((a, b) =>
    Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)),
  );
  const data: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of sorted) {
    const name = Buffer.from(path);
    const deflated = deflateRawSync(bytes, { level: LEVEL });
    const shrinks = deflated.length < bytes.length;
    const packed = shrinks ? deflated : bytes;
    const shared = sharedFields({
      method: shrinks ? METHOD_DEFLATED : METHOD_STORED,
      crc: crc32(bytes),
      packedBytes: packed.length,
      plainBytes: bytes.length,
      nameBytes: name.length,
    });
    data.push(localHeader(shared), name, Buffer.from(packed));
    directory.push(centralHeader(shared, offset), name);
    offset += LOCAL_BYTES + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  return Buffer.concat([...data, listed, endRecord(sorted.length, listed.length, offset)]);
}

/** What both headers of an entry say, from "version needed" to the length of its extra fields. */
function sharedFields(entry: {
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly plainBytes: number;
  readonly nameBytes: number;
}): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION_NEEDED, 0);
  fields.writeUInt16LE(FLAG_UTF8, 2);
  fields.writeUInt16LE(entry.method, 4);
  fields.writeUInt16LE(FIRST_DAY, 8);
  fields.writeUInt32LE(entry.crc, 10);
  fields.writeUInt32LE(entry.packedBytes, 14);
  fields.writeUInt32LE(entry.plainBytes, 18);
  fields.writeUInt16LE(entry.nameBytes, 22);
  return fields;
}

function localHeader(shared: Buffer): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL_MARK, 0);
  shared.copy(header, 4);
  return header;
}

function centralHeader(shared: Buffer, localOffset: number): Buffer {
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(CENTRAL_MARK, 0);
  header.writeUInt16LE(MADE_BY, 4);
  shared.copy(header, 6);
  header.writeUInt32LE(PLAIN_FILE, 38);
  header.writeUInt32LE(localOffset, 42);
  return header;
}

function endRecord(entries: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END_MARK, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(directoryBytes, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}
