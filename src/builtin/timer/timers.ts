/** The timers: kept over a restart, counted by the right clock, and each ringing once. */
import { TaskGroup } from "#base";
import { type Principal, problem, type Timer } from "#contract";
import type { TimerMatch, TimerRecord, TimerRecords, TimerRequest, Timers } from "#kernel/state";
import {
  ACTION_CHARS_MAX,
  DRIFT_MS,
  MESSAGE_CHARS_MAX,
  NAME_CHARS_MAX,
  RECHECK_MS,
  TIMERS_MAX,
} from "./limits.ts";
import { type RingParts, ring } from "./ring.ts";

/** What the timers stand on. */
export interface TimerParts extends RingParts {
  readonly records: TimerRecords;
  /** Longest duration that may be set, from the settings. */
  readonly maxDurationMs: () => number;
}

/** Timers with what only the hub itself needs of them. */
export interface TimerBook extends Timers, AsyncDisposable {
  /**
   * Begins to ring, with what fell due while the hub was off. To be called when the tools and
   * devices that actions need are there.
   */
  start(): void;
  /** Timers that `principal` may see and change: his own, and for members everyone's. */
  visibleTo(principal: Principal): readonly Timer[];
}

interface Entry {
  record: TimerRecord;
  /**
   * When it is due by the monotonic clock: for durations begun in this run, which no setting of the
   * wall clock may stretch or cut. Undefined: the wall clock decides.
   */
  dueMonotonic: number | undefined;
}

/** Reads the kept timers; none rings before `start`. */
export function createTimers(parts: TimerParts): TimerBook {
  return new Book(parts);
}

class Book implements TimerBook {
  readonly #parts: TimerParts;
  readonly #entries = new Map<string, Entry>();
  readonly #ringing: TaskGroup;
  #started = false;
  #alarm: Disposable | undefined;

  constructor(parts: TimerParts) {
    this.#parts = parts;
    this.#ringing = new TaskGroup((error) => parts.log.error("timer.ring_failed", { error }));
    for (const record of parts.records.load()) {
      this.#entries.set(record.timerId, { record, dueMonotonic: undefined });
    }
  }

  start(): void {
    this.#started = true;
    this.#look();
  }

  set(request: TimerRequest): Timer {
    if (this.#entries.size >= TIMERS_MAX) {
      throw problem("BUSY", `there are already ${TIMERS_MAX} timers`, { hint: "cancel some" });
    }
    this.#checkRequest(request);
    const { durationMs, dueAt, name, message, action, areaId, channel, principal, cause } = request;
    const record: TimerRecord = {
      timerId: this.#newId(),
      name: name ?? null,
      message: message ?? null,
      action: action ?? null,
      areaId: areaId ?? null,
      channel,
      principal,
      cause,
      durationMs,
      dueAt: dueAt ?? this.#dueIn(durationMs),
      remainingMs: durationMs,
    };
    const byWall = dueAt !== undefined;
    const dueMonotonic = byWall ? undefined : this.#parts.clock.monotonic() + durationMs;
    return this.#keep({ record, dueMonotonic });
  }

  adjust(timerId: string, deltaMs: number): Timer {
    const { record, dueMonotonic } = this.#require(timerId);
    const left = this.#left({ record, dueMonotonic }) + deltaMs;
    this.#checkLeft(left);
    const durationMs = Math.max(0, record.durationMs + deltaMs);
    if (record.dueAt === null && left > 0) {
      return this.#keep({ record: { ...record, durationMs, remainingMs: left }, dueMonotonic });
    }
    // Nothing left: a paused one is up as well.
    const dueAt = record.dueAt === null ? this.#dueIn(0) : record.dueAt + deltaMs;
    return this.#keep({
      record: { ...record, durationMs, dueAt },
      dueMonotonic: dueMonotonic === undefined ? undefined : dueMonotonic + deltaMs,
    });
  }

  cancel(match: TimerMatch): readonly Timer[] {
    return this.#matching(match).map((entry) => {
      const timer = this.#view(entry);
      this.#parts.records.remove(timer.timerId);
      this.#entries.delete(timer.timerId);
      this.#arm();
      return timer;
    });
  }

  pause(match: TimerMatch): readonly Timer[] {
    return this.#matching(match, (entry) => entry.record.dueAt !== null).map((entry) => {
      if (entry.record.dueAt === null) return this.#view(entry);
      const remainingMs = Math.max(0, Math.round(this.#left(entry)));
      const record = { ...entry.record, dueAt: null, remainingMs };
      return this.#keep({ record, dueMonotonic: undefined });
    });
  }

  resume(match: TimerMatch): readonly Timer[] {
    return this.#matching(match, (entry) => entry.record.dueAt === null).map((entry) => {
      const { record } = entry;
      if (record.dueAt !== null) return this.#view(entry);
      const dueMonotonic = this.#parts.clock.monotonic() + record.remainingMs;
      return this.#keep({
        record: { ...record, dueAt: this.#dueIn(record.remainingMs) },
        dueMonotonic,
      });
    });
  }

  list(personId?: string): readonly Timer[] {
    return [...this.#entries.values()]
      .filter(({ record }) => personId === undefined || record.principal.personId === personId)
      .map((entry) => this.#view(entry));
  }

  visibleTo(principal: Principal): readonly Timer[] {
    return [...this.#entries.values()]
      .filter(
        ({ record }) =>
          principal.role !== "guest" || record.principal.personId === principal.personId,
      )
      .map((entry) => this.#view(entry));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#started = false;
    this.#alarm?.[Symbol.dispose]();
    await this.#ringing[Symbol.asyncDispose]();
  }

  /** Durable first, then in memory; so what is answered outlives a crash. */
  #keep(entry: Entry): Timer {
    this.#parts.records.save(entry.record);
    this.#entries.set(entry.record.timerId, entry);
    this.#arm();
    return this.#view(entry);
  }

  /** What is left of a timer; below zero when it is overdue. */
  #left({ record, dueMonotonic }: Entry): number {
    const { clock } = this.#parts;
    if (record.dueAt === null) return record.remainingMs;
    if (dueMonotonic !== undefined) return dueMonotonic - clock.monotonic();
    return record.dueAt - clock.now();
  }

  #dueIn(leftMs: number): number {
    return Math.round(this.#parts.clock.now() + leftMs);
  }

  #view(entry: Entry): Timer {
    const { timerId, name, durationMs, dueAt, areaId, message, action } = entry.record;
    const left = this.#left(entry);
    const paused = dueAt === null;
    return {
      timerId,
      name,
      state: paused ? "paused" : "running",
      durationMs,
      dueAt: paused ? null : this.#dueIn(left),
      remainingMs: Math.max(0, Math.round(left)),
      areaId,
      message,
      action,
    };
  }

  #require(timerId: string): Entry {
    const entry = this.#entries.get(timerId);
    if (entry) return entry;
    throw problem("NOT_FOUND", `there is no timer ${timerId}`, { hint: "timer_query lists them" });
  }

  /** The timers meant; of `all`, those for which there is something to do. */
  #matching({ timerId, all }: TimerMatch, useful: (entry: Entry) => boolean = () => true): Entry[] {
    if (timerId !== undefined) return [this.#require(timerId)];
    if (all) return [...this.#entries.values()].filter(useful);
    throw problem("INVALID_PARAMS", "which timer?", { hint: "give timerId, or all" });
  }

  #newId(): string {
    // Ids of a run are unique to it; a kept timer of another run must not be overwritten all the same.
    for (;;) {
      const id = this.#parts.ids.next("tm");
      if (!this.#entries.has(id)) return id;
    }
  }

  #checkRequest({ durationMs, dueAt, name, message, action }: TimerRequest): void {
    const left = dueAt === undefined ? durationMs : dueAt - this.#parts.clock.now();
    if (!(left > 0)) throw problem("VALUE_OUT_OF_RANGE", "a timer needs some time to run");
    this.#checkLeft(left);
    checkLength("name", name, NAME_CHARS_MAX);
    checkLength("message", message, MESSAGE_CHARS_MAX);
    checkLength("action", action && JSON.stringify(action), ACTION_CHARS_MAX);
  }

  #checkLeft(leftMs: number): void {
    const maxMs = this.#parts.maxDurationMs();
    if (leftMs <= maxMs) return;
    const hours = (ms: number) => Number((ms / 3_600_000).toFixed(2));
    throw problem("VALUE_OUT_OF_RANGE", `${hours(leftMs)} hours are too long for a timer`, {
      hint: `at most ${hours(maxMs)} hours`,
    });
  }

  /** Wakes for the next timer, and now and then in between: the wall clock may be set. */
  #arm(): void {
    this.#alarm?.[Symbol.dispose]();
    this.#alarm = undefined;
    const running = [...this.#entries.values()].filter(({ record }) => record.dueAt !== null);
    if (!this.#started || running.length === 0) return;
    const next = Math.min(RECHECK_MS, ...running.map((entry) => this.#left(entry)));
    this.#alarm = this.#parts.clock.after(Math.max(0, Math.ceil(next)), () => this.#look());
  }

  /** Rings what is due, in the order in which it fell due, and follows a wall clock that was set. */
  #look(): void {
    const running = [...this.#entries.values()].filter(({ record }) => record.dueAt !== null);
    const due = running.filter((entry) => this.#left(entry) <= 0);
    for (const entry of due.sort((a, b) => this.#left(a) - this.#left(b))) this.#ring(entry);
    for (const entry of running) if (this.#left(entry) > 0) this.#followWallClock(entry);
    this.#arm();
  }

  /**
   * The row goes before the action runs: after a crash in between the action is lost, but no door
   * opens twice. A disk that refuses the deletion is no reason to be silent.
   */
  #ring(entry: Entry): void {
    const { record } = entry;
    const lateMs = Math.max(0, -this.#left(entry));
    this.#entries.delete(record.timerId);
    try {
      this.#parts.records.remove(record.timerId);
    } catch (error) {
      this.#parts.log.error("timer.not_forgotten", { timer: record.timerId, error });
    }
    this.#ringing.run((signal) => ring(this.#parts, record, lateMs, signal));
  }

  /** Keeps the due time that a restart would go by in step with what is really left. */
  #followWallClock(entry: Entry): void {
    const { record, dueMonotonic } = entry;
    if (record.dueAt === null || dueMonotonic === undefined) return;
    const dueAt = this.#dueIn(this.#left(entry));
    if (Math.abs(dueAt - record.dueAt) < DRIFT_MS) return;
    entry.record = { ...record, dueAt };
    try {
      this.#parts.records.save(entry.record);
    } catch (error) {
      this.#parts.log.error("timer.not_saved", { timer: record.timerId, error });
    }
  }
}

function checkLength(what: string, text: string | undefined, max: number): void {
  if (text === undefined || text.length <= max) return;
  throw problem("INVALID_PARAMS", `the timer's ${what} is ${text.length} characters long`, {
    hint: `at most ${max} characters`,
  });
}
