/** Timers: what the built-in timer offers. */
import type { Cause, Principal, Timer } from "#contract";

/** A new timer. */
export interface TimerRequest {
  readonly durationMs: number;
  /**
   * The moment by the clock on the wall, where one was named ("at seven"): such a timer follows the
   * wall clock when that is set right; one with a mere duration does not.
   */
  readonly dueAt?: number;
  readonly name?: string;
  readonly message?: string;
  readonly action?: { readonly tool: string; readonly arguments: unknown };
  readonly areaId?: string;
  readonly channel: string;
  readonly principal: Principal;
  readonly cause: readonly Cause[];
}

/** Which timers are meant. */
export interface TimerMatch {
  readonly timerId?: string;
  readonly all?: boolean;
}

/** Persisted timers that fire once. */
export interface Timers {
  set(request: TimerRequest): Timer;
  /** Adds to what is left (negative shortens; below zero fires at once). Throws NOT_FOUND. */
  adjust(timerId: string, deltaMs: number): Timer;
  cancel(match: TimerMatch): readonly Timer[];
  pause(match: TimerMatch): readonly Timer[];
  resume(match: TimerMatch): readonly Timer[];
  /** All, or those that one person (or plugin) set. */
  list(personId?: string): readonly Timer[];
}

/** A timer as it is kept over a restart: `dueAt` while it runs, `remainingMs` while it is paused. */
export interface TimerRecord {
  readonly timerId: string;
  readonly name: string | null;
  readonly message: string | null;
  readonly action: Timer["action"];
  readonly areaId: string | null;
  readonly channel: string;
  readonly principal: Principal;
  readonly cause: readonly Cause[];
  readonly durationMs: number;
  readonly dueAt: number | null;
  readonly remainingMs: number;
}

/** Where timers outlive the hub. Every call is durable when it returns. */
export interface TimerRecords {
  load(): readonly TimerRecord[];
  save(record: TimerRecord): void;
  remove(timerId: string): void;
}
