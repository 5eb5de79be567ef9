/** Who holds the lock or compacts, in one word: a process by its start, and which of its handlers. */

const SERIAL_BITS = 12;
const SERIAL_MAX = (1 << SERIAL_BITS) - 1;
/** Tokens stay below this, so that the word stays positive. */
export const OWNER_TOKEN_MAX = (1 << (31 - SERIAL_BITS)) - 1;
/** The kernel's own. */
export const KERNEL_TOKEN = 1;

/** The word for the `count`-th handler of a process. */
export function ownerWord(token: number, count: number): number {
  return (token << SERIAL_BITS) | ((count % SERIAL_MAX) + 1);
}

/** The process that a word names. */
export function tokenOf(word: number): number {
  return word >>> SERIAL_BITS;
}
