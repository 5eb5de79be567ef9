/** The context's lock for plugins that ask for it by a call: the hub takes and holds it for them. */
import { problem } from "#contract";
import type { SharedStageContext, StageRun } from "#wire/shared";

/** A handler that runs, with the locks that were taken for it. */
interface Entry {
  readonly context: SharedStageContext;
  readonly held: Disposable[];
}

const LOCKS_HELD_MAX = 64;

/** Locks of handlers that run, by plugin. */
export class StageLocks {
  readonly #running = new Map<string, Set<Entry>>();

  /** A handler of `owner` begins; disposing ends it and gives back what it still holds. */
  enter(owner: string, run: StageRun): Disposable {
    const entry: Entry = { context: run.open(), held: [] };
    const entries = this.#running.get(owner) ?? new Set();
    this.#running.set(owner, entries.add(entry));
    return {
      [Symbol.dispose]: () => {
        entries.delete(entry);
        if (entries.size === 0 && this.#running.get(owner) === entries) this.#running.delete(owner);
        entry.context[Symbol.dispose]();
      },
    };
  }

  async lock(owner: string, signal: AbortSignal): Promise<void> {
    const entry = this.#only(owner);
    if (entry.held.length >= LOCKS_HELD_MAX) {
      throw problem("TOO_LARGE", `the lock was taken ${LOCKS_HELD_MAX} times and not given back`);
    }
    entry.held.push(await entry.context.lock(signal));
  }

  unlock(owner: string): void {
    const last = this.#only(owner).held.pop();
    if (!last) throw problem("CONFLICT", "the plugin does not hold the lock");
    last[Symbol.dispose]();
  }

  /** The plugin is gone. */
  release(owner: string): void {
    for (const { context } of this.#running.get(owner) ?? []) context[Symbol.dispose]();
    this.#running.delete(owner);
  }

  #only(owner: string): Entry {
    const [entry, ...others] = this.#running.get(owner) ?? [];
    if (entry && others.length === 0) return entry;
    throw problem("CONFLICT", entry ? "several stages of it run" : "no stage of it runs", {
      hint: "lock from within a handler; the context that it was given has a lock of its own",
    });
  }
}
