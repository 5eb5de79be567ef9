/**
 * The event ring's one writer: puts events into memory that children can only read. Its cost does
 * not grow with their number, and it never waits for one: who falls behind loses events and is told.
 */
import type { Clock } from "#base";
import { fence } from "../fence.ts";
import { RING_ARENA_BYTES, RING_PAYLOAD_SHARE, RING_PUBLISH_BATCH, RING_SLOTS } from "../limits.ts";
import { createSharedMemory, type SharedMemory } from "../shared-memory.ts";
import {
  arenaStart,
  RING_MAGIC,
  RING_VERSION,
  RING_WORD,
  type RingSize,
  requireRingSize,
  ringBytes,
  SLOT_ASCII,
  SLOT_DROPPED,
  SLOT_WORD,
  slotStart,
} from "./layout.ts";
import { type RingSeat, Seats } from "./seats.ts";

export interface EventRingOptions {
  readonly clock: Clock;
  readonly size?: RingSize;
  /** Where counting begins; for tests of the wrap around at 2^32. */
  readonly firstSequence?: number;
}

/** What the ring has done so far. */
export interface RingFigures {
  readonly written: number;
  /** Events whose payload was too large. */
  readonly dropped: number;
  readonly wakes: number;
  readonly readers: number;
}

/** The ring as the kernel holds it. */
export interface EventRing extends Disposable {
  /** The memory, to hand down. Children can map it for reading only. */
  readonly descriptor: number;
  readonly figures: RingFigures;
  /**
   * Writes an event (`EVENT_TYPES`) with its payload as JSON. False where the payload is larger than
   * its share: readers are then told that they lost one. Readers see it at the end of the tick.
   */
  write(type: number, payload: string): boolean;
  /** Whether a payload is within its share. */
  fits(payload: string): boolean;
  /** Shows readers all that was written, now. */
  flush(): void;
  /** Adds a reader. */
  addReader(): RingSeat;
}

/** Makes a ring. */
export function createEventRing(options: EventRingOptions): EventRing {
  const size = options.size ?? { slots: RING_SLOTS, arenaBytes: RING_ARENA_BYTES };
  requireRingSize(size);
  const memory = createSharedMemory("homeagent-events", ringBytes(size), "read_only");
  return new Writer(memory, size, options.clock, options.firstSequence ?? 0);
}

class Writer implements EventRing {
  readonly #memory: SharedMemory;
  readonly #words: Int32Array;
  readonly #bytes: Buffer;
  readonly #slots: number;
  readonly #arenaBytes: number;
  readonly #arenaStart: number;
  readonly #payloadMax: number;
  /** How far beyond the need the floor is raised at once: raising it costs two barriers. */
  readonly #slotsAhead: number;
  readonly #bytesAhead: number;
  readonly #seats: Seats;
  /** Where each slot's payload begins, counted without wrapping around. */
  readonly #starts: Float64Array;
  readonly #first: number;
  #next: number;
  #floor: number;
  #published: number;
  #position = 0;
  #dropped = 0;
  /** Sequences an eighth of the ring apart, by slots or by bytes; the oldest is half a ring ago. */
  readonly #marks: number[];
  #markPosition = 0;
  #typesUnpublished = 0;
  #isFlushDue = false;
  readonly #flushDue = () => {
    this.#isFlushDue = false;
    if (this.#memory.isOpen) this.flush();
  };

  constructor(memory: SharedMemory, size: RingSize, clock: Clock, first: number) {
    this.#memory = memory;
    this.#words = new Int32Array(memory.buffer, 0, arenaStart(size.slots) / 4);
    this.#bytes = Buffer.from(memory.buffer);
    this.#slots = size.slots;
    this.#arenaBytes = size.arenaBytes;
    this.#arenaStart = arenaStart(size.slots);
    this.#payloadMax = Math.floor(size.arenaBytes / RING_PAYLOAD_SHARE);
    this.#slotsAhead = size.slots >> 6;
    this.#bytesAhead = size.arenaBytes >> 6;
    this.#seats = new Seats(clock, first);
    this.#marks = [first, first, first, first];
    this.#starts = new Float64Array(size.slots);
    this.#first = first;
    this.#next = first;
    this.#floor = first;
    this.#published = first;
    this.#words[RING_WORD.slots] = size.slots;
    this.#words[RING_WORD.arenaBytes] = size.arenaBytes;
    this.#words[RING_WORD.version] = RING_VERSION;
    this.#words[RING_WORD.head] = first;
    this.#words[RING_WORD.floor] = first;
    this.#words[RING_WORD.magic] = RING_MAGIC;
  }

  get descriptor(): number {
    return this.#memory.descriptor;
  }

  get figures(): RingFigures {
    return {
      written: this.#next - this.#first,
      dropped: this.#dropped,
      wakes: this.#seats.wakes,
      readers: this.#seats.size,
    };
  }

  write(type: number, payload: string): boolean {
    // Three bytes are the most that one unit of a string takes.
    let bytesMax = payload.length * 3;
    if (bytesMax > this.#payloadMax) bytesMax = Buffer.byteLength(payload);
    const fits = bytesMax <= this.#payloadMax;
    if (!fits) bytesMax = 0;
    const offset = this.#room(bytesMax);
    const length = fits ? this.#bytes.write(payload, this.#arenaStart + offset, bytesMax) : 0;
    this.#position += length;
    const isAscii = length === payload.length ? SLOT_ASCII : 0;
    this.#add(type, fits ? isAscii : SLOT_DROPPED, offset, length, payload.length);
    if (!fits) this.#dropped += 1;
    return fits;
  }

  fits(payload: string): boolean {
    // Three bytes are the most that one unit of a string takes.
    return payload.length * 3 <= this.#payloadMax || Buffer.byteLength(payload) <= this.#payloadMax;
  }

  flush(): void {
    if (this.#published === this.#next) return;
    this.#published = this.#next;
    Atomics.store(this.#words, RING_WORD.head, this.#next);
    const types = this.#typesUnpublished;
    this.#typesUnpublished = 0;
    this.#seats.wake(types, this.#next);
  }

  addReader(): RingSeat {
    return this.#seats.add();
  }

  [Symbol.dispose](): void {
    this.#seats[Symbol.dispose]();
    this.#memory[Symbol.dispose]();
  }

  /** Finds the place of the next payload, in one piece, and gives up what stands there. */
  #room(bytesMax: number): number {
    const arenaBytes = this.#arenaBytes;
    let offset = this.#position & (arenaBytes - 1);
    if (offset + bytesMax > arenaBytes) {
      this.#position += arenaBytes - offset;
      offset = 0;
    }
    const next = this.#next;
    this.#starts[next & (this.#slots - 1)] = this.#position;
    const slotLimit = next - this.#slots + 1;
    const byteLimit = this.#position + bytesMax - arenaBytes;
    const floor = this.#floor;
    const isWhole = floor >= slotLimit && (floor === next || this.#start(floor) >= byteLimit);
    if (!isWhole) this.#raiseFloor(slotLimit + this.#slotsAhead, byteLimit + this.#bytesAhead);
    return offset;
  }

  /** Says which events are about to be overwritten, before they are. */
  #raiseFloor(slotLimit: number, byteLimit: number): void {
    let floor = Math.min(Math.max(this.#floor, slotLimit), this.#next);
    while (floor < this.#next && this.#start(floor) < byteLimit) floor += 1;
    this.#floor = floor;
    Atomics.store(this.#words, RING_WORD.floor, floor);
    fence();
  }

  #start(sequence: number): number {
    return this.#starts[sequence & (this.#slots - 1)] ?? 0;
  }

  #add(type: number, flags: number, offset: number, length: number, characters: number): void {
    const slot = slotStart(this.#slots, this.#next);
    const words = this.#words;
    words[slot + SLOT_WORD.sequence] = this.#next;
    words[slot + SLOT_WORD.type] = type;
    words[slot + SLOT_WORD.flags] = flags;
    words[slot + SLOT_WORD.offset] = offset;
    words[slot + SLOT_WORD.length] = length;
    words[slot + SLOT_WORD.characters] = characters;
    this.#next += 1;
    this.#typesUnpublished |= 1 << type;
    const last = this.#marks[3] ?? 0;
    const isDue = this.#next - last >= this.#slots >> 3;
    if (isDue || this.#position - this.#markPosition >= this.#arenaBytes >> 3) this.#mark();
    if (this.#next - this.#published >= RING_PUBLISH_BATCH) this.flush();
    else if (!this.#isFlushDue) {
      this.#isFlushDue = true;
      queueMicrotask(this.#flushDue);
    }
  }

  /** Another eighth of the ring is used up: whoever is half of it behind must not sleep on. */
  #mark(): void {
    this.flush();
    this.#marks.push(this.#next);
    this.#markPosition = this.#position;
    this.#seats.passHalf(this.#marks.shift() ?? 0, this.#next);
  }
}
