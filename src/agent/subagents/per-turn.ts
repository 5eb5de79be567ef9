/** Counts what one turn has done already, so that no model goes on without end (F06). */
import { COUNTED_TURNS_MAX } from "./limits.ts";

/** A count for each of the newest turns. */
export class PerTurn {
  readonly #max: number;
  /** Oldest first. */
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts one more; false where the turn has had its share. */
  take(turnId: string): boolean {
    const count = this.#counts.get(turnId) ?? 0;
    if (count >= this.#max) return false;
    this.#counts.delete(turnId);
    this.#counts.set(turnId, count + 1);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > COUNTED_TURNS_MAX && oldest !== undefined) this.#counts.delete(oldest);
    return true;
  }
}
