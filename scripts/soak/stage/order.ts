/** What the processes of `soak:stage` are told, and what both sides know. */
import type { StageSize, StageTicket } from "#wire/shared";

/** A share of a run: so many rounds on this context. */
export interface StageOrder {
  readonly owner: number;
  readonly ticket: StageTicket;
  readonly rounds: number;
}

/** Small, so that it is compacted many times in each run. */
export const SOAK_SIZE: StageSize = { frames: 2, frameBytes: 16_384 };
/** After so many rounds of its own a process adds a note. */
export const NOTE_EVERY = 10;
