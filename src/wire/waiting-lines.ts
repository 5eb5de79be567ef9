/** Lines that wait in order, of which the oldest notifications may be dropped out of the middle. */

/** The waiting lines of an outbox. */
export interface WaitingLines {
  /** Characters of all lines that wait. */
  readonly chars: number;
  push(line: string, droppable: boolean): void;
  /** Drops the oldest droppable line; false when there is none. */
  dropOldest(): boolean;
  /** Takes lines in order until `charsMax` is reached; at least one when any waits. */
  takeUpTo(charsMax: number): string;
  clear(): void;
}

/** A queue whose head moves without shifting the whole array each time. */
class Fifo {
  #items: { readonly order: number; readonly line: string }[] = [];
  #head = 0;

  get oldest() {
    return this.#items[this.#head];
  }

  push(order: number, line: string) {
    this.#items.push({ order, line });
  }

  shift(): string {
    const line = this.oldest?.line ?? "";
    this.#head += 1;
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return line;
  }

  clear() {
    this.#items = [];
    this.#head = 0;
  }
}

/** Makes an empty set of waiting lines. Two queues, so that dropping costs no search. */
export function createWaitingLines(): WaitingLines {
  const kept = new Fifo();
  const droppable = new Fifo();
  let order = 0;
  let chars = 0;

  const shiftOldest = (): string => {
    const a = kept.oldest?.order ?? Number.POSITIVE_INFINITY;
    const b = droppable.oldest?.order ?? Number.POSITIVE_INFINITY;
    return a < b ? kept.shift() : droppable.shift();
  };

  return {
    get chars() {
      return chars;
    },
    push(line, mayDrop) {
      (mayDrop ? droppable : kept).push(order, line);
      order += 1;
      chars += line.length;
    },
    dropOldest() {
      if (!droppable.oldest) return false;
      chars -= droppable.shift().length;
      return true;
    },
    takeUpTo(charsMax) {
      let text = "";
      while (chars > 0 && text.length < charsMax) {
        const line = shiftOldest();
        text += line;
        chars -= line.length;
      }
      return text;
    },
    clear() {
      kept.clear();
      droppable.clear();
      chars = 0;
    },
  };
}
