/** Which ranges of the arena are free: first fit, and neighbors join again. */

interface Range {
  start: number;
  length: number;
}

/** Free ranges, in order. Knows nothing of what is done with the others. */
export class FreeList {
  readonly #ranges: Range[] = [];
  #end = 0;

  /** Where the managed space ends. */
  get end(): number {
    return this.#end;
  }

  /** Makes the space larger. */
  grow(length: number): void {
    const start = this.#end;
    this.#end += length;
    this.give(start, length);
  }

  /** Takes the first range that is large enough; undefined when there is none. */
  take(length: number): number | undefined {
    const index = this.#ranges.findIndex((range) => range.length >= length);
    const range = this.#ranges[index];
    if (!range) return undefined;
    const { start } = range;
    range.start += length;
    range.length -= length;
    if (range.length === 0) this.#ranges.splice(index, 1);
    return start;
  }

  /** Gives a range back that was taken. */
  give(start: number, length: number): void {
    let index = this.#ranges.findIndex((range) => range.start > start);
    if (index === -1) index = this.#ranges.length;
    const before = this.#ranges[index - 1];
    const after = this.#ranges[index];
    const joinsBefore = before !== undefined && before.start + before.length === start;
    const joinsAfter = after !== undefined && start + length === after.start;
    if (joinsBefore) {
      before.length += length + (joinsAfter ? after.length : 0);
      if (joinsAfter) this.#ranges.splice(index, 1);
    } else if (joinsAfter) {
      after.start = start;
      after.length += length;
    } else {
      this.#ranges.splice(index, 0, { start, length });
    }
  }

  /** Makes the space smaller again where its end is free, in whole steps, down to one. */
  shrink(step: number): void {
    const last = this.#ranges.at(-1);
    if (!last || last.start + last.length !== this.#end) return;
    const free = Math.min(last.length, this.#end - step);
    const cut = free - (free % step);
    last.length -= cut;
    this.#end -= cut;
    if (last.length === 0) this.#ranges.pop();
  }

  /** The free ranges, for tests and figures. */
  get ranges(): readonly Readonly<Range>[] {
    return this.#ranges;
  }
}
