/** The page that a reader writes: whether it waits, for which types, and how far it has read. */
import { createSharedMemory, openSharedMemory, type SharedMemory } from "../shared-memory.ts";

const PAGE_BYTES = 4096;
const WAITING = 0;
const MASK = 1;
const CURSOR = 2;

/**
 * A page between the kernel and one reader. The reader may write what it likes: all that the kernel
 * makes of it is whether to send a wake-up, and a figure for people.
 */
export class WaitingPage implements Disposable {
  readonly #memory: SharedMemory;
  readonly #words: Int32Array;

  constructor(memory: SharedMemory) {
    this.#memory = memory;
    this.#words = new Int32Array(memory.buffer, 0, 16);
  }

  get descriptor(): number {
    return this.#memory.descriptor;
  }

  /** Kernel: whether the reader waits for one of these types. */
  isWaitingFor(types: number): boolean {
    if (Atomics.load(this.#words, WAITING) === 0) return false;
    return (Atomics.load(this.#words, MASK) & types) !== 0;
  }

  /** Reader: says that it is about to wait. It must look at the ring once more before it does. */
  announce(mask: number): void {
    Atomics.store(this.#words, MASK, mask);
    Atomics.store(this.#words, WAITING, 1);
  }

  /** Either side: nobody needs to be woken any more. */
  clear(): void {
    Atomics.store(this.#words, WAITING, 0);
  }

  /** Reader: the sequence that it will read next. */
  tellCursor(cursor: number): void {
    Atomics.store(this.#words, CURSOR, cursor);
  }

  /** Kernel: what the reader says about its place, which need not be true. */
  get cursor(): number {
    return Atomics.load(this.#words, CURSOR);
  }

  closeDescriptor(): void {
    this.#memory.closeDescriptor();
  }

  [Symbol.dispose](): void {
    this.#memory[Symbol.dispose]();
  }
}

/** Kernel: makes a page for one reader. */
export function createWaitingPage(): WaitingPage {
  return new WaitingPage(createSharedMemory("homeagent-reader", PAGE_BYTES, "writable"));
}

/** Reader: opens the page that was handed down. */
export function openWaitingPage(descriptor: number): WaitingPage {
  return new WaitingPage(openSharedMemory(descriptor, "write"));
}
