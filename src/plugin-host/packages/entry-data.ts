/** The bytes of an entry as they come out, held to what was promised while they do. */
import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import type { ByteSource } from "./byte-source.ts";
import { CHUNK_BYTES } from "./limits.ts";
import { badEntry } from "./refusal.ts";
import type { ArchiveEntry } from "./zip-archive.ts";

/**
 * Yields the plain bytes of a file. Throws `PACKAGE_INVALID` as soon as more comes out than the archive
 * told (a bomb that lies), and at the end for fewer, or others.
 */
export async function* plainBytes(
  source: ByteSource,
  entry: ArchiveEntry,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  let crc = 0;
  const pieces = entry.deflated ? inflated(source, entry) : packed(source, entry);
  for await (const piece of pieces) {
    signal.throwIfAborted();
    bytes += piece.length;
    if (bytes > entry.plainBytes) throw badEntry(entry.path, "is larger than it says");
    crc = crc32(piece, crc);
    yield piece;
  }
  if (bytes !== entry.plainBytes) throw badEntry(entry.path, "is smaller than it says");
  if (crc !== entry.crc) throw badEntry(entry.path, "is damaged: its checksum does not fit");
}

async function* packed(
  source: ByteSource,
  { dataOffset, packedBytes }: ArchiveEntry,
): AsyncGenerator<Buffer, void, undefined> {
  for (let done = 0; done < packedBytes; done += CHUNK_BYTES) {
    yield await source.read(dataOffset + done, Math.min(CHUNK_BYTES, packedBytes - done));
  }
}

async function* inflated(
  source: ByteSource,
  entry: ArchiveEntry,
): AsyncGenerator<Buffer, void, undefined> {
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  // The reader below hears of failures; this end only closes what is left open when he leaves.
  pipeline(Readable.from(packed(source, entry)), inflate, () => undefined);
  try {
    for await (const piece of inflate) yield piece as Buffer;
  } catch (cause) {
    throw badEntry(entry.path, `cannot be unpacked (${String((cause as Error).message)})`);
  }
  if (inflate.bytesWritten !== entry.packedBytes) {
    throw badEntry(entry.path, "has bytes after the end of its data");
  }
}
