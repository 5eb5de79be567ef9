/**
 * The context's lock for plugins: the hub takes and holds it for a handler that asks. What a handler
 * changes is written when it ends, so that it keeps the lock until then, however often it gave it
 * back, and gets no second run for what other plugins wrote meanwhile.
 */
import { type Clock, deadline } from "#base";
import { problem } from "#contract";
import { STAGE_LOCK_DEPTH_MAX, STAGE_LOCK_WAIT_MS } from "./limits.ts";

/** Takes the lock of a context; dispose what comes back to free it. */
export type TakeLock = (signal: AbortSignal) => Promise<Disposable>;

/** A handler that runs. */
interface Entry {
  readonly take: TakeLock;
  held: Disposable | undefined;
  depth: number;
  hasEnded: boolean;
}

/** Locks of handlers that run, by plugin. */
export class StageLocks {
  readonly #clock: Clock;
  readonly #running = new Map<string, Set<Entry>>();
  readonly #mutexes = new WeakMap<object, Mutex>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * A handler of `owner` begins in a run; disposing ends it and frees what it holds. `take` is for a
   * context that has a lock of its own.
   */
  enter(owner: string, run: object, take: TakeLock = this.#mutexOf(run)): Disposable {
    const entry: Entry = { take, held: undefined, depth: 0, hasEnded: false };
    const entries = this.#running.get(owner) ?? new Set();
    this.#running.set(owner, entries.add(entry));
    return {
      [Symbol.dispose]: () => {
        entries.delete(entry);
        if (entries.size === 0 && this.#running.get(owner) === entries) this.#running.delete(owner);
        end(entry);
      },
    };
  }

  async lock(owner: string, signal: AbortSignal): Promise<void> {
    const entry = this.#only(owner);
    if (entry.depth >= STAGE_LOCK_DEPTH_MAX) {
      throw problem(
        "TOO_LARGE",
        `the lock was taken ${STAGE_LOCK_DEPTH_MAX} times and not given back`,
      );
    }
    entry.depth += 1;
    try {
      await this.#hold(entry, signal);
    } catch (error) {
      entry.depth -= 1;
      throw error;
    }
  }

  unlock(owner: string): void {
    const entry = this.#only(owner);
    if (entry.depth === 0) throw problem("CONFLICT", "the plugin does not hold the lock");
    entry.depth -= 1;
  }

  /** The plugin is gone. */
  release(owner: string): void {
    for (const entry of this.#running.get(owner) ?? []) end(entry);
    this.#running.delete(owner);
  }

  async #hold(entry: Entry, signal: AbortSignal): Promise<void> {
    if (entry.held) return;
    const held = await entry.take(signal);
    // Taken twice at once, or too late for a handler that has ended meanwhile.
    if (entry.held || entry.hasEnded) held[Symbol.dispose]();
    else entry.held = held;
  }

  #mutexOf(run: object): TakeLock {
    const mutex = this.#mutexes.get(run) ?? new Mutex(this.#clock);
    this.#mutexes.set(run, mutex);
    return (signal) => mutex.take(signal);
  }

  #only(owner: string): Entry {
    const [entry, ...others] = this.#running.get(owner) ?? [];
    if (entry && others.length === 0) return entry;
    throw problem("CONFLICT", entry ? "several stages of it run" : "no stage of it runs", {
      hint: "lock from within a handler, while no other of the same plugin runs",
    });
  }
}

function end(entry: Entry): void {
  entry.hasEnded = true;
  entry.held?.[Symbol.dispose]();
  entry.held = undefined;
}

/** One holder at a time, in the order in which they asked. */
class Mutex {
  readonly #clock: Clock;
  #last: Promise<void> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async take(signal: AbortSignal): Promise<Disposable> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Who gives up waiting passes the turn on, once it is his.
    this.#last = promise;
    using limit = deadline(this.#clock, STAGE_LOCK_WAIT_MS, signal);
    const gaveUp = Promise.withResolvers<"late">();
    limit.signal.addEventListener("abort", () => gaveUp.resolve("late"), { once: true });
    if ((await Promise.race([before, gaveUp.promise])) !== "late")
      return { [Symbol.dispose]: resolve };
    void before.then(resolve);
    signal.throwIfAborted();
    throw problem("BUSY", `the stage's context is locked for more than ${STAGE_LOCK_WAIT_MS} ms`, {
      hint: "a handler that locks keeps the others waiting until it ends: be brief",
    });
  }
}
