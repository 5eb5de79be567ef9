/** How a plugin's stage handler reaches the one context of a turn: the port, and its answer without. */
import { problem, type Stage, type StageContext, type StageField } from "#contract";
import type { PluginLink } from "./plugin-link.ts";

/** One handler of one stage that is to run. */
export interface StageCall {
  readonly plugin: PluginLink;
  readonly stage: Stage;
  /** What the handler declared that it reads and writes. */
  readonly fields: readonly StageField[];
  /** The view of this handler: it refuses what a handler must not write, and what comes too late. */
  readonly context: StageContext;
  /** Names the run of the stage; the same for all its handlers. */
  readonly run: object;
}

/** How a child takes part in the shared context. */
export interface StageEntrance {
  /** To hand down to it; it stays the transport's. */
  readonly descriptor: number;
  /** Who it is there. */
  readonly token: number;
  readonly region: number;
}

/**
 * Carries contexts to plugins and their writes back. Whatever carries them, the guarantees are those
 * of handlers in this process: field by field, no write lost silently, the first response and denial
 * stand, unset is not empty, and what does not fit is an error.
 */
export interface StageTransport {
  /** Resolves when the handler has ended and what it wrote is in the context. */
  run(call: StageCall, signal: AbortSignal): Promise<void>;
  /** Takes the lock of the context that the plugin's handler runs on. */
  lock(plugin: PluginLink, signal: AbortSignal): Promise<void>;
  unlock(plugin: PluginLink): void;
  /** Lets a child that is about to start take part; undefined where there is no room or no memory. */
  enter(owner: string): StageEntrance | undefined;
  /** A plugin is gone: its locks are free again. */
  release(owner: string): void;
}

/** What shared memory alone can give. */
export const withoutSharedMemory: Pick<StageTransport, "enter" | "lock" | "unlock"> = {
  enter: () => undefined,
  lock: () => Promise.reject(noSharedMemory()),
  unlock() {
    throw noSharedMemory();
  },
};

function noSharedMemory() {
  return problem("NOT_AVAILABLE", "this hub shares no memory with its plugins", {
    hint: "contexts travel inside the calls; no lock is needed for them",
  });
}
