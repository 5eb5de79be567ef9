/**
 * The arena for media bytes: the kernel hands out pieces of shared memory and takes them back. The
 * table of pieces lies in the kernel's own memory; a child has only numbers, which are checked
 * against their owner each time.
 *
 * The memory has its full size from the start and costs nothing until it is used: a size that can
 * change would let a child cut the file off under the kernel, whose next access would be its end.
 * What grows, step by step, is the part that pieces are taken from.
 */
import { problem } from "#contract";
import {
  ARENA_ALIGN_BYTES,
  ARENA_BYTES_MAX,
  ARENA_OWNER_BYTES_MAX,
  ARENA_STEP_BYTES,
} from "../limits.ts";
import { createSharedMemory, type SharedMemory } from "../shared-memory.ts";
import { FreeList } from "./free-list.ts";

/** A piece as its owner is told of it. */
export interface ArenaPiece {
  readonly handle: number;
  readonly offset: number;
  readonly lengthBytes: number;
}

export interface ArenaSize {
  readonly stepBytes: number;
  readonly bytesMax: number;
  readonly ownerBytesMax: number;
}

/** What the arena holds now. */
export interface ArenaFigures {
  readonly pieces: number;
  /** Bytes that owners hold, alignment included. */
  readonly usedBytes: number;
  /** Bytes that pieces are taken from at present. */
  readonly sizeBytes: number;
}

/** The arena as the kernel holds it. */
export interface MediaArena extends Disposable {
  readonly descriptor: number;
  readonly figures: ArenaFigures;
  /** Takes a piece of zeros for an owner. `TOO_LARGE` where it never fits, `BUSY` where it does not now. */
  allocate(owner: string, lengthBytes: number): ArenaPiece;
  /** A private copy of what stands in a piece: a child may go on writing to the piece itself. */
  read(owner: string, handle: number): Uint8Array<ArrayBuffer>;
  /** Puts bytes into a piece, from its beginning. */
  write(owner: string, handle: number, bytes: Uint8Array): void;
  /** Gives a piece back. `NOT_FOUND` for one that is not there or somebody else's. */
  free(owner: string, handle: number): void;
  /** Gives back all that an owner has; answers how many pieces that were. */
  releaseOwner(owner: string): number;
}

const SIZE: ArenaSize = {
  stepBytes: ARENA_STEP_BYTES,
  bytesMax: ARENA_BYTES_MAX,
  ownerBytesMax: ARENA_OWNER_BYTES_MAX,
};

/** Makes an arena. */
export function createMediaArena(size: ArenaSize = SIZE): MediaArena {
  return new Arena(createSharedMemory("homeagent-media", size.bytesMax, "writable"), size);
}

interface Held extends ArenaPiece {
  readonly owner: string;
  readonly heldBytes: number;
}

class Arena implements MediaArena {
  readonly #memory: SharedMemory;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #size: ArenaSize;
  readonly #free = new FreeList();
  readonly #held = new Map<number, Held>();
  #lastHandle = 0;

  constructor(memory: SharedMemory, size: ArenaSize) {
    this.#memory = memory;
    this.#bytes = new Uint8Array(memory.buffer);
    this.#size = size;
    this.#free.grow(Math.min(size.stepBytes, size.bytesMax));
  }

  get descriptor(): number {
    return this.#memory.descriptor;
  }

  get figures(): ArenaFigures {
    let usedBytes = 0;
    for (const { heldBytes } of this.#held.values()) usedBytes += heldBytes;
    return { pieces: this.#held.size, usedBytes, sizeBytes: this.#free.end };
  }

  allocate(owner: string, lengthBytes: number): ArenaPiece {
    const { bytesMax, ownerBytesMax } = this.#size;
    if (!Number.isSafeInteger(lengthBytes) || lengthBytes < 1) {
      throw problem("INVALID_PARAMS", "a piece of the arena has at least one byte");
    }
    const heldBytes = Math.ceil(lengthBytes / ARENA_ALIGN_BYTES) * ARENA_ALIGN_BYTES;
    const most = Math.min(bytesMax, ownerBytesMax);
    if (heldBytes > most)
      throw problem("TOO_LARGE", `a piece of the arena has at most ${most} bytes`);
    if (this.#heldBy(owner) + heldBytes > ownerBytesMax) {
      throw problem("BUSY", `"${owner}" holds as much of the arena as it may`, {
        hint: "free what is not needed any more",
      });
    }
    const offset = this.#take(heldBytes);
    this.#lastHandle += 1;
    const handle = this.#lastHandle;
    this.#held.set(handle, { owner, handle, offset, lengthBytes, heldBytes });
    return { handle, offset, lengthBytes };
  }

  read(owner: string, handle: number): Uint8Array<ArrayBuffer> {
    const { offset, lengthBytes } = this.#require(owner, handle);
    return this.#bytes.slice(offset, offset + lengthBytes);
  }

  write(owner: string, handle: number, bytes: Uint8Array): void {
    const { offset, lengthBytes } = this.#require(owner, handle);
    if (bytes.length > lengthBytes) {
      throw problem("TOO_LARGE", `${bytes.length} bytes do not fit into a piece of ${lengthBytes}`);
    }
    this.#bytes.set(bytes, offset);
  }

  free(owner: string, handle: number): void {
    this.#give(this.#require(owner, handle));
  }

  releaseOwner(owner: string): number {
    const theirs = [...this.#held.values()].filter((held) => held.owner === owner);
    for (const held of theirs) this.#give(held);
    return theirs.length;
  }

  [Symbol.dispose](): void {
    this.#held.clear();
    this.#memory[Symbol.dispose]();
  }

  #heldBy(owner: string): number {
    let bytes = 0;
    for (const held of this.#held.values()) if (held.owner === owner) bytes += held.heldBytes;
    return bytes;
  }

  /** The same answer for a piece that is not there and for one of somebody else. */
  #require(owner: string, handle: number): Held {
    const held = this.#held.get(handle);
    if (held?.owner === owner) return held;
    throw problem("NOT_FOUND", `"${owner}" has no piece ${handle} of the arena`);
  }

  #take(lengthBytes: number): number {
    let offset = this.#free.take(lengthBytes);
    while (offset === undefined) {
      const { stepBytes, bytesMax } = this.#size;
      const step = Math.min(stepBytes, bytesMax - this.#free.end);
      if (step <= 0) throw problem("BUSY", "the media arena is full", { hint: "try again later" });
      this.#free.grow(step);
      offset = this.#free.take(lengthBytes);
    }
    if (this.#memory.commit(offset, lengthBytes)) return offset;
    this.#free.give(offset, lengthBytes);
    throw problem("BUSY", "the system has no memory for media now", { hint: "try again later" });
  }

  #give({ handle, offset, heldBytes }: Held): void {
    this.#held.delete(handle);
    // The next owner finds zeros, and the system has its memory back.
    this.#memory.discard(offset, heldBytes);
    this.#free.give(offset, heldBytes);
    this.#free.shrink(this.#size.stepBytes);
  }
}
