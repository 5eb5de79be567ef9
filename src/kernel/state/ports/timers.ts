/** Timers: what the built-in timer offers. */
import type { Cause, Principal, Timer } from "#contract";

/** A new timer. */
export interface TimerRequest {
  readonly durationMs: number;
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
  list(): readonly Timer[];
}
