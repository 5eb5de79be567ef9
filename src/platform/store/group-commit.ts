/** Many small writes in one commit: each is acknowledged only after the commit that holds it. */
import { type Clock, OperationalError } from "#base";
import { isBusy } from "./errors.ts";
import {
  GROUP_DELAY_MS,
  GROUP_RETRY_MS,
  GROUP_SIZE_MAX,
  GROUP_TRIES_MAX,
  GROUP_WAITING_MAX,
} from "./limits.ts";

/** What grouping needs of the store. */
export interface GroupHost {
  readonly path: string;
  readonly clock: Clock;
  /** Runs `work` in one immediate transaction; nested, in a savepoint of its own. */
  readonly transaction: (work: () => void) => void;
  /** Whether a transaction is open right now: a group must not slip into it. */
  readonly inTransaction: () => boolean;
  readonly mapError: (error: unknown) => unknown;
}

interface Waiting {
  readonly work: () => void;
  readonly done: PromiseWithResolvers<void>;
}

/** The open group of one store. */
export class GroupCommit {
  readonly #host: GroupHost;
  #waiting: Waiting[] = [];
  #timer: Disposable | undefined;
  #tries = 0;

  constructor(host: GroupHost) {
    this.#host = host;
  }

  /** How many writes wait for their commit. */
  get size(): number {
    return this.#waiting.length;
  }

  /** Adds a write; see `Store.grouped`. */
  add(work: () => void): Promise<void> {
    if (this.#waiting.length >= GROUP_WAITING_MAX) {
      const message = `${this.#host.path}: ${GROUP_WAITING_MAX} writes wait for the disk`;
      return Promise.reject(new OperationalError("STORE_BUSY", message, { hint: "try again" }));
    }
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ work, done });
    if (this.#waiting.length >= GROUP_SIZE_MAX && this.#tries === 0) this.flush();
    else this.#arm();
    return done.promise;
  }

  /** Commits what waits. Inside a transaction it only makes sure that this happens soon after. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    if (this.#host.inTransaction()) {
      this.#arm();
      return;
    }
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    const group = this.#waiting;
    this.#waiting = [];
    const failures = new Map<Waiting, unknown>();
    try {
      this.#host.transaction(() => {
        failures.clear();
        for (const item of group) this.#runOne(item, failures);
      });
    } catch (error) {
      this.#putOff(group, error);
      return;
    }
    this.#tries = 0;
    for (const item of group) {
      if (failures.has(item)) item.done.reject(failures.get(item));
      else item.done.resolve();
    }
    // Work of this group may have queued more.
    if (this.#waiting.length > 0) this.#arm();
  }

  /** Commits what it can and refuses the rest, for the store closes. */
  close(): void {
    this.flush();
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    const left = this.#waiting;
    this.#waiting = [];
    for (const item of left) {
      item.done.reject(new OperationalError("STORE_BUSY", `${this.#host.path}: closed before`));
    }
  }

  /** A write that throws is undone alone; the rest of its group stays. */
  #runOne(item: Waiting, failures: Map<Waiting, unknown>): void {
    try {
      this.#host.transaction(item.work);
    } catch (error) {
      // Some failures (a full disk) end the whole transaction; then nothing of it may be acknowledged.
      if (!this.#host.inTransaction()) throw error;
      failures.set(item, this.#host.mapError(error));
    }
  }

  /** A group held up by another process is tried again, a few times; any other failure is final. */
  #putOff(group: readonly Waiting[], error: unknown): void {
    this.#tries += 1;
    if (isBusy((error as Error).cause ?? error) && this.#tries < GROUP_TRIES_MAX) {
      this.#waiting = [...group, ...this.#waiting];
      this.#arm();
      return;
    }
    this.#tries = 0;
    for (const item of group) item.done.reject(this.#host.mapError(error));
    if (this.#waiting.length > 0) this.#arm();
  }

  #arm(): void {
    const delayMs = this.#tries === 0 ? GROUP_DELAY_MS : GROUP_RETRY_MS;
    this.#timer ??= this.#host.clock.after(delayMs, () => {
      this.#timer = undefined;
      this.flush();
    });
  }
}
