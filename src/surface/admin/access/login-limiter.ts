/** Slows down guessing of passwords, per source, without locking anybody else out (F57). */
import type { Clock } from "#base";
import { RetryLater } from "../http/problems.ts";
import {
  LOGIN_FAILURES_MAX,
  LOGIN_MEMORY_MS,
  LOGIN_SOURCES_MAX,
  LOGIN_WAIT_MAX_MS,
  LOGIN_WAIT_MS,
} from "../limits.ts";

/** What is known of one source. */
interface Entry {
  failures: number;
  /** Tries whose outcome is open; they count, or a hundred at once would all pass. */
  pending: number;
  waitUntil: number;
  forgetAt: number;
}

/** One try to log in. Call exactly one of its members when the outcome is known. */
export interface LoginTry {
  /** The password was right: the source starts afresh. */
  succeeded(): void;
  /** The password was wrong. */
  failed(): void;
  /** Neither: the hub could not say. */
  dropped(): void;
}

/** Counts failed logins per source. */
export class LoginLimiter {
  readonly #clock: Clock;
  /** Oldest use first, as a Map keeps its order. */
  readonly #entries = new Map<string, Entry>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many sources are remembered. */
  get size(): number {
    return this.#entries.size;
  }

  /** Lets a try through, or throws `RATE_LIMITED` with the time to wait. */
  begin(source: string): LoginTry {
    const now = this.#clock.monotonic();
    const entry = this.#recall(source, now);
    const waitMs = entry.waitUntil - now;
    if (waitMs > 0) throw tooMany(waitMs);
    // After a wait one try at a time is open; before it as many as there may be failures.
    const open = Math.max(1, LOGIN_FAILURES_MAX - entry.failures);
    if (entry.pending >= open) throw tooMany(1000);
    entry.pending += 1;
    return {
      succeeded: () => {
        entry.pending -= 1;
        entry.failures = 0;
        entry.waitUntil = 0;
        if (entry.pending === 0) this.#entries.delete(source);
      },
      failed: () => {
        entry.pending -= 1;
        this.#fail(entry);
      },
      dropped: () => {
        entry.pending -= 1;
      },
    };
  }

  #fail(entry: Entry): void {
    const now = this.#clock.monotonic();
    entry.failures += 1;
    const beyond = entry.failures - LOGIN_FAILURES_MAX;
    if (beyond >= 0) {
      entry.waitUntil =
        now + Math.min(LOGIN_WAIT_MS * 2 ** Math.min(beyond, 20), LOGIN_WAIT_MAX_MS);
    }
    entry.forgetAt = Math.max(now, entry.waitUntil) + LOGIN_MEMORY_MS;
  }

  /** The entry of a source, moved to the young end; a new one where none is, or it has expired. */
  #recall(source: string, now: number): Entry {
    const known = this.#entries.get(source);
    this.#entries.delete(source);
    const expired = known !== undefined && known.pending === 0 && known.forgetAt <= now;
    const fresh = { failures: 0, pending: 0, waitUntil: 0, forgetAt: now + LOGIN_MEMORY_MS };
    const entry = known === undefined || expired ? fresh : known;
    if (this.#entries.size >= LOGIN_SOURCES_MAX) this.#makeRoom(now);
    this.#entries.set(source, entry);
    return entry;
  }

  /** Drops what has expired, or else the entry that was used longest ago. */
  #makeRoom(now: number): void {
    for (const [source, entry] of this.#entries) {
      if (entry.pending === 0 && entry.forgetAt <= now) this.#entries.delete(source);
    }
    if (this.#entries.size < LOGIN_SOURCES_MAX) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

function tooMany(waitMs: number): RetryLater {
  const seconds = Math.ceil(waitMs / 1000);
  return new RetryLater("RATE_LIMITED", "too many failed logins", seconds, {
    hint: `wait ${seconds} s`,
  });
}
