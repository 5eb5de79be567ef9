/**
 * Notices (a terminal's output, a sensor's chatter) become one background turn for many: 2 KiB or
 * 2 s, and never a second while the first is worked on. One turn each starved the talk (F02).
 */
import type { Clock } from "#base";
import {
  NOTICE_BACKLOG_CHARS_MAX,
  NOTICE_BATCH_BYTES,
  NOTICE_BATCH_MS,
  NOTICE_CONVERSATIONS_MAX,
} from "../limits.ts";
import type { Job } from "./job.ts";
import { tooManyNotices } from "./refusals.ts";

/** Begins the turn of a batch; its outcome is that of all `members`. */
export type BatchRunner = (members: readonly Job[], text: string) => Job;

interface Gathering {
  readonly jobs: Job[];
  bytes: number;
  dropped: number;
  timer: Disposable | undefined;
  isDue: boolean;
  isRunning: boolean;
}

/** Gathers notices by conversation. Disposing ends the timers; the notices end with the loop. */
export class Notices implements Disposable {
  readonly #clock: Clock;
  readonly #run: BatchRunner;
  readonly #gatherings = new Map<string, Gathering>();

  constructor(clock: Clock, run: BatchRunner) {
    this.#clock = clock;
    this.#run = run;
  }

  /** Takes a notice. One that finds no room ends with `BUSY`. */
  add(job: Job): void {
    const known = this.#gatherings.get(job.lane);
    if (!known && this.#gatherings.size >= NOTICE_CONVERSATIONS_MAX) {
      job.fail(tooManyNotices());
      return;
    }
    const gathering = known ?? newGathering();
    this.#gatherings.set(job.lane, gathering);
    gathering.jobs.push(job);
    gathering.bytes += Buffer.byteLength(job.input.text);
    job.input.onQueued?.();
    dropOldest(gathering);
    gathering.timer ??= this.#clock.after(NOTICE_BATCH_MS, () => {
      gathering.isDue = true;
      this.#flush(job.lane, gathering);
    });
    if (gathering.bytes >= NOTICE_BATCH_BYTES) this.#flush(job.lane, gathering);
  }

  [Symbol.dispose](): void {
    for (const { timer } of this.#gatherings.values()) timer?.[Symbol.dispose]();
    this.#gatherings.clear();
  }

  #flush(lane: string, gathering: Gathering): void {
    if (gathering.isRunning) return;
    gathering.timer?.[Symbol.dispose]();
    const members = gathering.jobs.splice(0).filter((job) => !job.isEnded);
    const { dropped } = gathering;
    Object.assign(gathering, { ...newGathering(), jobs: gathering.jobs });
    if (members.length === 0) {
      this.#gatherings.delete(lane);
      return;
    }
    gathering.isRunning = true;
    const texts = members.map(({ input }) => input.text);
    if (dropped > 0) texts.unshift(`[${dropped} earlier notices left out]`);
    const batch = this.#run(members, texts.join("\n"));
    const settled = () => {
      gathering.isRunning = false;
      if (gathering.jobs.length === 0) {
        if (this.#gatherings.get(lane) === gathering) this.#gatherings.delete(lane);
      } else if (gathering.isDue || gathering.bytes >= NOTICE_BATCH_BYTES) {
        this.#flush(lane, gathering);
      }
    };
    batch.outcome.then(settled, settled);
  }
}

const newGathering = (): Gathering => ({
  jobs: [],
  bytes: 0,
  dropped: 0,
  timer: undefined,
  isDue: false,
  isRunning: false,
});

/** While one batch is worked on the next must not grow without end, nor past what an input may be. */
function dropOldest(gathering: Gathering): void {
  const { jobs } = gathering;
  let chars = jobs.reduce((sum, { input }) => sum + input.text.length + 1, 0);
  while (chars > NOTICE_BACKLOG_CHARS_MAX && jobs.length > 1) {
    const oldest = jobs.shift();
    if (!oldest) return;
    chars -= oldest.input.text.length + 1;
    if (oldest.isEnded) continue;
    gathering.dropped += 1;
    oldest.fail(tooManyNotices());
  }
}
