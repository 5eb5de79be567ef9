/** The hub's state of health as the page and `waiter status` show it (contract §2). */

export type PluginState = "running" | "starting" | "backoff" | "disabled";
export type SandboxKind = "landlock" | "none";

export interface PluginStatus {
  readonly name: string;
  readonly version: string;
  readonly state: PluginState;
  readonly sandbox: SandboxKind;
  readonly restarts: number;
  /** Why it is not running, for a person. */
  readonly reason: string | null;
}

export interface ProviderStatus {
  readonly name: string;
  readonly state: "ready" | "probing" | "off";
  /** What its last failure was, without any key. */
  readonly lastError: string | null;
}

/** A part that works less well than it should, and why. */
export interface Degradation {
  readonly part: string;
  readonly reason: string;
}

export interface BootTiming {
  readonly module: string;
  readonly ms: number;
}

export interface HubStatus {
  readonly version: string;
  readonly uptimeMs: number;
  readonly boot: readonly BootTiming[];
  readonly degraded: readonly Degradation[];
  readonly plugins: readonly PluginStatus[];
  readonly providers: readonly ProviderStatus[];
}
