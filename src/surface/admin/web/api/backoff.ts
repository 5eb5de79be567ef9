/** How long to wait before the next try: doubling, bounded, with jitter so that a house does not knock in step. */

const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/** The wait before try number `attempt` (0 for the first), between half and all of its step. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const step = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(step / 2 + (step / 2) * random());
}
