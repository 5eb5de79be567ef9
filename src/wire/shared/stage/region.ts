/**
 * A process's own region of a frame: takes room for records, one behind the other, and compacts
 * when its half is full. What it knows of its room lies in its own memory, where nobody else writes.
 */
import { problem, STAGE_FIELDS } from "#contract";
import type { FieldRecord, StageFrame } from "./frame.ts";
import { nextPlace, type Range, readPlace, regionRange, UNIT_BYTES, unitsOf } from "./layout.ts";

/** Writes the records of one process into one frame. */
export class RegionWriter {
  readonly frame: StageFrame;
  readonly #halves: readonly [Range, Range];
  #half: 0 | 1 = 0;
  #next: number;
  #epoch = 0;

  constructor(frame: StageFrame, region: number) {
    const { start, end } = regionRange(frame.size, region);
    const middle = (start + end) / 2;
    this.frame = frame;
    this.#halves = [
      { start, end: middle },
      { start: middle, end },
    ];
    this.#next = start;
  }

  /** The most bytes that this process's values may take together. */
  get bytesMax(): number {
    const [{ start, end }] = this.#halves;
    return (end - start) * UNIT_BYTES;
  }

  /**
   * Writes a record and shows it in the place of `expected`; false when another was faster. Throws
   * `TOO_LARGE` when it does not fit; then nothing has changed.
   */
  put(epoch: number, field: number, expected: number, record: FieldRecord): boolean {
    if (epoch !== this.#epoch) this.#begin(epoch);
    const units = unitsOf(record.value.length);
    if (this.#next + units > this.#halves[this.#half].end) this.#compact(field, units);
    const unit = this.#next;
    this.#next += units;
    this.frame.write(field, unit, record);
    return this.frame.swapPlace(field, expected, nextPlace(expected, unit));
  }

  /** In a new run no field points to what was written in the last. */
  #begin(epoch: number): void {
    this.#epoch = epoch;
    this.#half = 0;
    this.#next = this.#halves[0].start;
  }

  /** Moves what is in use to the other half, all but the value that is about to be replaced. */
  #compact(replaced: number, units: number): void {
    const from = this.#halves[this.#half];
    this.#half = this.#half === 0 ? 1 : 0;
    const to = this.#halves[this.#half];
    this.#next = to.start;
    for (let field = 0; field < STAGE_FIELDS.length; field += 1) {
      if (field !== replaced) this.#move(field, from, to);
    }
    if (this.#next + units <= to.end) return;
    // It stays, so that it must not be left in the half that is compacted into next.
    this.#move(replaced, from, to);
    throw problem("TOO_LARGE", `a plugin's part of a stage's context has ${this.bytesMax} bytes`, {
      hint: "keep large values out of the context; media go by the arena",
    });
  }

  #move(field: number, from: Range, to: Range): void {
    const word = this.frame.place(field);
    const { unit } = readPlace(word);
    if (unit < from.start || unit >= from.end) return;
    const units = this.frame.tryHead(field, word)?.units;
    // Garbage that somebody pointed here: whoever reads the field will say so.
    if (units === undefined || this.#next + units > to.end) return;
    this.frame.copy(unit, this.#next, units);
    // Replaced by another process meanwhile: then the copy is of no use, and takes no room.
    if (this.frame.swapPlace(field, word, nextPlace(word, this.#next))) this.#next += units;
  }
}
