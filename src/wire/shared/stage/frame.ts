/**
 * One frame of the stage segment: records, and the words that point to them. Where the segment is
 * writable every child can write anything at any time, so that nothing is believed: each place and length is checked against
 * the frame, each value against its hash, and each loop has an end.
 */
import { problem, STAGE_FIELDS, type StageField } from "#contract";
import { fence } from "../fence.ts";
import { STAGE_READ_TRIES } from "../limits.ts";
import {
  FRAME_HEADER_BYTES,
  FRAME_WORD,
  frameBytes,
  RECORD_HEADER_BYTES,
  RECORD_KIND,
  type RecordKind,
  readPlace,
  regionOf,
  regionRange,
  type StageSize,
  UNIT_BYTES,
  unitsOf,
} from "./layout.ts";

/** A field's value as it lies in memory, copied. */
export interface FieldRecord {
  readonly kind: RecordKind;
  /** How often the field was written in this run; 0 for one that never was. */
  readonly version: number;
  readonly value: Buffer;
}

/** What a record's first bytes say. */
export interface RecordHead {
  readonly kind: number;
  readonly version: number;
  readonly lengthBytes: number;
  readonly units: number;
}

const NOTHING: FieldRecord = { kind: RECORD_KIND.unset, version: 0, value: Buffer.alloc(0) };
const LENGTH = 0;
const KIND = 1;
const VERSION = 2;
const HASH = 3;

/** The memory of one run of a stage. */
export class StageFrame {
  readonly size: StageSize;
  /** The header's words, for atomic operations. */
  readonly words: Int32Array;
  readonly #all: Int32Array;
  readonly #bytes: Buffer;

  constructor(buffer: ArrayBuffer, size: StageSize, number: number) {
    const bytes = frameBytes(size);
    this.size = size;
    this.words = new Int32Array(buffer, number * bytes, FRAME_HEADER_BYTES / 4);
    this.#all = new Int32Array(buffer, number * bytes, bytes / 4);
    this.#bytes = Buffer.from(buffer, number * bytes, bytes);
  }

  get epoch(): number {
    return this.#load(FRAME_WORD.epoch);
  }

  /** A field's word. */
  place(field: number): number {
    return this.#load(FRAME_WORD.fields + field);
  }

  /** Puts a new word in the place of `expected`; false when another was faster. */
  swapPlace(field: number, expected: number, word: number): boolean {
    const index = FRAME_WORD.fields + field;
    return Atomics.compareExchange(this.words, index, expected, word) === expected;
  }

  /** What stands in front of the record that a word points to; undefined for a field never set. */
  head(field: number, word: number): RecordHead | undefined {
    const { unit } = readPlace(word);
    if (unit === 0) return undefined;
    const region = regionOf(this.size, unit);
    const isInside = region >= 0 && region < this.size.regions;
    const first = (unit * UNIT_BYTES) / 4;
    const lengthBytes = this.#all[first + LENGTH] ?? -1;
    const units = unitsOf(lengthBytes);
    if (!isInside || lengthBytes < 0 || unit + units > regionRange(this.size, region).end) {
      throw garbled(field);
    }
    const kind = this.#all[first + KIND] ?? -1;
    return { kind, version: this.#all[first + VERSION] ?? 0, lengthBytes, units };
  }

  /** Null for a field never set, undefined for what cannot be a record. */
  tryHead(field: number, word: number): RecordHead | null | undefined {
    try {
      return this.head(field, word) ?? null;
    } catch {
      // Judged by the caller: it may have been replaced while we looked.
      return undefined;
    }
  }

  /** A field's value and the word that led to it. */
  read(field: number): FieldRecord & { readonly word: number } {
    for (let tries = 0; tries < STAGE_READ_TRIES; tries += 1) {
      const word = this.place(field);
      const record = this.#record(field, word);
      if (record) return { ...record, word };
      // A value that does not fit its hash is one that was replaced while it was copied, or garbage.
      if (this.place(field) === word) throw garbled(field);
    }
    throw problem("BUSY", `the stage's field "${nameOf(field)}" does not hold still`);
  }

  /** Writes a record where nobody looks yet. */
  write(field: number, unit: number, { kind, version, value }: FieldRecord): void {
    const first = (unit * UNIT_BYTES) / 4;
    this.#all[first + LENGTH] = value.length;
    this.#all[first + KIND] = kind;
    this.#all[first + VERSION] = version;
    this.#all[first + HASH] = hashOf(field, kind, version, value);
    this.#bytes.set(value, unit * UNIT_BYTES + RECORD_HEADER_BYTES);
  }

  /** Copies a record to another place; the field's word is not changed. */
  copy(fromUnit: number, toUnit: number, units: number): void {
    const from = fromUnit * UNIT_BYTES;
    this.#bytes.copyWithin(toUnit * UNIT_BYTES, from, from + units * UNIT_BYTES);
  }

  /** Whoever maps the memory for reading only must not use `Atomics.load` (`fence.ts`). */
  #load(index: number): number {
    fence();
    const word = this.words[index] ?? 0;
    fence();
    return word;
  }

  /** The record that a word points to; undefined when its value does not fit its hash. */
  #record(field: number, word: number): FieldRecord | undefined {
    const head = this.tryHead(field, word);
    if (head === null) return NOTHING;
    if (head === undefined) return undefined;
    const { kind, version, lengthBytes } = head;
    const start = readPlace(word).unit * UNIT_BYTES;
    const begin = start + RECORD_HEADER_BYTES;
    const hash = this.#all[start / 4 + HASH];
    const value = Buffer.from(this.#bytes.subarray(begin, begin + lengthBytes));
    if (hash !== hashOf(field, kind, version, value)) return undefined;
    return { kind: kind as RecordKind, version, value };
  }
}

function hashOf(field: number, kind: number, version: number, value: Buffer): number {
  const seed = (Math.imul(version, 31) + kind * 0x1_0000 + field) >>> 0;
  return Bun.hash.xxHash32(value, seed) | 0;
}

function nameOf(field: number): StageField | number {
  return STAGE_FIELDS[field] ?? field;
}

/** A child wrote over a field. */
export function garbled(field: number): Error {
  return problem("PLUGIN_FAILED", `the stage's context is garbled: field "${nameOf(field)}"`, {
    hint: "a plugin with the capability `stage` wrote over it; see which ones were loaded",
  });
}
