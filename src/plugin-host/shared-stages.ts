/**
 * Stage contexts in shared memory: plugins read them there, as the hub's own handlers do. Only the hub
 * writes; what a plugin's handler changed comes back in its reply.
 */
import { type Clock, type Logger, messageOf } from "#base";
import type { StageContext } from "#contract";
import type { CarriedStage, StageCarrier } from "#kernel/state";
import { createStageSegment, type StageRun, type StageSegment } from "#wire/shared";
import { createInlineStages } from "./inline-stages.ts";
import { STAGE_SHARED_CHARS_MIN } from "./limits.ts";
import type { PluginLink } from "./plugin-link.ts";
import { callHandler, type StageCarriage } from "./stage-calls.ts";
import { StageLocks } from "./stage-locks.ts";
import type { StageCall, StageEntrance, StageTransport } from "./stage-transport.ts";

/** The transport, and what the pipeline of stages has to know of it. Disposing unmaps the memory. */
export interface SharedStages extends StageTransport, StageCarrier, AsyncDisposable {}

/** What shared stages stand on. */
export interface SharedStagesOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Characters of a context from which on it is shared; `STAGE_SHARED_CHARS_MIN` unless told. */
  readonly charsMin?: number;
}

/**
 * Makes the segment. What is too small for it, or finds no room in it, travels inside the calls:
 * handlers cannot tell the difference.
 */
export function createSharedStages(options: SharedStagesOptions): SharedStages {
  const segment = createStageSegment({ clock: options.clock, sharing: "read_only" });
  return new Shared(segment, options);
}

class Shared implements SharedStages {
  readonly #segment: StageSegment;
  readonly #log: Logger;
  readonly #locks: StageLocks;
  readonly #inline: StageTransport;
  readonly #charsMin: number;
  readonly #runs = new WeakMap<object, StageRun>();
  /** Who takes part, under a number for each start of a process: the system's may come again. */
  readonly #entered = new Map<string, number>();
  #starts = 0;

  constructor(segment: StageSegment, { clock, log, charsMin }: SharedStagesOptions) {
    this.#segment = segment;
    this.#log = log;
    this.#locks = new StageLocks(clock);
    this.#inline = createInlineStages(this.#locks);
    this.#charsMin = charsMin ?? STAGE_SHARED_CHARS_MIN;
  }

  enter(owner: string): StageEntrance | undefined {
    this.release(owner);
    this.#starts += 1;
    try {
      const { token, region } = this.#segment.join(this.#starts);
      this.#entered.set(owner, this.#starts);
      return { descriptor: this.#segment.descriptor, token, region };
    } catch (error) {
      this.#log.warn("stage.not_shared", { owner, error });
      return undefined;
    }
  }

  begin(...[context, owners, key]: Parameters<StageCarrier["begin"]>): CarriedStage | undefined {
    if (!owners.some((owner) => this.#entered.has(owner))) return undefined;
    if (charsOf(context) < this.#charsMin) return undefined;
    try {
      const run = this.#segment.begin(context);
      this.#runs.set(key, run);
      return {
        open: () => run.open(),
        end: () => endOf(run),
        [Symbol.dispose]: () => run[Symbol.dispose](),
      };
    } catch (error) {
      // Too many at once, or too large: the calls carry it, or say that they cannot.
      this.#log.debug("stage.not_shared", { error });
      return undefined;
    }
  }

  async run(call: StageCall, signal: AbortSignal): Promise<void> {
    const { plugin } = call;
    const run = this.#runs.get(call.run);
    if (!run || !this.#entered.has(plugin.name)) return await this.#inline.run(call, signal);
    using own = run.open();
    using _handler = this.#locks.enter(plugin.name, call.run, (stop) => own.lock(stop));
    const carriage: StageCarriage = {
      params: { fields: {}, ticket: run.ticket },
      isStale: (field, { seen }) => own.version(field) !== seen?.[field],
    };
    await callHandler(call, () => carriage, signal);
  }

  lock({ name }: PluginLink, signal: AbortSignal): Promise<void> {
    return this.#locks.lock(name, signal);
  }

  unlock({ name }: PluginLink): void {
    this.#locks.unlock(name);
  }

  release(owner: string): void {
    this.#locks.release(owner);
    const start = this.#entered.get(owner);
    if (start === undefined) return;
    this.#entered.delete(owner);
    if (this.#segment.releaseOwner(start)) this.#log.info("stage.lock_freed", { owner });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#segment[Symbol.asyncDispose]();
  }
}

/** A hub that closes takes the memory away from under a stage that still runs; the turn goes on. */
function endOf(run: StageRun): ReturnType<CarriedStage["end"]> {
  try {
    return run.end() as ReturnType<CarriedStage["end"]>;
  } catch (error) {
    return { changes: {}, errors: [messageOf(error)] };
  }
}

/** Roughly: what makes a context large are its texts. */
function charsOf(value: StageContext | object): number {
  let chars = 0;
  for (const inner of Object.values(value) as unknown[]) {
    if (typeof inner === "string") chars += inner.length;
    else if (typeof inner === "object" && inner !== null) chars += charsOf(inner);
  }
  return chars;
}
