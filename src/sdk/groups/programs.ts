/** `hub.programs` and `hub.timers`: what the hub does for a plugin that cannot, or may end, itself. */
import type { ExecResult, MethodParams, Timer } from "#contract";
import type { HubLink } from "../hub-link.ts";
import type { CallTracker } from "../open-call.ts";

export interface HubPrograms {
  /**
   * Runs a program: the very vector that plugin.json lists, program with its full path. Never rejects
   * for how it ended.
   */
  run(
    argv: readonly string[],
    signal: AbortSignal,
    options?: { readonly timeoutMs?: number },
  ): Promise<ExecResult>;
}

/** Timers that outlive this process and the hub's. */
export interface HubTimers {
  set(timer: Omit<MethodParams<"timer.set">, "within">): Promise<Timer>;
  cancel(timerId: string): Promise<Timer>;
  /** Those that this plugin set. */
  list(): Promise<readonly Timer[]>;
}

/** How much longer than the program the hub may take over its answer. */
const ANSWER_GRACE_MS = 10_000;
const RUN_TIMEOUT_MS = 30_000;

/** The group. */
export function createPrograms({ call }: HubLink): HubPrograms {
  return {
    run: (argv, signal, { timeoutMs = RUN_TIMEOUT_MS } = {}) =>
      call("exec.run", { argv: [...argv], timeoutMs }, signal, {
        timeoutMs: timeoutMs + ANSWER_GRACE_MS,
      }),
  };
}

/** The group. What is set within a tool call is set with its caller's rights. */
export function createTimers({ call, signal }: HubLink, calls: CallTracker): HubTimers {
  const within = () => {
    const current = calls.current();
    return current === undefined ? {} : { within: current };
  };
  return {
    set: (timer) => call("timer.set", { ...timer, ...within() }, signal),
    cancel: (timerId) => call("timer.cancel", { timerId, ...within() }, signal),
    list: () => call("timer.list", { ...within() }, signal),
  };
}
