/** A memory barrier, which the language lacks: nothing moves across it, in either direction. */

const word = new Int32Array(1);

/**
 * A sequentially consistent store and load of the same word: on x86-64 a locked instruction, on
 * arm64 a store-release followed by a load-acquire, which keep every earlier access before every
 * later one. For a compiler both are writes, so that it keeps no value in a register across them.
 *
 * Readers of memory that is mapped only for reading need it: there `Atomics.load` cannot be used,
 * because the engine's optimizing compiler turns it into an addition of zero, a write, which ends
 * the process.
 */
export function fence(): void {
  Atomics.store(word, 0, 0);
  Atomics.load(word, 0);
}
