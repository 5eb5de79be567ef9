/** How a plugin's stage handler reaches the one context of a turn: the port, and its answer without. */
import type { Stage, StageContext, StageField } from "#contract";
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
 * Carries contexts to plugins and their writes back. However it does, a handler's writes are a
 * transaction: written when it ends, whole or not at all (a throw writes nothing), only what it
 * declared and what the field's schema accepts; where somebody else wrote one of these fields since
 * the handler saw it, the handler runs again over the fresh context. The first response and denial
 * stand, unset is not empty, and what does not fit is an error.
 */
export interface StageTransport {
  /** Resolves when the handler has ended and what it wrote is in the context. */
  run(call: StageCall, signal: AbortSignal): Promise<void>;
  /**
   * Takes the lock of the context that the plugin's handler runs on; the handler has it until it ends.
   * No other plugin's handler that locks writes meanwhile.
   */
  lock(plugin: PluginLink, signal: AbortSignal): Promise<void>;
  unlock(plugin: PluginLink): void;
  /** Lets a child that is about to start take part; undefined where there is no room or no memory. */
  enter(owner: string): StageEntrance | undefined;
  /** A plugin is gone: its locks are free again. */
  release(owner: string): void;
}
