/**
 * A piece of memory that several processes map: made and sealed here, opened in a child. Disposing
 * takes the bytes away from every view before it unmaps them, so that whoever still holds a view
 * gets an error of the language and never reads memory that is gone (F44).
 */

import { type Pointer, toArrayBuffer } from "bun:ffi";
import { closeSync, fstatSync } from "node:fs";
import { problem } from "#contract";
import { addressOf, lastErrorName, linux, requireDone } from "./linux.ts";

const MFD_CLOEXEC = 1;
const MFD_ALLOW_SEALING = 2;
/** Not executable, for good; kernels before 6.3 do not know it. It allows sealing by itself. */
const MFD_NOEXEC_SEAL = 8;
const F_ADD_SEALS = 1033;
const F_SEAL_SEAL = 1;
const F_SEAL_SHRINK = 2;
const F_SEAL_GROW = 4;
const F_SEAL_FUTURE_WRITE = 16;
const PROT_READ = 1;
const PROT_WRITE = 2;
const MAP_SHARED = 1;
const KEEP_SIZE = 1;
const PUNCH_HOLE = 2;

/** Who may still map the memory for writing: every process that gets the descriptor, or nobody. */
export type Sharing = "writable" | "read_only";

/** Mapped memory. Disposing unmaps it and closes the descriptor. */
export class SharedMemory implements Disposable {
  readonly sizeBytes: number;
  /** All of it; without bytes once disposed. */
  readonly buffer: ArrayBuffer;
  readonly #address: number;
  #descriptor: number | undefined;
  #isOpen = true;

  constructor(descriptor: number, address: number, sizeBytes: number) {
    this.#descriptor = descriptor;
    this.#address = address;
    this.sizeBytes = sizeBytes;
    this.buffer = toArrayBuffer(address as Pointer, 0, sizeBytes);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** To hand down to a child. Throws when it is closed already. */
  get descriptor(): number {
    if (this.#descriptor === undefined) throw problem("CONFLICT", "the shared memory is closed");
    return this.#descriptor;
  }

  /** Closes the descriptor and keeps the mapping. */
  closeDescriptor(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** Backs a range with real memory. False where the system has none: touching it would kill us. */
  commit(offset: number, lengthBytes: number): boolean {
    return linux().fallocate(this.descriptor, 0, offset, lengthBytes) === 0;
  }

  /** Gives the memory of a range back to the system; it reads as zeros from then on. */
  discard(offset: number, lengthBytes: number): void {
    const mode = PUNCH_HOLE | KEEP_SIZE;
    requireDone("fallocate", linux().fallocate(this.descriptor, mode, offset, lengthBytes));
  }

  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    // Detaches: every typed array over it is empty from here on.
    this.buffer.transfer(0);
    linux().munmap(this.#address, this.sizeBytes);
    this.closeDescriptor();
  }
}

/** Makes memory of a fixed size that no process can shrink, grow or unseal; pages cost when touched. */
export function createSharedMemory(
  name: string,
  sizeBytes: number,
  sharing: Sharing,
): SharedMemory {
  using undo = new DisposableStack();
  const descriptor = createDescriptor(name);
  undo.defer(() => closeSync(descriptor));
  requireDone("ftruncate", linux().ftruncate(descriptor, sizeBytes));
  const address = map(descriptor, sizeBytes, PROT_READ | PROT_WRITE);
  undo.defer(() => linux().munmap(address, sizeBytes));
  // After our own mapping: the last seal refuses every writable mapping that comes later.
  const closed = sharing === "read_only" ? F_SEAL_FUTURE_WRITE : 0;
  const seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL | closed;
  requireDone("sealing", linux().fcntl(descriptor, F_ADD_SEALS, seals));
  undo.move();
  return new SharedMemory(descriptor, address, sizeBytes);
}

/** Opens memory that another process handed down. It owns the descriptor from then on. */
export function openSharedMemory(descriptor: number, access: "read" | "write"): SharedMemory {
  const sizeBytes = fstatSync(descriptor).size;
  if (sizeBytes === 0) {
    throw problem("INVALID_PARAMS", `descriptor ${descriptor} is no shared memory`);
  }
  const protection = access === "read" ? PROT_READ : PROT_READ | PROT_WRITE;
  return new SharedMemory(descriptor, map(descriptor, sizeBytes, protection), sizeBytes);
}

function createDescriptor(name: string): number {
  const text = addressOf(Buffer.from(`${name}\0`));
  const made = linux().memfd_create(text, MFD_CLOEXEC | MFD_NOEXEC_SEAL);
  if (made >= 0 || lastErrorName() !== "EINVAL") return requireDone("memfd_create", made);
  return requireDone("memfd_create", linux().memfd_create(text, MFD_CLOEXEC | MFD_ALLOW_SEALING));
}

function map(descriptor: number, sizeBytes: number, protection: number): number {
  return requireDone("mmap", linux().mmap(0, sizeBytes, protection, MAP_SHARED, descriptor, 0));
}
