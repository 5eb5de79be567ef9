/** What was given in a conversation a moment ago, so that it is not put before the same reader again. */
import type { Clock } from "#base";
import { MARK_KEEP_MS, MARKED_CONVERSATIONS_MAX, MARKS_MAX } from "./limits.ts";

/** Recall marks: in memory alone, for they hold for minutes. */
export class Marks {
  readonly #clock: Clock;
  /** By conversation, the one silent for longest first: what was given, and when. */
  readonly #given = new Map<string, Map<string, number>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the thing was given in this conversation a short while ago. */
  has(conversation: string, id: string): boolean {
    const at = this.#given.get(conversation)?.get(id);
    return at !== undefined && this.#clock.monotonic() - at < MARK_KEEP_MS;
  }

  /** Notes that these are given now. */
  set(conversation: string, ids: Iterable<string>): void {
    const marks = this.#given.get(conversation) ?? new Map<string, number>();
    this.#given.delete(conversation);
    this.#given.set(conversation, marks);
    const now = this.#clock.monotonic();
    for (const id of ids) {
      marks.delete(id);
      marks.set(id, now);
    }
    trim(marks, MARKS_MAX);
    trim(this.#given, MARKED_CONVERSATIONS_MAX);
  }
}

/** A map keeps the order in which things came: the oldest go first. */
function trim(map: Map<string, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}
