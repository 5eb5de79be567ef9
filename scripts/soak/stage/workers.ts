/** The five processes of `soak:stage`: started, ordered, killed and started again. */
import { join } from "node:path";
import type { Random } from "#base";
import type { StageOwner, StageSegment } from "#wire/shared";
import { type LineChild, startLineChild } from "../../../test/support/line-child.ts";
import type { StageOrder } from "./order.ts";

const SCRIPT = join(import.meta.dirname, "../stage-worker.ts");

/** One of the five, whichever process it is at the moment. */
export class Worker {
  readonly name: string;
  /** The last count that it told in this run. */
  told = 0;
  owner: StageOwner = { token: 0, region: 0 };
  #child: LineChild | undefined;
  readonly #segment: StageSegment;
  readonly #random: Random;

  constructor(name: string, segment: StageSegment, random: Random) {
    this.name = name;
    this.#segment = segment;
    this.#random = random;
  }

  /** Starts its process and lets it take part. */
  async start(): Promise<void> {
    const seed = String(Math.floor(this.#random.next() * 2 ** 31));
    const child = startLineChild(SCRIPT, [this.name, seed], [this.#segment.descriptor]);
    this.#child = child;
    await child.next();
    this.owner = this.#segment.join(child.process.pid);
  }

  /** Gives an order and hears of every round, until it has told `goal` or is killed. */
  async run(order: Omit<StageOrder, "owner">, goal: number): Promise<void> {
    const child = this.#child;
    // Killed after its last round: there is nothing left to do in this run.
    if (order.rounds === 0) return;
    child?.say(JSON.stringify({ ...order, owner: this.owner } satisfies StageOrder));
    while (child && this.told < goal) {
      const count = await child.next<number>().catch((error: Error) => error);
      if (typeof count === "number") this.told = count;
      else if (child === this.#child) throw count;
      else return;
    }
  }

  /** Kills its process. True when it had the lock at that moment. */
  async kill(): Promise<boolean> {
    const child = this.#child;
    this.#child = undefined;
    await child?.kill();
    // What it told before it died is in the pipe.
    await child?.process.outputEnded;
    return this.#segment.releaseOwner(child?.process.pid ?? -1);
  }

  async end(): Promise<void> {
    await this.#child?.[Symbol.asyncDispose]();
  }
}
