/**
 * HASH version 1: where what stands in a frame of the stage segment. A field is one word that says
 * where its record lies, so that one compare-and-swap replaces its whole value.
 */
import { assert } from "#base";
import { STAGE_FRAME_BYTES, STAGE_FRAME_BYTES_MAX, STAGE_FRAMES } from "../limits.ts";

/** "HASH" as bytes. */
export const STAGE_MAGIC = 0x4853_4148;
export const STAGE_VERSION = 1;

/** Words of a frame's header. */
export const FRAME_WORD = {
  magic: 0,
  version: 1,
  /** Counts up when a run begins and when it ends: odd while one is open. */
  epoch: 2,
  /** Where the next record goes ({@link Bump}). */
  bump: 3,
  /** Who has locked the context; 0 is nobody. */
  lock: 4,
  /** Who is compacting; 0 is nobody. */
  compactor: 5,
  /** The first of the fields' words ({@link Place}). */
  fields: 16,
} as const;
export const FRAME_HEADER_BYTES = 256;

/** Records begin at multiples of this. */
export const UNIT_BYTES = 16;
/** Bytes in front of a record's value: length, kind, version, hash. */
export const RECORD_HEADER_BYTES = 16;

/** What a record holds. */
export const RECORD_KIND = { unset: 0, text: 1, json: 2 } as const;
export type RecordKind = (typeof RECORD_KIND)[keyof typeof RECORD_KIND];

/** A half of a frame: one is in use, the other is what it will be compacted into. */
export type Half = 0 | 1;

/** A field's word: where its record begins (0: never set), and a tag that every change raises. */
export interface Place {
  readonly unit: number;
  readonly tag: number;
}

export function readPlace(word: number): Place {
  return { unit: word & 0xffff, tag: word >>> 16 };
}

/** The word for a record at `unit` that takes the place of `before`. */
export function nextPlace(before: number, unit: number): number {
  return ((((before >>> 16) + 1) & 0xffff) << 16) | unit;
}

/** The bump's word: the first free unit, in which half it lies, and a count of the changes of half. */
export interface Bump {
  readonly unit: number;
  readonly half: Half;
  readonly changes: number;
}

export function readBump(word: number): Bump {
  return { unit: word & 0x1_ffff, half: ((word >>> 17) & 1) as Half, changes: word >>> 18 };
}

export function bumpWord({ unit, half, changes }: Bump): number {
  return unit | (half << 17) | ((changes & 0x3fff) << 18);
}

/** Units that a value of so many bytes takes. */
export function unitsOf(valueBytes: number): number {
  return Math.ceil((RECORD_HEADER_BYTES + valueBytes) / UNIT_BYTES);
}

/** How large the segment is. */
export interface StageSize {
  readonly frames: number;
  readonly frameBytes: number;
}

/** What both sides use where nobody says otherwise. */
export const STAGE_SIZE: StageSize = { frames: STAGE_FRAMES, frameBytes: STAGE_FRAME_BYTES };

/** A frame has two halves of whole units, and places of 16 bits reach all of it. */
export function requireStageSize({ frames, frameBytes }: StageSize): void {
  const isWhole = Number.isInteger(frameBytes / (2 * UNIT_BYTES));
  assert(isWhole && frameBytes >= 4 * FRAME_HEADER_BYTES, "a frame is too small or not even");
  assert(frameBytes <= STAGE_FRAME_BYTES_MAX, "a frame is larger than its places reach");
  assert(Number.isInteger(frames) && frames > 0, "a stage segment has at least one frame");
}
