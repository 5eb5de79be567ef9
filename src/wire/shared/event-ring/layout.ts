/** HEVT version 1: where what stands in the memory of the event ring, in words of 32 bits. */
import { assert } from "#base";
import { problem } from "#contract";

/** "HEVT" as bytes. */
export const RING_MAGIC = 0x5456_4548;
export const RING_VERSION = 1;

/** Words of the header. `head` and `floor` have a cache line each, since the writer changes them. */
export const RING_WORD = {
  magic: 0,
  version: 1,
  slots: 2,
  arenaBytes: 3,
  /** The sequence of the event that comes next: all before it are complete. */
  head: 16,
  /** The oldest sequence whose slot and payload are whole; those before it may be overwritten. */
  floor: 32,
} as const;
export const RING_HEADER_BYTES = 256;

export const SLOT_BYTES = 32;
export const SLOT_WORDS = SLOT_BYTES / 4;
/** Words of a slot; two more are kept for later. The payload's length in bytes and in UTF-16 units. */
export const SLOT_WORD = {
  sequence: 0,
  type: 1,
  flags: 2,
  offset: 3,
  length: 4,
  characters: 5,
} as const;
/** The payload is one byte a character, which is read faster. */
export const SLOT_ASCII = 1;
/** The payload was too large and is not here. */
export const SLOT_DROPPED = 2;

/** How large a ring is. */
export interface RingSize {
  readonly slots: number;
  readonly arenaBytes: number;
}

/** Bytes of memory that a ring of this size takes. */
export function ringBytes({ slots, arenaBytes }: RingSize): number {
  return arenaStart(slots) + arenaBytes;
}

/** Where the payloads begin. */
export function arenaStart(slots: number): number {
  return RING_HEADER_BYTES + slots * SLOT_BYTES;
}

/** The word where the slot of a sequence begins. */
export function slotStart(slots: number, sequence: number): number {
  return RING_HEADER_BYTES / 4 + (sequence & (slots - 1)) * SLOT_WORDS;
}

/** Sizes must be powers of two: a sequence finds its slot by a mask, also where it wraps around. */
export function requireRingSize({ slots, arenaBytes }: RingSize): void {
  const isPower = (value: number, least: number) =>
    Number.isInteger(Math.log2(value)) && value >= least && value <= 2 ** 30;
  assert(isPower(slots, 4), "a ring has a power of two of slots, at least 4");
  assert(isPower(arenaBytes, 64), "a ring has a power of two of payload bytes, at least 64");
}

/** The size that the header tells, checked against the memory that is there. */
export function readRingSize(words: Int32Array): RingSize {
  const slots = words[RING_WORD.slots] ?? 0;
  const arenaBytes = words[RING_WORD.arenaBytes] ?? 0;
  const isOurs =
    words[RING_WORD.magic] === RING_MAGIC &&
    words[RING_WORD.version] === RING_VERSION &&
    ringBytes({ slots, arenaBytes }) <= words.length * 4;
  if (!isOurs) {
    throw problem("INVALID_PARAMS", "the descriptor holds no event ring of this version", {
      hint: "hub and SDK must be of one version",
    });
  }
  return { slots, arenaBytes };
}
