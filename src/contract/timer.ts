/** Timers as the house tools and the page see them. */

/** One timer. Times are epoch milliseconds; a paused one keeps what is left. */
export interface Timer {
  readonly timerId: string;
  readonly name: string | null;
  readonly state: "running" | "paused";
  readonly durationMs: number;
  readonly dueAt: number | null;
  readonly remainingMs: number;
  readonly areaId: string | null;
  readonly message: string | null;
  readonly action: { readonly tool: string; readonly arguments: unknown } | null;
}
