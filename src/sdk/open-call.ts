/** Knows, wherever a tool's handler has got to, which call it works on: it follows every await by itself. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { ToolInvoke } from "#contract";

/** A call as the hub names it. */
export type CallName = Pick<ToolInvoke, "turnId" | "callId">;

/** The tool calls that a plugin works on. */
export interface CallTracker {
  /** Runs the handler of a call. */
  run<T>(name: CallName, work: () => Promise<T>): Promise<T>;
  /** The call within which this is asked; undefined outside, and once the call has been answered. */
  current(): CallName | undefined;
}

/** Makes a tracker for one hub. */
export function createCallTracker(): CallTracker {
  const storage = new AsyncLocalStorage<{ readonly name: CallName; isOpen: boolean }>();
  return {
    async run({ turnId, callId }, work) {
      const call = { name: { turnId, callId }, isOpen: true };
      try {
        return await storage.run(call, work);
      } finally {
        // Timers that the handler started go on in its name, but the hub waits no longer.
        call.isOpen = false;
      }
    },
    current() {
      const call = storage.getStore();
      return call?.isOpen === true ? call.name : undefined;
    },
  };
}
