/** Chance from a seed, in the forms that the simulation asks for. */
import { seededRandom } from "#base";

/** Repeatable chance. */
export interface Dice {
  chance(probability: number): boolean;
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  pick<T>(values: readonly T[]): T;
}

/** Dice that fall the same for the same seed. */
export function createDice(seed: number): Dice {
  const random = seededRandom(seed);
  const below = (end: number) => Math.floor(random.next() * end);
  return {
    chance: (probability) => random.next() < probability,
    below,
    pick<T>(values: readonly T[]): T {
      if (values.length === 0) throw new Error("nothing to pick from");
      return values[below(values.length)] as T;
    },
  };
}
