/** The same input again within 10 s: it is skipped, and its waiter gets the first one's outcome. */
import type { SayReply } from "#contract";
import type { Input } from "#kernel/state";
import { DUPLICATE_WINDOW_MS, DUPLICATES_MAX } from "../limits.ts";
import { laneOf } from "./job.ts";

interface Entry {
  readonly at: number;
  readonly outcome: Promise<SayReply>;
}

/**
 * By what an input is known again; undefined: it never is. A person who says "brighter" twice means
 * it twice, so that his texts are told apart by the client's own id alone.
 */
export function duplicateKey(input: Input): string | undefined {
  const { origin, messageId, text } = input;
  if (origin === "person" && messageId === undefined) return undefined;
  return `${laneOf(input)}\u0000${origin}\u0000${messageId ?? ""}\u0000${text}`;
}

/** The inputs of the last 10 s. */
export class Duplicates {
  /** Oldest first. */
  readonly #recent = new Map<string, Entry>();

  /** The outcome of the same input a moment ago. */
  find(key: string, now: number): Promise<SayReply> | undefined {
    for (const [old, { at }] of this.#recent) {
      if (now - at <= DUPLICATE_WINDOW_MS) break;
      this.#recent.delete(old);
    }
    return this.#recent.get(key)?.outcome;
  }

  /** One that fails is forgotten, so that its sender may try again at once. */
  remember(key: string, outcome: Promise<SayReply>, now: number): void {
    const entry = { at: now, outcome };
    this.#recent.set(key, entry);
    outcome.catch(() => {
      if (this.#recent.get(key) === entry) this.#recent.delete(key);
    });
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > DUPLICATES_MAX && oldest !== undefined) this.#recent.delete(oldest);
  }
}
