/** The stage segment in a child: opens the contexts of the runs that the kernel asks it to handle. */
import type { Clock } from "#base";
import { problem } from "#contract";
import { openSharedMemory, type SharedMemory } from "../shared-memory.ts";
import { StageFrame } from "./frame.ts";
import { requireStageSize, STAGE_SIZE, type StageSize } from "./layout.ts";
import { OpenContexts } from "./open-contexts.ts";
import { ownerWord } from "./owner.ts";
import type { StageTicket } from "./run.ts";
import type { SharedStageContext } from "./shared-context.ts";

export interface StageMemberOptions {
  readonly descriptor: number;
  /** The number that the kernel gave this process (`StageSegment.join`). */
  readonly owner: number;
  readonly clock: Clock;
  readonly size?: StageSize;
}

/** A process that takes part. Disposing waits for its handlers, then unmaps. */
export interface StageMember extends AsyncDisposable {
  /** Opens the context of a run for one handler; dispose it when the handler is done. */
  open(ticket: StageTicket): SharedStageContext;
}

/** Opens the segment that the hub handed down. */
export function openStageMember(options: StageMemberOptions): StageMember {
  const size = options.size ?? STAGE_SIZE;
  requireStageSize(size);
  const memory = openSharedMemory(options.descriptor, "write");
  if (memory.sizeBytes !== size.frames * size.frameBytes) {
    memory[Symbol.dispose]();
    throw problem("INVALID_PARAMS", "the descriptor holds no stage segment of this version", {
      hint: "hub and SDK must be of one version",
    });
  }
  return new Member(memory, size, options);
}

class Member implements StageMember {
  readonly #memory: SharedMemory;
  readonly #frames: readonly StageFrame[];
  readonly #owner: number;
  readonly #contexts: OpenContexts;
  #opened = 0;

  constructor(
    memory: SharedMemory,
    { frames, frameBytes }: StageSize,
    { owner, clock }: StageMemberOptions,
  ) {
    this.#memory = memory;
    this.#owner = owner;
    this.#contexts = new OpenContexts(clock);
    this.#frames = Array.from(
      { length: frames },
      (_, number) => new StageFrame(memory.buffer, number * frameBytes, frameBytes),
    );
  }

  open({ frame: number, epoch }: StageTicket): SharedStageContext {
    const frame = this.#frames[number];
    if (!frame || !this.#memory.isOpen || frame.epoch !== epoch) {
      throw problem("CONFLICT", "the stage is over: its context is closed");
    }
    this.#opened += 1;
    const isMapped = () => this.#memory.isOpen;
    const word = ownerWord(this.#owner, this.#opened);
    return this.#contexts.open({ frame, epoch, ownerWord: word, isMapped });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#contexts.ended();
    this.#memory[Symbol.dispose]();
  }
}
