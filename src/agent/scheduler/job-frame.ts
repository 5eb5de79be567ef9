/** A turn's hold on its place: what it may ask of the loop while it runs. */
import type { SayReply } from "#contract";
import type { Job } from "./job.ts";
import type { Frame, Injected } from "./types.ts";

/** Decides whether a turn that stands between two steps has to wait, and until when. */
export type Pause = (job: Job) => Promise<void> | undefined;

const NONE: readonly Injected[] = [];

/** The frame of one job. */
export class JobFrame implements Frame {
  readonly #job: Job;
  readonly #pause: Pause;

  constructor(job: Job, pause: Pause) {
    this.#job = job;
    this.#pause = pause;
  }

  get turnId(): string {
    return this.#job.turnId;
  }

  get signal(): AbortSignal {
    return this.#job.signal;
  }

  pause(): Promise<void> | undefined {
    return this.#pause(this.#job);
  }

  openCall(): AbortSignal {
    const call = new AbortController();
    if (this.#job.signal.aborted) call.abort(this.#job.signal.reason);
    this.#job.call = call;
    return call.signal;
  }

  closeCall(): void {
    this.#job.call = undefined;
  }

  takeInjected(): readonly Injected[] {
    if (this.#job.injected.length === 0) return NONE;
    const told = this.#job.injected.filter((job) => !job.isEnded);
    this.#job.injected = [];
    this.#job.hosted.push(...told);
    return told.map((job) => ({ input: job.input, answer: (reply) => job.succeed(reply) }));
  }

  reply(reply: SayReply): void {
    this.#job.succeed(reply);
  }
}
