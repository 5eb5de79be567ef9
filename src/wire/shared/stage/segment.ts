/** The stage segment as the kernel holds it: its runs, and the processes that take part in them. */
import type { Clock, OperationalError } from "#base";
import { problem, type StageContext } from "#contract";
import { STAGE_OWNERS_MAX } from "../limits.ts";
import { createSharedMemory, type SharedMemory } from "../shared-memory.ts";
import { StageFrame } from "./frame.ts";
import { type Half, requireStageSize, STAGE_SIZE, type StageSize } from "./layout.ts";
import { freeAllOf } from "./lock.ts";
import { OpenContexts } from "./open-contexts.ts";
import { KERNEL_TOKEN, OWNER_TOKEN_MAX, ownerWord } from "./owner.ts";
import { beginRun, closeRun, readOutcome, type StageOutcome, type StageTicket } from "./run.ts";
import type { SharedStageContext } from "./shared-context.ts";

/** One run of a stage. Disposing ends it and drops what was changed. */
export interface StageRun extends Disposable {
  /** For children: with it they open the context. */
  readonly ticket: StageTicket;
  /** The context for a handler in this process. */
  open(): SharedStageContext;
  /** Ends the run and answers what was changed. Nobody's write counts from here on. */
  end(): StageOutcome;
}

/** The segment. Disposing waits for this process's handlers, then unmaps. */
export interface StageSegment extends AsyncDisposable {
  /** To hand down to children with the capability `stage`. */
  readonly descriptor: number;
  /** Lets a process take part; its number goes to it with the descriptor. */
  join(pid: number): number;
  /** The process is gone: what it had locked is free. True when it had. */
  releaseOwner(pid: number): boolean;
  /** Begins a run. Throws `BUSY` when every frame is taken, `TOO_LARGE` when the context does not fit. */
  begin(context: StageContext): StageRun;
}

/** Makes a segment. */
export function createStageSegment(options: {
  readonly clock: Clock;
  readonly size?: StageSize;
}): StageSegment {
  const size = options.size ?? STAGE_SIZE;
  requireStageSize(size);
  const memory = createSharedMemory("homeagent-stage", size.frames * size.frameBytes, "writable");
  return new Segment(memory, size, options.clock);
}

/** A frame and what only the kernel knows of it: what stands in memory proves nothing. */
interface Place {
  readonly frame: StageFrame;
  readonly number: number;
  epoch: number;
  half: Half;
  isTaken: boolean;
}

class Segment implements StageSegment {
  readonly #memory: SharedMemory;
  readonly #places: readonly Place[];
  readonly #contexts: OpenContexts;
  /** Token → process. A process's number may come again; its token does not. */
  readonly #owners = new Map<number, number>();
  #lastToken = KERNEL_TOKEN;
  #opened = 0;

  constructor(memory: SharedMemory, { frames, frameBytes }: StageSize, clock: Clock) {
    this.#memory = memory;
    this.#contexts = new OpenContexts(clock);
    this.#places = Array.from({ length: frames }, (_, number) => ({
      frame: new StageFrame(memory.buffer, number * frameBytes, frameBytes),
      number,
      epoch: 0,
      half: 0,
      isTaken: false,
    }));
  }

  get descriptor(): number {
    return this.#memory.descriptor;
  }

  join(pid: number): number {
    if (this.#owners.size >= STAGE_OWNERS_MAX) {
      throw problem("BUSY", `${STAGE_OWNERS_MAX} processes use the stage segment already`);
    }
    do {
      this.#lastToken = this.#lastToken >= OWNER_TOKEN_MAX ? KERNEL_TOKEN + 1 : this.#lastToken + 1;
    } while (this.#owners.has(this.#lastToken));
    this.#owners.set(this.#lastToken, pid);
    return this.#lastToken;
  }

  releaseOwner(pid: number): boolean {
    let isFreed = false;
    for (const [token, owner] of this.#owners) {
      if (owner !== pid) continue;
      this.#owners.delete(token);
      for (const { frame } of this.#places) isFreed = freeAllOf(frame, token) || isFreed;
    }
    return isFreed;
  }

  begin(context: StageContext): StageRun {
    const place = this.#places.find(({ isTaken }) => !isTaken);
    if (!this.#memory.isOpen) throw over();
    if (!place) {
      throw problem("BUSY", `${this.#places.length} stages run already`);
    }
    const before = { ...context };
    // The other half: a straggler of the last run may still write into the one that it had.
    place.half = place.half === 0 ? 1 : 0;
    place.epoch += 2;
    try {
      beginRun(place.frame, before, place.half, place.epoch - 1);
    } catch (error) {
      closeRun(place.frame, place.epoch);
      throw error;
    }
    place.isTaken = true;
    return this.#run(place, before);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#contexts.ended();
    this.#memory[Symbol.dispose]();
  }

  #run(place: Place, before: StageContext): StageRun {
    const { frame, number } = place;
    const epoch = place.epoch - 1;
    let isOver = false;
    /** True for the first who ends it. */
    const close = () => {
      if (isOver) return false;
      isOver = true;
      place.isTaken = false;
      if (this.#memory.isOpen) closeRun(frame, epoch + 1);
      return true;
    };
    return {
      ticket: { frame: number, epoch },
      open: () => {
        this.#opened += 1;
        const word = ownerWord(KERNEL_TOKEN, this.#opened);
        const isMapped = () => this.#memory.isOpen;
        return this.#contexts.open({ frame, epoch, ownerWord: word, isMapped });
      },
      end: () => {
        if (!this.#memory.isOpen || !close()) throw over();
        return readOutcome(frame, before);
      },
      [Symbol.dispose]: () => void close(),
    };
  }
}

function over(): OperationalError {
  return problem("CONFLICT", "the stage is over: its context is closed");
}
