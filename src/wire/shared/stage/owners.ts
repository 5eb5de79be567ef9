/** The processes that take part in the segment, in the kernel's own memory: tokens and regions. */
import { problem } from "#contract";
import { KERNEL_OWNER, OWNER_TOKEN_MAX, type StageOwner } from "./owner.ts";

/** A run that may still hold values of a process that is gone. */
type OpenRun = object;

/** Gives out regions, and gives none out again while values in it are still in use. */
export class StageOwners {
  readonly #pids = new Map<StageOwner, number>();
  readonly #free: number[];
  /** Regions of dead processes, with the runs that may still refer to them. */
  readonly #leaving = new Map<number, Set<OpenRun>>();
  #lastToken = KERNEL_OWNER.token;

  constructor(regions: number) {
    this.#free = Array.from({ length: regions - 1 }, (_, index) => regions - 1 - index);
  }

  /** Lets a process take part. Throws `BUSY` when all regions are taken. */
  join(pid: number): StageOwner {
    const region = this.#free.pop();
    if (region === undefined) {
      throw problem("BUSY", "as many plugins use the stages' shared context as it has room for");
    }
    const used = new Set([...this.#pids.keys()].map(({ token }) => token));
    do {
      const isLast = this.#lastToken >= OWNER_TOKEN_MAX;
      this.#lastToken = (isLast ? KERNEL_OWNER.token : this.#lastToken) + 1;
    } while (used.has(this.#lastToken));
    const owner = { token: this.#lastToken, region };
    this.#pids.set(owner, pid);
    return owner;
  }

  /** Takes out a process that is gone, and answers whom it was in the segment. */
  leave(pid: number, open: readonly OpenRun[]): readonly StageOwner[] {
    const gone = [...this.#pids].filter(([, owner]) => owner === pid).map(([owner]) => owner);
    for (const owner of gone) {
      this.#pids.delete(owner);
      this.#leaving.set(owner.region, new Set(open));
    }
    this.#freeUnused();
    return gone;
  }

  /** A run is over: it refers to nobody's values any more. */
  ended(run: OpenRun): void {
    for (const runs of this.#leaving.values()) runs.delete(run);
    this.#freeUnused();
  }

  #freeUnused(): void {
    for (const [region, runs] of this.#leaving) {
      if (runs.size > 0) continue;
      this.#leaving.delete(region);
      this.#free.push(region);
    }
  }
}
