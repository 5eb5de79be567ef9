/** Where inputs wait: for each level a queue, and behind a full one a line of senders that hold back. */
import { INPUT_QUEUE_MAX, SENDERS_WAITING_MAX } from "../limits.ts";
import type { Job } from "./job.ts";

interface Line {
  readonly queue: Job[];
  readonly senders: Job[];
}

/** The waiting inputs of all levels. */
export class WaitingRoom {
  /** Highest level first. */
  readonly #lines: readonly Line[] = [4, 3, 2, 1].map(() => ({ queue: [], senders: [] }));
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a job at the end of its level. False when too many senders wait already. */
  add(job: Job): boolean {
    const { queue, senders } = this.#lineOf(job);
    if (queue.length < INPUT_QUEUE_MAX) {
      queue.push(job);
      job.input.onQueued?.();
    } else if (senders.length < SENDERS_WAITING_MAX) senders.push(job);
    else return false;
    this.#size += 1;
    return true;
  }

  /** Takes a job out; the first sender gets its place. Nothing happens where it does not wait. */
  remove(job: Job): void {
    if (this.#size === 0) return;
    const { queue, senders } = this.#lineOf(job);
    if (!take(queue, job)) {
      if (take(senders, job)) this.#size -= 1;
      return;
    }
    this.#size -= 1;
    const next = senders.shift();
    if (!next) return;
    queue.push(next);
    next.input.onQueued?.();
  }

  /** All that wait: the highest level first, in it whoever came first. */
  *jobs(): Generator<Job> {
    for (const { queue, senders } of this.#lines) {
      yield* queue;
      yield* senders;
    }
  }

  /** How many wait in the queues, and how many before them. */
  depth(): { readonly queued: number; readonly sending: number } {
    const sending = this.#lines.reduce((sum, { senders }) => sum + senders.length, 0);
    return { queued: this.#size - sending, sending };
  }

  #lineOf({ base }: Job): Line {
    const line = this.#lines[4 - base];
    if (!line) throw new RangeError(`level ${base}`);
    return line;
  }
}

function take(line: Job[], job: Job): boolean {
  const position = line.indexOf(job);
  if (position < 0) return false;
  line.splice(position, 1);
  return true;
}
