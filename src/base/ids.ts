/** Ids as a parameter: short, sortable within a run, unique across runs. */
import { secretHex } from "./random.ts";

/** Makes ids such as `t_1` (turn), `c_1` (tool call), `m_1` (device command). */
export interface Ids {
  next(prefix: string): string;
}

/** Ids that count up from 1 for each prefix; for tests. */
export function countingIds(): Ids {
  const counters = new Map<string, number>();
  return {
    next(prefix) {
      const count = (counters.get(prefix) ?? 0) + 1;
      counters.set(prefix, count);
      return `${prefix}_${count}`;
    },
  };
}

/** Ids of one run of the hub: `t_3f2a9c_1`. The run's part keeps them unique across restarts. */
export function runIds(run: string = secretHex(3)): Ids {
  const counting = countingIds();
  return { next: (prefix) => counting.next(`${prefix}_${run}`) };
}
