/**
 * The lock of a stage's context: waited for with a deadline and without burning the processor, free
 * again when the run ends or the kernel hears that its owner died (F45).
 */
import { type Clock, sleep } from "#base";
import { problem } from "#contract";
import {
  STAGE_LOCK_PAUSE_MAX_MS,
  STAGE_LOCK_PAUSE_MS,
  STAGE_LOCK_SPINS,
  STAGE_LOCK_WAIT_MS,
} from "../limits.ts";
import type { StageFrame } from "./frame.ts";
import { FRAME_WORD } from "./layout.ts";
import { tokenOf } from "./owner.ts";

/** Takes the lock for `word`. `requireOpen` throws when the run is over. */
export async function takeLock(
  frame: StageFrame,
  word: number,
  requireOpen: () => void,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const isTaken = () => {
    requireOpen();
    const holder = Atomics.compareExchange(frame.words, FRAME_WORD.lock, 0, word);
    return holder === 0 || holder === word;
  };
  // Most critical sections are over within microseconds.
  for (let spins = 0; spins < STAGE_LOCK_SPINS; spins += 1) if (isTaken()) return;
  const endsAt = clock.monotonic() + STAGE_LOCK_WAIT_MS;
  let pauseMs = STAGE_LOCK_PAUSE_MS;
  while (clock.monotonic() < endsAt) {
    await sleep(clock, pauseMs, signal);
    if (isTaken()) return;
    pauseMs = Math.min(pauseMs * 2, STAGE_LOCK_PAUSE_MAX_MS);
  }
  throw problem("BUSY", `the stage's context is locked for more than ${STAGE_LOCK_WAIT_MS} ms`, {
    hint: "hold the lock only while fields are changed, never while something else is waited for",
  });
}

/** Gives the lock back where `word` still has it. */
export function freeLock(frame: StageFrame, word: number): void {
  Atomics.compareExchange(frame.words, FRAME_WORD.lock, word, 0);
}

/** Takes the lock away from a dead process. True when it had it. */
export function freeLockOf(frame: StageFrame, token: number): boolean {
  const holder = Atomics.load(frame.words, FRAME_WORD.lock);
  if (tokenOf(holder) !== token) return false;
  return Atomics.compareExchange(frame.words, FRAME_WORD.lock, holder, 0) === holder;
}
