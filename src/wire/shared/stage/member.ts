/** The stage segment in a child: opens the contexts of the runs that the kernel asks it to handle. */
import { assert, type Clock } from "#base";
import { problem } from "#contract";
import { openSharedMemory, type SharedMemory } from "../shared-memory.ts";
import { StageFrame } from "./frame.ts";
import { frameBytes, requireStageSize, STAGE_SIZE, type StageSize } from "./layout.ts";
import { OpenContexts } from "./open-contexts.ts";
import { ownerWord, type StageOwner } from "./owner.ts";
import { RegionWriter } from "./region.ts";
import type { StageTicket } from "./run.ts";
import type { SharedStageContext, StageAccess } from "./shared-context.ts";

export interface StageMemberOptions {
  readonly descriptor: number;
  /** Who this process is in the segment (`StageSegment.join`). */
  readonly owner: StageOwner;
  readonly clock: Clock;
  readonly size?: StageSize;
  /** `write` unless told; a segment that is shared for reading only can be opened as `read` alone. */
  readonly access?: StageAccess;
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
  const { region } = options.owner;
  assert(region > 0 && region < size.regions, "a child has a region of its own");
  const memory = openSharedMemory(options.descriptor, options.access ?? "write");
  if (memory.sizeBytes !== size.frames * frameBytes(size)) {
    memory[Symbol.dispose]();
    throw problem("INVALID_PARAMS", "the descriptor holds no stage segment of this version", {
      hint: "hub and SDK must be of one version",
    });
  }
  return new Member(memory, size, options);
}

class Member implements StageMember {
  readonly #memory: SharedMemory;
  readonly #writers: readonly RegionWriter[];
  readonly #owner: StageOwner;
  readonly #access: StageAccess;
  readonly #contexts: OpenContexts;
  #opened = 0;

  constructor(memory: SharedMemory, size: StageSize, options: StageMemberOptions) {
    const { owner, clock, access = "write" } = options;
    this.#memory = memory;
    this.#owner = owner;
    this.#access = access;
    this.#contexts = new OpenContexts(clock);
    this.#writers = Array.from(
      { length: size.frames },
      (_, number) => new RegionWriter(new StageFrame(memory.buffer, size, number), owner.region),
    );
  }

  open({ frame: number, epoch }: StageTicket): SharedStageContext {
    const writer = this.#writers[number];
    if (!writer || !this.#memory.isOpen || writer.frame.epoch !== epoch) {
      throw problem("CONFLICT", "the stage is over: its context is closed");
    }
    this.#opened += 1;
    const isMapped = () => this.#memory.isOpen;
    const word = ownerWord(this.#owner, this.#opened);
    const access = this.#access;
    return this.#contexts.open({ writer, epoch, ownerWord: word, isMapped, access });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#contexts.ended();
    this.#memory[Symbol.dispose]();
  }
}
