/** The stage segment as the kernel holds it: its runs, and the processes that take part in them. */
import type { Clock, OperationalError } from "#base";
import { problem, type StageContext } from "#contract";
import { createSharedMemory, type SharedMemory, type Sharing } from "../shared-memory.ts";
import { StageFrame } from "./frame.ts";
import { frameBytes, requireStageSize, STAGE_SIZE, type StageSize } from "./layout.ts";
import { freeLockOf } from "./lock.ts";
import { OpenContexts } from "./open-contexts.ts";
import { KERNEL_OWNER, ownerWord, type StageOwner } from "./owner.ts";
import { StageOwners } from "./owners.ts";
import { RegionWriter } from "./region.ts";
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
  /** Lets a process take part; what comes back goes to it, as the descriptor did. */
  join(pid: number): StageOwner;
  /** The process is gone: what it had locked is free. True when it had. */
  releaseOwner(pid: number): boolean;
  /** Begins a run. Throws `BUSY` when every frame is taken, `TOO_LARGE` when the context does not fit. */
  begin(context: StageContext): StageRun;
}

/** Makes a segment. */
export function createStageSegment(options: {
  readonly clock: Clock;
  readonly size?: StageSize;
  /** `read_only`: children see contexts and can write none, whatever they try. */
  readonly sharing?: Sharing;
}): StageSegment {
  const size = options.size ?? STAGE_SIZE;
  requireStageSize(size);
  const sharing = options.sharing ?? "writable";
  const memory = createSharedMemory("homeagent-stage", size.frames * frameBytes(size), sharing);
  return new Segment(memory, size, options.clock);
}

/** A frame and what only the kernel knows of it: what stands in memory proves nothing. */
interface Seat {
  readonly writer: RegionWriter;
  readonly number: number;
  epoch: number;
  isTaken: boolean;
}

class Segment implements StageSegment {
  readonly #memory: SharedMemory;
  readonly #seats: readonly Seat[];
  readonly #contexts: OpenContexts;
  readonly #owners: StageOwners;
  #opened = 0;

  constructor(memory: SharedMemory, size: StageSize, clock: Clock) {
    this.#memory = memory;
    this.#contexts = new OpenContexts(clock);
    this.#owners = new StageOwners(size.regions);
    this.#seats = Array.from({ length: size.frames }, (_, number) => ({
      writer: new RegionWriter(new StageFrame(memory.buffer, size, number), KERNEL_OWNER.region),
      number,
      epoch: 0,
      isTaken: false,
    }));
  }

  get descriptor(): number {
    return this.#memory.descriptor;
  }

  join(pid: number): StageOwner {
    return this.#owners.join(pid);
  }

  releaseOwner(pid: number): boolean {
    const open = this.#seats.filter(({ isTaken }) => isTaken);
    let isFreed = false;
    for (const { token } of this.#owners.leave(pid, open)) {
      for (const { writer } of open) isFreed = freeLockOf(writer.frame, token) || isFreed;
    }
    return isFreed;
  }

  begin(context: StageContext): StageRun {
    const seat = this.#seats.find(({ isTaken }) => !isTaken);
    if (!this.#memory.isOpen) throw over();
    if (!seat) throw problem("BUSY", `${this.#seats.length} stages run already`);
    const before = { ...context };
    seat.epoch += 2;
    try {
      beginRun(seat.writer, before, seat.epoch - 1);
    } catch (error) {
      closeRun(seat.writer.frame, seat.epoch);
      throw error;
    }
    seat.isTaken = true;
    return this.#run(seat, before);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#contexts.ended();
    this.#memory[Symbol.dispose]();
  }

  #run(seat: Seat, before: StageContext): StageRun {
    const { writer, number } = seat;
    const epoch = seat.epoch - 1;
    let isOver = false;
    /** True for the first who ends it. */
    const close = () => {
      if (isOver) return false;
      isOver = true;
      seat.isTaken = false;
      this.#owners.ended(seat);
      if (this.#memory.isOpen) closeRun(writer.frame, epoch + 1);
      return true;
    };
    return {
      ticket: { frame: number, epoch },
      open: () => {
        this.#opened += 1;
        const word = ownerWord(KERNEL_OWNER, this.#opened);
        const isMapped = () => this.#memory.isOpen;
        return this.#contexts.open({ writer, epoch, ownerWord: word, isMapped });
      },
      end: () => {
        if (!this.#memory.isOpen || !close()) throw over();
        return readOutcome(writer.frame, before);
      },
      [Symbol.dispose]: () => void close(),
    };
  }
}

function over(): OperationalError {
  return problem("CONFLICT", "the stage is over: its context is closed");
}
