/** Notices that a model goes round in circles: the same call with the same arguments (F06). */
import type { ToolCall } from "#contract";
import { IDENTICAL_CALLS_MAX } from "../limits.ts";

/** Counts the calls of one turn. */
export class Repeats {
  readonly #seen = new Map<string, number>();

  /** Counts a call; true when it was asked for once too often. */
  isTooMany({ name, arguments: args }: ToolCall): boolean {
    const key = `${name} ${JSON.stringify(sorted(args))}`;
    const count = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, count);
    return count >= IDENTICAL_CALLS_MAX;
  }
}

/** The order in which a model writes the fields makes no other call of it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
