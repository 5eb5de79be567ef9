/** Follows the hub's log only while an owner watches it: nobody else pays for the lines. */
import type { TaskGroup } from "#base";
import type { KernelEvents } from "#contract";
import type { AdminHub } from "../ports.ts";

/** One time of watching, from the first owner's coming to the last one's leaving. */
interface Watch {
  subscription: Disposable | undefined;
}

/** A counted subscription to the kernel's `log` event. */
export class LogLines {
  readonly #hub: AdminHub;
  readonly #tasks: TaskGroup;
  readonly #onLine: (line: KernelEvents["log"]) => void;
  #holders = 0;
  #watch: Watch | undefined;

  constructor(hub: AdminHub, tasks: TaskGroup, onLine: (line: KernelEvents["log"]) => void) {
    this.#hub = hub;
    this.#tasks = tasks;
    this.#onLine = onLine;
  }

  /** Keeps the lines coming until the returned value is disposed. */
  hold(): Disposable {
    this.#holders += 1;
    if (this.#holders === 1) this.#begin();
    return {
      [Symbol.dispose]: () => {
        this.#holders -= 1;
        if (this.#holders === 0) this.#end();
      },
    };
  }

  #begin(): void {
    const watch: Watch = { subscription: undefined };
    this.#watch = watch;
    this.#tasks.run(async () => {
      const subscription = await this.#hub.events.on("log", (line) => {
        if (this.#watch === watch) this.#onLine(line);
      });
      // The last owner may have left while we asked.
      if (this.#watch === watch) watch.subscription = subscription;
      else subscription[Symbol.dispose]();
    });
  }

  #end(): void {
    this.#watch?.subscription?.[Symbol.dispose]();
    this.#watch = undefined;
  }
}
