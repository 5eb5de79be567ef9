/** Bytes that are read here and there: a file on the disk, or what is in memory already. */
import type { FileHandle } from "node:fs/promises";
import { badPackage } from "./refusal.ts";

/** A fixed run of bytes. */
export interface ByteSource {
  readonly size: number;
  /** Exactly `length` bytes from `offset` on. Throws `PACKAGE_INVALID` where they end before. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** The bytes of an open file; the file stays its opener's to close. */
export function fileBytes(file: FileHandle, size: number): ByteSource {
  return {
    size,
    async read(offset, length) {
      requireInside(size, offset, length);
      const buffer = Buffer.allocUnsafe(length);
      for (let filled = 0; filled < length; ) {
        const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled);
        if (bytesRead === 0) throw badPackage("ends in the middle");
        filled += bytesRead;
      }
      return buffer;
    },
  };
}

/** Bytes in memory. */
export function memoryBytes(bytes: Uint8Array): ByteSource {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    size: whole.length,
    read(offset, length) {
      requireInside(whole.length, offset, length);
      return Promise.resolve(whole.subarray(offset, offset + length));
    },
  };
}

function requireInside(size: number, offset: number, length: number): void {
  if (offset < 0 || length < 0 || offset + length > size) throw badPackage("ends in the middle");
}
