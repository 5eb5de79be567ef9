/** The kernel's view of the ring's readers: who waits, and wake-ups that none of them can multiply. */
import type { Clock } from "#base";
import { problem } from "#contract";
import { RING_READERS_MAX, WAKE_WINDOW_MS, WAKES_PER_WINDOW } from "../limits.ts";
import { WakePipe } from "../wake-pipe.ts";
import { createWaitingPage, type WaitingPage } from "./waiting-page.ts";

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
  readonly #seats = new Set<Seat>();
  #late: Disposable | undefined;
  #lateTypes = 0;
  /** Wake-ups sent so far. */
  wakes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
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

  /** Wakes everybody who waits for one of these types. Never waits itself. */
  wake(types: number): void {
    for (const seat of this.#seats) {
      if (!seat.page.isWaitingFor(types)) continue;
      if (seat.mayWake(this.#clock.monotonic())) this.#send(seat);
      else this.#wakeLater(types);
    }
  }

  [Symbol.dispose](): void {
    this.#late?.[Symbol.dispose]();
    for (const seat of [...this.#seats]) seat[Symbol.dispose]();
  }

  #send(seat: Seat): void {
    seat.page.clear();
    this.wakes += 1;
    // Nobody is there to be woken: the supervisor will dispose the seat.
    if (!seat.pipe.wake()) this.#seats.delete(seat);
  }

  /** A reader that says all the time that it waits costs no more than its share; it is not forgotten. */
  #wakeLater(types: number): void {
    this.#lateTypes |= types;
    this.#late ??= this.#clock.after(WAKE_WINDOW_MS, () => {
      const late = this.#lateTypes;
      this.#late = undefined;
      this.#lateTypes = 0;
      this.wake(late);
    });
  }
}

class Seat implements RingSeat {
  readonly page: WaitingPage;
  readonly pipe: WakePipe;
  readonly #onGone: (seat: Seat) => void;
  #windowEndsAt = 0;
  #wakesLeft = 0;

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

  mayWake(nowMs: number): boolean {
    if (nowMs >= this.#windowEndsAt) {
      this.#windowEndsAt = nowMs + WAKE_WINDOW_MS;
      this.#wakesLeft = WAKES_PER_WINDOW;
    }
    this.#wakesLeft -= 1;
    return this.#wakesLeft >= 0;
  }

  [Symbol.dispose](): void {
    this.#onGone(this);
    this.pipe[Symbol.dispose]();
    this.page[Symbol.dispose]();
  }
}
