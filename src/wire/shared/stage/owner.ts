/** Who takes part: a process by its start, its region, and which of its handlers has the lock. */

const SERIAL_BITS = 12;
const SERIAL_MAX = (1 << SERIAL_BITS) - 1;
/** Tokens stay below this, so that the lock's word stays positive. */
export const OWNER_TOKEN_MAX = (1 << (31 - SERIAL_BITS)) - 1;

/** One start of a process. Its process number may come again, its token does not. */
export interface StageOwner {
  readonly token: number;
  /** The region of each frame that it writes into. */
  readonly region: number;
}

export const KERNEL_OWNER: StageOwner = { token: 1, region: 0 };

/** The lock's word for the `count`-th handler of a process. */
export function ownerWord({ token }: StageOwner, count: number): number {
  return (token << SERIAL_BITS) | ((count % SERIAL_MAX) + 1);
}

/** The process that a word names. */
export function tokenOf(word: number): number {
  return word >>> SERIAL_BITS;
}
