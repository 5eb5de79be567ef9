/**
 * Makes room in a frame: moves the records that are in use from one half to the other. Others go on
 * reading and may even write meanwhile; what a writer published is either moved or the writer is
 * told to try again. A compaction that was killed in the middle is finished by the next one.
 */
import { problem, STAGE_FIELDS } from "#contract";
import { COMPACTION_PAUSE_MS, COMPACTION_SPINS, STAGE_TRIES_MAX } from "../limits.ts";
import { garbledWord, type StageFrame } from "./frame.ts";
import {
  type Bump,
  bumpWord,
  FRAME_WORD,
  type Half,
  nextPlace,
  readBump,
  readPlace,
} from "./layout.ts";

/** Takes room for a record of so many units, compacting where that is needed. */
export function allocate(frame: StageFrame, units: number, owner: number): number {
  for (let tries = 0; tries < STAGE_TRIES_MAX; tries += 1) {
    const unit = frame.allocate(units);
    if (unit !== undefined) return unit;
    if (!takeLatch(frame, owner)) {
      if (!isLatchFreed(frame)) break;
      continue;
    }
    try {
      // Somebody else may have made room just before.
      const made = frame.allocate(units) ?? compacted(frame, units);
      if (made !== undefined) return made;
    } finally {
      Atomics.compareExchange(frame.words, FRAME_WORD.compactor, owner, 0);
    }
    throw overflow(frame);
  }
  throw problem("BUSY", "the stage's shared context is being compacted for too long");
}

function compacted(frame: StageFrame, units: number): number | undefined {
  compact(frame);
  return frame.allocate(units);
}

function overflow(frame: StageFrame): Error {
  return problem("TOO_LARGE", `a stage's shared context holds at most ${frame.bytesMax} bytes`, {
    hint: "keep large values out of the context; media go by the arena",
  });
}

function takeLatch(frame: StageFrame, owner: number): boolean {
  return Atomics.compareExchange(frame.words, FRAME_WORD.compactor, 0, owner) === 0;
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** A compaction takes a millisecond at most, so this blocks; false when it may not do so again. */
function isLatchFreed(frame: StageFrame): boolean {
  for (let spins = 0; spins < COMPACTION_SPINS; spins += 1) {
    if (Atomics.load(frame.words, FRAME_WORD.compactor) === 0) return true;
  }
  if (!frame.mayPause()) return false;
  // Whoever compacts may need this very core.
  Atomics.wait(sleeper, 0, 0, COMPACTION_PAUSE_MS);
  return true;
}

function compact(frame: StageFrame): void {
  const sealed = sealHalf(frame);
  const target: Half = sealed.half === 0 ? 1 : 0;
  let free = firstFree(frame, target);
  for (let field = 0; field < STAGE_FIELDS.length; field += 1) {
    free = moveField(frame, field, target, free);
  }
  const switched = { unit: free, half: target, changes: sealed.changes + 1 };
  if (!frame.swapBump(bumpWord(sealed), bumpWord(switched))) throw garbledWord("bump");
}

/** Closes the half in use: what is not yet allocated there never will be. */
function sealHalf(frame: StageFrame): Bump {
  for (let tries = 0; tries < STAGE_TRIES_MAX; tries += 1) {
    const word = Atomics.load(frame.words, FRAME_WORD.bump);
    const bump = readBump(word);
    if (!frame.isInHalf(bump.unit, bump.half)) break;
    const sealed = { ...bump, unit: frame.halfEnd(bump.half) };
    if (frame.swapBump(word, bumpWord(sealed))) return sealed;
  }
  throw garbledWord("bump");
}

/** Behind whatever an interrupted compaction has brought there already. */
function firstFree(frame: StageFrame, target: Half): number {
  let free = frame.halfStart(target);
  for (let field = 0; field < STAGE_FIELDS.length; field += 1) {
    const word = frame.place(field);
    const { unit } = readPlace(word);
    if (unit === 0 || frame.halfOf(unit) !== target) continue;
    free = Math.max(free, unit + (frame.head(field, word)?.units ?? 0));
  }
  return free;
}

/**
 * Moves one record and answers where the next may go. The word changes in any case, also where there
 * is nothing to move: a writer that has room in the closed half from before must not show it any more.
 */
function moveField(frame: StageFrame, field: number, target: Half, free: number): number {
  for (let tries = 0; tries < STAGE_TRIES_MAX; tries += 1) {
    const word = frame.place(field);
    const { unit } = readPlace(word);
    const head = frame.head(field, word);
    if (!head || frame.halfOf(unit) === target) {
      if (frame.swapPlace(field, word, nextPlace(word, unit))) return free;
      continue;
    }
    if (free + head.units > frame.halfEnd(target)) throw overflow(frame);
    frame.copyRecord(unit, free, head.units);
    if (frame.swapPlace(field, word, nextPlace(word, free))) return free + head.units;
  }
  throw problem("BUSY", "the stage's shared context is written too often");
}
