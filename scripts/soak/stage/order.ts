/** What the processes of `soak:stage` are told, and what both sides know. */
import type { StageOwner, StageSize, StageTicket } from "#wire/shared";

/** A share of a run: so many rounds on this context. */
export interface StageOrder {
  readonly owner: StageOwner;
  readonly ticket: StageTicket;
  readonly rounds: number;
}

/** Small, so that it is compacted many times in each run. */
export const SOAK_SIZE: StageSize = {
  frames: 2,
  regions: 16,
  kernelBytes: 8192,
  regionBytes: 4096,
};
/** After so many rounds of its own a process adds a note. */
export const NOTE_EVERY = 10;
