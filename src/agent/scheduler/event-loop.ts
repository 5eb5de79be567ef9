/** The event loop: every input waits for its place, runs as a turn, and gets one terminal event. */
import { assert, CanceledError, type Clock, codeOf, type Ids, type Logger, TaskGroup } from "#base";
import { CONSOLIDATION_CHANNEL, type SayReply } from "#contract";
import type { Input } from "#kernel/state";
import { NESTED_DEPTH_MAX } from "../limits.ts";
import { untilAborted } from "../until-aborted.ts";
import { Duplicates, duplicateKey } from "./duplicates.ts";
import { tell } from "./interrupts.ts";
import { Job } from "./job.ts";
import { JobFrame } from "./job-frame.ts";
import { Notices } from "./notices.ts";
import { Places } from "./places.ts";
import { busy, refusalOf, tooDeep } from "./refusals.ts";
import type { EventLoop, LoopLoad, TurnRunner } from "./types.ts";
import { WaitingRoom } from "./waiting-room.ts";

/** What the loop stands on. */
export interface EventLoopOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Runs one turn; the loop knows nothing of what happens inside. */
  readonly run: TurnRunner;
}

/**
 * Makes the loop. Turns of one conversation run one after another, those of different conversations
 * side by side, so that one person's slow question never holds up another's light.
 */
export function createEventLoop(options: EventLoopOptions): EventLoop {
  return new Loop(options);
}

class Loop implements EventLoop {
  readonly #options: EventLoopOptions;
  /** Every input that has not had its terminal event, wherever it is: what a stop can mean. */
  readonly #live = new Set<Job>();
  readonly #waiting = new WaitingRoom();
  readonly #places = new Places();
  readonly #duplicates = new Duplicates(() => this.#now());
  readonly #notices: Notices;
  readonly #tasks: TaskGroup;
  readonly #onEnd = (job: Job) => this.#forget(job);
  readonly #pause = (job: Job) => this.#makeRoom(job);
  #sequence = 0;
  #cooldown: Disposable | undefined;
  #isClosed = false;

  constructor(options: EventLoopOptions) {
    this.#options = options;
    this.#tasks = new TaskGroup((error) => options.log.error("loop.task_failed", { error }));
    this.#notices = new Notices(options.clock, (members, text) => this.#runBatch(members, text));
  }

  submit(input: Input, signal: AbortSignal): Promise<SayReply> {
    const refusal = refusalOf(input);
    if (refusal) return Promise.reject(refusal);
    if (this.#isClosed) return Promise.reject(new CanceledError("shutdown"));
    if (signal.aborted) return Promise.reject(signal.reason);
    const parent = input.awaitedBy === undefined ? undefined : this.#places.turn(input.awaitedBy);
    // What a turn waits for may have the words of that very turn, whose outcome it must not wait for.
    const key = parent ? undefined : duplicateKey(input);
    const twin = key && this.#duplicates.find(key);
    if (twin) {
      input.onQueued?.();
      return untilAborted(twin, signal);
    }
    const job = this.#newJob(input, this.#now(), parent, signal);
    if (key) this.#duplicates.remember(key, job.outcome);
    this.#admit(job);
    return job.outcome;
  }

  stop(personId?: string): number {
    const isMeant = ({ input }: Job) =>
      personId === undefined ||
      (input.principal.personId === personId && input.channel !== CONSOLIDATION_CHANNEL);
    const meant = [...this.#live].filter(isMeant);
    for (const job of meant) this.#end(job, new CanceledError("stopped"));
    this.#fill();
    return meant.filter(({ isBatch }) => !isBatch).length;
  }

  load(): LoopLoad {
    const { running, suspended } = this.#places;
    return { running, suspended, ...this.#waiting.depth() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#notices[Symbol.dispose]();
    this.#cooldown?.[Symbol.dispose]();
    for (const job of [...this.#live]) this.#end(job, new CanceledError("shutdown"));
    await this.#tasks[Symbol.asyncDispose]();
  }

  #newJob(input: Input, now: number, parent?: Job, signal?: AbortSignal): Job {
    this.#sequence += 1;
    const job = new Job({ input, sequence: this.#sequence, now, parent, onEnd: this.#onEnd });
    this.#live.add(job);
    if (signal) job.listen(signal, (reason) => this.#hangUp(job, reason));
    return job;
  }

  /** The way that an input takes: with others of its kind, into a turn under way, or its own. */
  #admit(job: Job): void {
    const { input, parent } = job;
    if (input.isNotice) this.#notices.add(job);
    else if (parent) this.#startNested(job);
    else {
      const host = input.interrupt ? this.#places.underWay(job.lane) : undefined;
      if (!host || !tell(host, job)) this.#enqueue(job);
    }
  }

  #enqueue(job: Job): void {
    // Nobody waits: then there is nobody to be compared with, which is how it is in most homes.
    if (this.#waiting.size + this.#places.suspended === 0 && this.#places.isOpenFor(job)) {
      job.input.onQueued?.();
      this.#start(job);
    } else if (this.#waiting.add(job)) this.#fill();
    else job.fail(busy());
  }

  #startNested(job: Job): void {
    if (job.depth > NESTED_DEPTH_MAX || !this.#places.hasNestedRoom) {
      job.fail(tooDeep());
      return;
    }
    job.input.onQueued?.();
    this.#start(job);
  }

  /** Notices go in as one input; it ends all of them. */
  #runBatch(members: readonly Job[], text: string): Job {
    const [first] = members;
    assert(first, "a batch has a notice");
    const { channel, principal, origin, cause } = first.input;
    const input: Input = { text, channel, principal, origin, cause, level: 1 };
    this.#sequence += 1;
    const batch = new Job(
      { input, sequence: this.#sequence, now: this.#now(), onEnd: this.#onEnd },
      members,
    );
    for (const job of members) job.batch = batch;
    this.#live.add(batch);
    // Its members' callers hear of its end.
    batch.outcome.catch(() => undefined);
    this.#enqueue(batch);
    return batch;
  }

  /** Gives free places to whom they belong, then asks others to make room for whoever is higher. */
  #fill(): void {
    if (this.#waiting.size + this.#places.suspended === 0) return;
    while (this.#places.hasRoom) {
      const next = this.#places.next(this.#waiting.jobs(), this.#now());
      if (!next) break;
      this.#give(next);
    }
    this.#preempt();
  }

  /** A place, to one who goes on or to one who begins. */
  #give(job: Job): void {
    if (job.resume) this.#places.take(job, this.#now());
    else this.#start(job);
  }

  #start(job: Job): void {
    this.#waiting.remove(job);
    this.#places.take(job, this.#now());
    job.turnId = this.#options.ids.next("t");
    this.#tasks.run(() => this.#runTurn(job));
  }

  async #runTurn(job: Job): Promise<void> {
    try {
      await this.#options.run(job.input, new JobFrame(job, this.#pause));
      assert(job.isEnded, "a turn ended without a reply");
    } catch (error) {
      // Bugs are told here or nowhere; what is expected is the caller's to tell.
      if (codeOf(error) === "INTERNAL" && !job.signal.aborted) {
        this.#options.log.error("turn.failed", { turnId: job.turnId, error });
      }
      job.fail(error);
    } finally {
      this.#leave(job);
    }
  }

  #leave(job: Job): void {
    this.#places.leave(job);
    // What this turn was not told any more becomes a turn of its own.
    for (const told of job.injected.splice(0)) if (!told.isEnded) this.#enqueue(told);
    this.#fill();
  }

  /** Calls off the model calls of those who have to make room; they come to a halt in `pause`. */
  #preempt(): void {
    const now = this.#now();
    let highest = 0;
    for (const challenger of this.#waiting.jobs()) {
      highest = Math.max(highest, challenger.base);
      const victim = this.#places.victimOf(challenger, now);
      if (victim?.cutCall()) victim.isYielding = true;
    }
    if (highest > 0) this.#awaitCooldown(highest, now);
  }

  /** One who is protected now is looked at again when he is not. */
  #awaitCooldown(highest: number, now: number): void {
    const end = this.#cooldown ? undefined : this.#places.cooldownEnd(highest, now);
    if (end === undefined) return;
    this.#cooldown = this.#options.clock.after(end - now, () => {
      this.#cooldown = undefined;
      this.#preempt();
    });
  }

  /** `job` stands between two steps: does somebody more urgent want its place? */
  #makeRoom(job: Job): Promise<void> | undefined {
    job.isYielding = false;
    if (this.#waiting.size === 0 || job.parent) return undefined;
    const now = this.#now();
    for (const challenger of this.#waiting.jobs()) {
      if (challenger.base <= job.level) return undefined;
      if (this.#places.victimOf(challenger, now, job) !== job) continue;
      const heir = this.#places.heirOf(job, challenger, this.#waiting.jobs(), now);
      const resumed = this.#places.suspend(job, now);
      this.#give(heir);
      this.#fill();
      return resumed;
    }
    return undefined;
  }

  #hangUp(job: Job, reason: unknown): void {
    this.#end(job, reason);
    this.#fill();
  }

  /** Ends a job from outside, wherever it is. A turn that runs keeps its place until it has halted. */
  #end(job: Job, error: unknown): void {
    this.#waiting.remove(job);
    if (job.resume) this.#places.leave(job);
    job.fail(error);
  }

  #forget(job: Job): void {
    this.#live.delete(job);
    const { batch } = job;
    // A batch that nobody waits for any more need not run.
    if (batch && !batch.isEnded && batch.hosted.every(({ isEnded }) => isEnded)) {
      this.#end(batch, new CanceledError("gone"));
    }
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }
}
