/**
 * HASH version 1: where what stands in a frame of the stage segment. A field is one word that says
 * where its record lies, so that one compare-and-swap replaces its whole value. Each process writes
 * records into a region of its own and nowhere else: no process can spoil, or must wait for, what
 * another is writing, wherever that one was stopped or killed.
 */
import { assert } from "#base";
import { STAGE_FRAMES, STAGE_KERNEL_BYTES, STAGE_REGION_BYTES, STAGE_REGIONS } from "../limits.ts";

/** "HASH" as bytes. */
export const STAGE_MAGIC = 0x4853_4148;
export const STAGE_VERSION = 1;

/** Words of a frame's header. */
export const FRAME_WORD = {
  magic: 0,
  version: 1,
  /** Counts up when a run begins and when it ends: odd while one is open. */
  epoch: 2,
  /** Who has locked the context; 0 is nobody. */
  lock: 3,
  /** The first of the fields' words ({@link Place}). */
  fields: 16,
} as const;
export const FRAME_HEADER_BYTES = 256;

/** Records begin at multiples of this. */
export const UNIT_BYTES = 32;
/** Bytes in front of a record's value: length, kind, version, hash. */
export const RECORD_HEADER_BYTES = 16;

/** What a record holds. */
export const RECORD_KIND = { unset: 0, text: 1, json: 2 } as const;
export type RecordKind = (typeof RECORD_KIND)[keyof typeof RECORD_KIND];

const UNIT_BITS = 19;
const UNIT_MASK = (1 << UNIT_BITS) - 1;
const TAG_MASK = (1 << (32 - UNIT_BITS)) - 1;

/** A field's word: where its record begins (0: never set), and a tag that every change raises. */
export interface Place {
  readonly unit: number;
  readonly tag: number;
}

export function readPlace(word: number): Place {
  return { unit: word & UNIT_MASK, tag: word >>> UNIT_BITS };
}

/** The word for a record at `unit` that takes the place of `before`. */
export function nextPlace(before: number, unit: number): number {
  return ((((before >>> UNIT_BITS) + 1) & TAG_MASK) << UNIT_BITS) | unit;
}

/** Units that a value of so many bytes takes. */
export function unitsOf(valueBytes: number): number {
  return Math.ceil((RECORD_HEADER_BYTES + valueBytes) / UNIT_BYTES);
}

/** How large the segment is. */
export interface StageSize {
  readonly frames: number;
  /** Regions of a frame: the kernel's, which is the first, and one for each child. */
  readonly regions: number;
  readonly kernelBytes: number;
  readonly regionBytes: number;
}

/** What both sides use where nobody says otherwise. */
export const STAGE_SIZE: StageSize = {
  frames: STAGE_FRAMES,
  regions: STAGE_REGIONS,
  kernelBytes: STAGE_KERNEL_BYTES,
  regionBytes: STAGE_REGION_BYTES,
};

/** A part of a frame, in units; `end` is behind it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where a region lies. The kernel's is number 0. */
export function regionRange({ kernelBytes, regionBytes }: StageSize, region: number): Range {
  const kernelEnd = FRAME_HEADER_BYTES + kernelBytes;
  if (region === 0) return { start: FRAME_HEADER_BYTES / UNIT_BYTES, end: kernelEnd / UNIT_BYTES };
  const start = kernelEnd + (region - 1) * regionBytes;
  return { start: start / UNIT_BYTES, end: (start + regionBytes) / UNIT_BYTES };
}

/** The region that a unit lies in; below 0 for the header. */
export function regionOf({ kernelBytes, regionBytes }: StageSize, unit: number): number {
  const offset = unit * UNIT_BYTES - FRAME_HEADER_BYTES;
  if (offset < kernelBytes) return offset < 0 ? -1 : 0;
  return 1 + Math.floor((offset - kernelBytes) / regionBytes);
}

/** Bytes of one frame. */
export function frameBytes({ regions, kernelBytes, regionBytes }: StageSize): number {
  return FRAME_HEADER_BYTES + kernelBytes + (regions - 1) * regionBytes;
}

/** Regions have two halves of whole units, and places reach all of a frame. */
export function requireStageSize(size: StageSize): void {
  for (const bytes of [size.kernelBytes, size.regionBytes]) {
    assert(bytes > 0 && bytes % (2 * UNIT_BYTES) === 0, "a region has two halves of whole units");
  }
  assert(size.frames >= 1 && size.regions >= 2, "a stage segment has a frame and two regions");
  assert(frameBytes(size) / UNIT_BYTES <= UNIT_MASK, "a frame is larger than its places reach");
}
