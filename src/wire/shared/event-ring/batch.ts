/**
 * Events that a reader has copied out of the ring and not yet handed over. Payloads that lie side by
 * side are decoded in one go and cut apart: decoding each by itself costs more than parsing it.
 */
import { SLOT_ASCII, SLOT_DROPPED } from "./layout.ts";

/** One batch; used once. */
export class Batch {
  readonly types: number[] = [];
  /** Undefined for an event whose payload was too large for the ring. */
  readonly payloads: (string | undefined)[] = [];
  readonly #bytes: Buffer;
  readonly #arenaStart: number;
  /** The payloads that are not decoded yet: their bytes, and how many characters each has. */
  #begin = 0;
  #end = 0;
  #isAscii = true;
  readonly #characters: number[] = [];

  constructor(bytes: Buffer, arenaStart: number) {
    this.#bytes = bytes;
    this.#arenaStart = arenaStart;
  }

  /** Adds the event that a slot describes. */
  add(type: number, flags: number, offset: number, length: number, characters: number): void {
    const isDropped = (flags & SLOT_DROPPED) !== 0;
    if (isDropped || offset !== this.#end) {
      this.finish();
      this.#begin = offset;
      this.#end = offset;
    }
    this.types.push(type);
    if (isDropped) {
      this.payloads.push(undefined);
      return;
    }
    this.#end += length;
    this.#isAscii &&= (flags & SLOT_ASCII) !== 0;
    this.#characters.push(characters);
  }

  /** Decodes what is still to be decoded. */
  finish(): void {
    if (this.#characters.length === 0) return;
    const begin = this.#arenaStart + this.#begin;
    const end = this.#arenaStart + this.#end;
    const text = this.#bytes.toString(this.#isAscii ? "latin1" : "utf8", begin, end);
    let position = 0;
    for (const characters of this.#characters) {
      this.payloads.push(text.slice(position, position + characters));
      position += characters;
    }
    this.#characters.length = 0;
    this.#isAscii = true;
  }
}
