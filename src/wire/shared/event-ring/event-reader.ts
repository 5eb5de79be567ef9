/**
 * A reader of the event ring in a child: takes events in order, notices when it was overtaken, and
 * waits without using the processor.
 */
import { assert, CanceledError } from "#base";
import { fence } from "../fence.ts";
import { RING_LOOKS, RING_PUBLISH_BATCH, RING_READ_BATCH } from "../limits.ts";
import { openSharedMemory, type SharedMemory } from "../shared-memory.ts";
import { openWakeSource, type WakeSource } from "../wake-pipe.ts";
import { Batch } from "./batch.ts";
import { arenaStart, RING_WORD, readRingSize, SLOT_WORD, slotStart } from "./layout.ts";
import { openWaitingPage, type WaitingPage } from "./waiting-page.ts";

/** Descriptors as the child has them. */
export interface EventReaderDescriptors {
  readonly ring: number;
  readonly page: number;
  readonly wake: number;
}

/** Hears events. While a promise that it answers is pending, nothing more is read. */
export interface EventListener {
  /** `payload` is JSON. */
  onEvent(type: number, payload: string): Promise<void> | undefined;
  /** So many events, of whatever type, passed by unread: they were overwritten, or too large. */
  onLost(count: number): void;
}

/** Reads the ring, from the moment on when it was opened. */
export interface EventReader extends AsyncDisposable {
  /** Which types are heard (`eventMask`); all at first. */
  mask: number;
  /**
   * Hands over what there is and waits for more. Resolves when the hub closes the ring, rejects when
   * aborted or when the listener throws.
   */
  run(listener: EventListener, signal: AbortSignal): Promise<void>;
}

/** Opens the ring that the hub handed down. */
export function openEventReader(descriptors: EventReaderDescriptors): EventReader {
  using undo = new DisposableStack();
  const ring = undo.use(openSharedMemory(descriptors.ring, "read"));
  const page = undo.use(openWaitingPage(descriptors.page));
  const reader = new Reader(ring, page, openWakeSource(descriptors.wake));
  undo.move();
  return reader;
}

class Reader implements EventReader {
  #mask = -1;
  #isWaiting = false;
  readonly #ring: SharedMemory;
  readonly #page: WaitingPage;
  readonly #wake: WakeSource;
  readonly #words: Int32Array;
  readonly #bytes: Buffer;
  readonly #slots: number;
  readonly #arenaStart: number;
  readonly #arenaBytes: number;
  readonly #stop = new AbortController();
  #cursor: number;
  #running: Promise<void> | undefined;
  /** The last look found many events, or too many. */
  #isDense = false;
  /** The run has been aborted: what was read but not handed over stays so. */
  #isOver = false;

  constructor(ring: SharedMemory, page: WaitingPage, wake: WakeSource) {
    this.#ring = ring;
    this.#page = page;
    this.#wake = wake;
    this.#words = new Int32Array(ring.buffer);
    this.#bytes = Buffer.from(ring.buffer);
    const { slots, arenaBytes } = readRingSize(this.#words);
    this.#slots = slots;
    this.#arenaBytes = arenaBytes;
    this.#arenaStart = arenaStart(slots);
    this.#cursor = this.#head();
  }

  get mask(): number {
    return this.#mask;
  }

  /** A reader that waits is woken for the new types from now on. */
  set mask(mask: number) {
    this.#mask = mask;
    if (this.#isWaiting) this.#page.announce(mask);
  }

  run(listener: EventListener, signal: AbortSignal): Promise<void> {
    assert(this.#running === undefined, "an event reader runs once at a time");
    const until = AbortSignal.any([signal, this.#stop.signal]);
    const onAbort = () => {
      this.#isOver = true;
    };
    this.#isOver = until.aborted;
    until.addEventListener("abort", onAbort, { once: true });
    this.#running = this.#follow(listener, until).finally(() => {
      until.removeEventListener("abort", onAbort);
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Stops, waits until the listener has finished, and only then unmaps (F44). */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new CanceledError("gone"));
    await this.#running?.catch(() => undefined);
    await this.#wake[Symbol.asyncDispose]();
    this.#ring[Symbol.dispose]();
    this.#page[Symbol.dispose]();
  }

  async #follow(listener: EventListener, signal: AbortSignal): Promise<void> {
    let looksLeft = 0;
    for (;;) {
      signal.throwIfAborted();
      const batch = this.#take(listener);
      if (batch) {
        // In a dense stream a wake-up would cost the writer more than the events do.
        looksLeft = this.#isDense ? RING_LOOKS : 0;
        const pause = this.#deliver(batch, listener, 0);
        // Also where nobody pauses: timers and calls of this process have their turn in between.
        await (pause ?? nextTurn());
        continue;
      }
      if (looksLeft > 0) {
        looksLeft -= 1;
        await nextTurn();
        continue;
      }
      this.#page.announce(this.#mask);
      // Either we see an event that came in between, or the writer sees that we wait.
      fence();
      if (this.#head() !== this.#cursor) this.#page.clear();
      else if (!(await this.#woken(signal))) return;
    }
  }

  async #woken(signal: AbortSignal): Promise<boolean> {
    this.#isWaiting = true;
    try {
      return await this.#wake.next(signal);
    } finally {
      this.#isWaiting = false;
    }
  }

  #head(): number {
    return this.#words[RING_WORD.head] ?? 0;
  }

  #isOvertaken(): boolean {
    return ((this.#cursor - (this.#words[RING_WORD.floor] ?? 0)) | 0) < 0;
  }

  /** Reads events that are whole; undefined when there are none. */
  #take(listener: EventListener): Batch | undefined {
    const head = this.#head();
    // The slots must not be read before the head that vouches for them.
    fence();
    const waiting = (head - this.#cursor) >>> 0;
    if (waiting === 0) return undefined;
    const batch = new Batch(this.#bytes, this.#arenaStart);
    const end = this.#cursor + Math.min(waiting, RING_READ_BATCH);
    const isWhole = waiting <= this.#slots && this.#read(end, batch);
    // What was read counts only if the writer had not begun to overwrite it by then.
    fence();
    this.#isDense = batch.types.length >= RING_PUBLISH_BATCH;
    if (!isWhole || this.#isOvertaken()) {
      this.#isDense = true;
      this.#skip(listener);
      return new Batch(this.#bytes, this.#arenaStart);
    }
    this.#cursor = end | 0;
    this.#page.tellCursor(this.#cursor);
    return batch;
  }

  /** False when a slot makes no sense, as it may while it is being overwritten. */
  #read(end: number, batch: Batch): boolean {
    const words = this.#words;
    for (let sequence = this.#cursor; sequence !== end; sequence += 1) {
      const slot = slotStart(this.#slots, sequence);
      const type = words[slot + SLOT_WORD.type] ?? 0;
      if (((this.#mask >>> type) & 1) === 0) continue;
      const flags = words[slot + SLOT_WORD.flags] ?? 0;
      const offset = words[slot + SLOT_WORD.offset] ?? 0;
      const length = words[slot + SLOT_WORD.length] ?? 0;
      const characters = words[slot + SLOT_WORD.characters] ?? 0;
      if (words[slot + SLOT_WORD.sequence] !== (sequence | 0)) return false;
      if (offset < 0 || length < 0 || offset + length > this.#arenaBytes) return false;
      batch.add(type, flags, offset, length, characters);
    }
    batch.finish();
    return true;
  }

  /** Goes on with the newest event; all between are lost. */
  #skip(listener: EventListener): void {
    const newest = (this.#head() - 1) | 0;
    const lost = (newest - this.#cursor) >>> 0;
    this.#cursor = newest;
    this.#page.tellCursor(newest);
    listener.onLost(lost);
  }

  /** Hands over from `index` on; a promise when the listener wants to be waited for. */
  #deliver(batch: Batch, listener: EventListener, index: number): Promise<void> | undefined {
    const { types, payloads } = batch;
    for (let at = index; at < types.length && !this.#isOver; at += 1) {
      const payload = payloads[at];
      if (payload === undefined) listener.onLost(1);
      else {
        const pause = listener.onEvent(types[at] ?? 0, payload);
        if (pause) return pause.then(() => this.#deliver(batch, listener, at + 1));
      }
    }
    return undefined;
  }
}

/** Lets the event loop go round once. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
