/** The media arena in a child: the bytes of the pieces that the kernel gave it. */
import { problem } from "#contract";
import { openSharedMemory } from "../shared-memory.ts";
import type { ArenaPiece } from "./arena.ts";

/** A mapping of the arena. Disposing unmaps it; views of pieces are empty from then on. */
export interface MediaWindow extends Disposable {
  /** The bytes of a piece, to read and write in place. */
  view(piece: ArenaPiece): Uint8Array<ArrayBuffer>;
}

/** Opens the arena that the hub handed down. */
export function openMediaWindow(descriptor: number): MediaWindow {
  const memory = openSharedMemory(descriptor, "write");
  return {
    view({ offset, lengthBytes }) {
      if (!memory.isOpen) throw problem("CONFLICT", "the media arena is closed");
      return new Uint8Array(memory.buffer, offset, lengthBytes);
    },
    [Symbol.dispose]: () => memory[Symbol.dispose](),
  };
}
