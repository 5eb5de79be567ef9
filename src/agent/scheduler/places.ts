/** The places that turns run in, who gets one, and who has to give his up. */
import {
  NESTED_RUNNING_MAX,
  PREEMPTION_COOLDOWN_MS,
  PREEMPTIONS_MAX,
  TURNS_RUNNING_MAX,
  TURNS_SUSPENDED_MAX,
} from "../limits.ts";
import type { Job } from "./job.ts";
import { preemptedLevel, waitingLevel } from "./levels.ts";

/** Running and suspended turns. Only keeps the books: the loop starts and ends things. */
export class Places {
  /** By lane: never two turns of one conversation. */
  readonly #running = new Map<string, Job>();
  readonly #suspended = new Set<Job>();
  /** Turns within turns: they use the place of the one that waits for them. */
  readonly #nested = new Set<Job>();

  get running(): number {
    return this.#running.size + this.#nested.size;
  }

  get suspended(): number {
    return this.#suspended.size;
  }

  get hasRoom(): boolean {
    return this.#running.size < TURNS_RUNNING_MAX;
  }

  get hasNestedRoom(): boolean {
    return this.#nested.size < NESTED_RUNNING_MAX;
  }

  /** Whether a job could run now. */
  isOpenFor({ lane }: Job): boolean {
    return this.hasRoom && !this.#running.has(lane);
  }

  /** Gives a job its place. */
  take(job: Job, now: number): void {
    if (job.parent) {
      this.#nested.add(job);
      return;
    }
    job.level = waitingLevel(job, now);
    this.#running.set(job.lane, job);
    if (!this.#suspended.delete(job)) return;
    job.cooldownUntil = now + PREEMPTION_COOLDOWN_MS;
    job.resume?.resolve();
    job.resume = undefined;
  }

  /** Frees a job's place, whether it runs or waits to go on. */
  leave(job: Job): void {
    this.#nested.delete(job);
    this.#suspended.delete(job);
    if (this.#running.get(job.lane) === job) this.#running.delete(job.lane);
  }

  /** Takes a running job's place from it until it is chosen again; resolves then. */
  suspend(job: Job, now: number): Promise<void> {
    this.#running.delete(job.lane);
    this.#suspended.add(job);
    job.preemptions += 1;
    job.level = preemptedLevel(job);
    job.since = now;
    job.resume = Promise.withResolvers<void>();
    return job.resume.promise;
  }

  /** Whom the free place belongs to: the highest, those that had begun before, who came first. */
  next(waiting: Iterable<Job>, now: number): Job | undefined {
    let best: Job | undefined;
    let bestLevel = 0;
    const look = (job: Job) => {
      if (this.#running.has(job.lane)) return;
      const level = waitingLevel(job, now);
      const isBetter = !best || level > bestLevel || (level === bestLevel && isBefore(job, best));
      if (!isBetter) return;
      best = job;
      bestLevel = level;
    };
    for (const job of this.#suspended) look(job);
    for (const job of waiting) look(job);
    return best;
  }

  /**
   * Who has to make room for `challenger`: the one that runs in its conversation, or, when all
   * places are taken, the lowest. Undefined: nobody, it waits. `asking` stands between two steps.
   */
  victimOf(challenger: Job, now: number, asking?: Job): Job | undefined {
    const ahead = this.#running.get(challenger.lane);
    if (ahead) return this.#canYield(ahead, challenger, now) ? ahead : undefined;
    if (this.hasRoom) return undefined;
    let lowest: Job | undefined;
    for (const job of this.#running.values()) {
      if (!this.#canYield(job, challenger, now)) continue;
      if (!lowest || isLower(job, lowest, asking)) lowest = job;
    }
    return lowest;
  }

  /**
   * Who gets the place that `victim` gives up: the challenger, as a rule. But a place of another
   * conversation belongs to whoever has waited up to it, or those who only wait would be passed over.
   */
  heirOf(victim: Job, challenger: Job, waiting: Iterable<Job>, now: number): Job {
    if (challenger.lane === victim.lane) return challenger;
    let heir = challenger;
    let heirLevel = waitingLevel(challenger, now);
    const look = (job: Job) => {
      if (this.#running.has(job.lane)) return;
      const its = waitingLevel(job, now);
      // One who is suspended was passed over by right; only if he is higher now does he go on.
      const isOlder = job.resume === undefined && job.sequence < heir.sequence;
      if (its < heirLevel || (its === heirLevel && !isOlder)) return;
      heir = job;
      heirLevel = its;
    };
    for (const job of this.#suspended) look(job);
    for (const job of waiting) look(job);
    return heir;
  }

  /** The earliest end of a cooldown that keeps one of `waiting` from pre-empting. */
  cooldownEnd(highest: number, now: number): number | undefined {
    let end: number | undefined;
    for (const job of this.#running.values()) {
      if (job.cooldownUntil <= now || job.level >= highest || job.isEnded) continue;
      if (end === undefined || job.cooldownUntil < end) end = job.cooldownUntil;
    }
    return end;
  }

  /** The turn of a conversation that is under way, running or suspended. */
  underWay(lane: string): Job | undefined {
    const running = this.#running.get(lane);
    if (running) return running;
    return [...this.#suspended].findLast((job) => job.lane === lane);
  }

  /** The running turn of that id. */
  turn(turnId: string): Job | undefined {
    for (const job of this.#running.values()) if (job.turnId === turnId) return job;
    for (const job of this.#nested) if (job.turnId === turnId) return job;
    return undefined;
  }

  #canYield(job: Job, challenger: Job, now: number): boolean {
    if (job.isEnded || challenger.base <= job.level) return false;
    if (job.preemptions >= PREEMPTIONS_MAX || now < job.cooldownUntil) return false;
    return job.isYielding || this.#suspended.size + this.#yielding() < TURNS_SUSPENDED_MAX;
  }

  #yielding(): number {
    let count = 0;
    for (const job of this.#running.values()) if (job.isYielding) count += 1;
    return count;
  }
}

function isBefore(job: Job, other: Job): boolean {
  const hasBegun = job.resume !== undefined;
  if (hasBegun !== (other.resume !== undefined)) return hasBegun;
  return job.sequence < other.sequence;
}

/** The lower level first, then whoever can come to a halt at once, then the least work lost. */
function isLower(job: Job, other: Job, asking: Job | undefined): boolean {
  if (job.level !== other.level) return job.level < other.level;
  const canHalt = job === asking || job.call !== undefined;
  const otherCanHalt = other === asking || other.call !== undefined;
  return canHalt === otherCanHalt ? job.sequence > other.sequence : canHalt;
}
