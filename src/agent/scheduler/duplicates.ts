/** The same input again: it is skipped, and its waiter gets the first one's outcome. */
import type { SayReply } from "#contract";
import type { Input } from "#kernel/state";
import { DUPLICATE_WINDOW_MS, DUPLICATES_MAX } from "../limits.ts";
import { laneOf } from "./job.ts";

interface Entry {
  /** When it came; one that is known by its sender's id: when it ended. */
  readonly at: number;
  readonly outcome: Promise<SayReply>;
  /** Its sender knows it by an id, and it has not ended yet. */
  readonly isHeld: boolean;
}

/** What an input is known again by. */
export interface DuplicateKey {
  readonly text: string;
  /** Whether its sender gave it an id: then a repeat is one for certain, however late it comes. */
  readonly isNamed: boolean;
}

/**
 * By what an input is known again; undefined: it never is. A person who says "brighter" twice means
 * it twice, so that his texts are told apart by the client's own id alone.
 */
export function duplicateKey(input: Input): DuplicateKey | undefined {
  const { origin, messageId, text, media = [] } = input;
  if (origin === "person" && messageId === undefined) return undefined;
  // Two pictures without a word are two.
  const shown = media.map(({ digest }) => digest).join();
  return {
    text: `${laneOf(input)}\u0000${origin}\u0000${messageId ?? ""}\u0000${shown}\u0000${text}`,
    isNamed: messageId !== undefined,
  };
}

/** The inputs of the last 10 s, and those with an id that are still under way. */
export class Duplicates {
  readonly #now: () => number;
  /** Oldest first, but for those that are held. */
  readonly #recent = new Map<string, Entry>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The outcome of the same input a moment ago. */
  find({ text }: DuplicateKey): Promise<SayReply> | undefined {
    const now = this.#now();
    for (const [old, { at, isHeld }] of this.#recent) {
      if (now - at <= DUPLICATE_WINDOW_MS) break;
      if (!isHeld) this.#recent.delete(old);
    }
    const entry = this.#recent.get(text);
    const isRecent = entry && (entry.isHeld || now - entry.at <= DUPLICATE_WINDOW_MS);
    return isRecent ? entry.outcome : undefined;
  }

  /** One that fails is forgotten, so that its sender may try again at once. */
  remember({ text, isNamed }: DuplicateKey, outcome: Promise<SayReply>): void {
    const entry = { at: this.#now(), outcome, isHeld: isNamed };
    this.#put(text, entry);
    const isMine = () => this.#recent.get(text) === entry;
    outcome.then(
      () => {
        // A phone that lost its network while a long answer was made comes back after it.
        if (isNamed && isMine()) this.#put(text, { at: this.#now(), outcome, isHeld: false });
      },
      () => {
        if (isMine()) this.#recent.delete(text);
      },
    );
  }

  /** Puts an entry behind all others; where there are too many the oldest goes. */
  #put(text: string, entry: Entry): void {
    this.#recent.delete(text);
    this.#recent.set(text, entry);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > DUPLICATES_MAX && oldest !== undefined) this.#recent.delete(oldest);
  }
}
