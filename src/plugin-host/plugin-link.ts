/** A running plugin as the bridge sees it: who it is, what it may, and how to reach it. */
import type { TaskGroup } from "#base";
import type { CapabilityName, Manifest } from "#contract";
import type { MediaArena } from "#wire/shared";
import type { OpenCalls } from "./open-calls.ts";

/** One run of one plugin. */
export interface PluginLink {
  readonly name: string;
  readonly manifest: Manifest;
  readonly grants: ReadonlySet<CapabilityName>;
  readonly dataDir: string;
  /** Memory for its media, of this run alone; absent where none is shared. */
  readonly arena?: MediaArena;
  /** It has a seat at the event ring. */
  readonly hasRing?: boolean;
  /** Calls the plugin. Rejects with its error, or `PLUGIN_FAILED` when it is gone. */
  request(
    method: string,
    params: unknown,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<unknown>;
  /** Tells the plugin something; the oldest are lost when it does not read. */
  notify(method: string, params: unknown): void;
  /** Work that nobody waits for; it is aborted when the plugin ends. */
  readonly tasks: TaskGroup;
  /** Calls of its tools that it has not answered yet. */
  readonly calls: OpenCalls;
  /** Whether a crash is followed by a restart; the plugin may say otherwise. */
  autoRestart: boolean;
}
