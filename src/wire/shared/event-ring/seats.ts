/** The kernel's view of the ring's readers: who waits, and wake-ups that none of them can multiply. */
import type { Clock } from "#base";
import { problem } from "#contract";
import { RING_READERS_MAX, WAKE_REFILL_MS, WAKES_SAVED_MAX } from "../limits.ts";
import { WakePipe } from "../wake-pipe.ts";
import { createWaitingPage, type WaitingPage } from "./waiting-page.ts";

const EVERY_TYPE = -1;

/** What a child needs beside the ring itself, as descriptors to hand down. */
export interface SeatDescriptors {
  readonly page: number;
  readonly wake: number;
}

/** One reader, as the kernel has it. Dispose it when the child is gone. */
export interface RingSeat extends Disposable {
  /** Only before {@link handedDown}. */
  readonly descriptors: SeatDescriptors;
  /** The child has been started: our copies of its descriptors are closed. */
  handedDown(): void;
  /** Where the reader says it is; for people, since it need not be true. */
  readonly cursor: number;
}

/** All readers. */
export class Seats implements Disposable {
  readonly #clock: Clock;
  /** What was written before this sequence has used up half of the ring since. */
  #half: number;
  readonly #seats = new Set<Seat>();
  #late: Disposable | undefined;
  #lateTypes = 0;
  /** Wake-ups sent so far. */
  wakes = 0;

  constructor(clock: Clock, first: number) {
    this.#clock = clock;
    this.#half = first;
  }

  get size(): number {
    return this.#seats.size;
  }

  /** Adds a reader. */
  add(): RingSeat {
    if (this.#seats.size >= RING_READERS_MAX) {
      throw problem("BUSY", `the event ring has ${RING_READERS_MAX} readers already`);
    }
    const seat = new Seat((gone) => this.#seats.delete(gone));
    this.#seats.add(seat);
    return seat;
  }

  /**
   * Wakes everybody who waits for one of these types, `next` being the sequence of the next event.
   * Never waits itself.
   */
  wake(types: number, next: number): void {
    for (const seat of this.#seats) {
      if (seat.page.isWaitingFor(types)) this.#wakeOne(seat, types, next);
    }
  }

  /**
   * Half of the ring has been used up since the event `half`. Wakes whoever waits and is not so far:
   * types that it does not hear must not overrun it, or the one that it waits for is lost with them.
   */
  passHalf(half: number, next: number): void {
    this.#half = half;
    for (const seat of this.#seats) {
      if (((seat.cursor - half) | 0) >= 0 || !seat.page.isWaitingFor(EVERY_TYPE)) continue;
      this.#wakeOne(seat, EVERY_TYPE, next);
    }
  }

  [Symbol.dispose](): void {
    this.#late?.[Symbol.dispose]();
    for (const seat of [...this.#seats]) seat[Symbol.dispose]();
  }

  /**
   * A wake-up costs as much as a hundred events. A reader that waits again and again within a dense
   * stream, or only says so, gets one for half a ring of events, and its share of more; the rest is
   * made up for a little later.
   */
  #wakeOne(seat: Seat, types: number, next: number): void {
    const isWorthIt = seat.wokenAt <= this.#half;
    if (!isWorthIt && !seat.takeWake(this.#clock.monotonic())) {
      this.#wakeLater(types, next);
      return;
    }
    seat.wokenAt = next;
    seat.page.clear();
    this.wakes += 1;
    // Nobody is there to be woken: the supervisor will dispose the seat.
    if (!seat.pipe.wake()) this.#seats.delete(seat);
  }

  #wakeLater(types: number, next: number): void {
    this.#lateTypes |= types;
    this.#late ??= this.#clock.after(WAKE_REFILL_MS, () => {
      const late = this.#lateTypes;
      this.#late = undefined;
      this.#lateTypes = 0;
      this.wake(late, next);
    });
  }
}

class Seat implements RingSeat {
  readonly page: WaitingPage;
  readonly pipe: WakePipe;
  readonly #onGone: (seat: Seat) => void;
  /** The sequence of the event that came next when it was last woken. */
  wokenAt = 0;
  #savedAtMs = 0;
  #saved = WAKES_SAVED_MAX;

  constructor(onGone: (seat: Seat) => void) {
    this.#onGone = onGone;
    using undo = new DisposableStack();
    this.pipe = undo.use(new WakePipe());
    this.page = undo.use(createWaitingPage());
    undo.move();
  }

  get descriptors(): SeatDescriptors {
    const wake = this.pipe.readEnd;
    if (wake === undefined) throw problem("CONFLICT", "this reader's descriptors are given away");
    return { page: this.page.descriptor, wake };
  }

  get cursor(): number {
    return this.page.cursor;
  }

  handedDown(): void {
    this.pipe.closeReadEnd();
    this.page.closeDescriptor();
  }

  /** Takes one of the wake-ups that the reader has a right to now. */
  takeWake(nowMs: number): boolean {
    const more = (nowMs - this.#savedAtMs) / WAKE_REFILL_MS;
    this.#saved = Math.min(this.#saved + more, WAKES_SAVED_MAX);
    this.#savedAtMs = nowMs;
    if (this.#saved < 1) return false;
    this.#saved -= 1;
    return true;
  }

  [Symbol.dispose](): void {
    this.#onGone(this);
    this.pipe[Symbol.dispose]();
    this.page[Symbol.dispose]();
  }
}
