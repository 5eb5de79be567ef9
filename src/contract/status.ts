/** The hub's state of health as the page and `waiter status` show it (contract §2). */

import type { PluginConsent } from "./grant.ts";

/** The last two are told in events only: a package on its way in, and a plugin that is gone. */
export type PluginState =
  | "running"
  | "starting"
  | "backoff"
  | "disabled"
  | "installing"
  | "removed";
/** Whether a plugin is a part of the hub, comes with it, or was put there by the owner. */
export type PluginOrigin = "built-in" | "shipped" | "installed";
/** How a plugin's process is held; `no_process`: it has none (a skill, or one that never started). */
export type SandboxKind = "landlock" | "none" | "no_process";

export interface PluginStatus {
  readonly name: string;
  readonly version: string;
  readonly state: PluginState;
  readonly sandbox: SandboxKind;
  readonly restarts: number;
  /** Why it is not running, for a person. */
  readonly reason: string | null;
  readonly source: PluginOrigin;
  /** SHA-256 of the package that it was installed from; null where it came from none. */
  readonly sha256: string | null;
  /** Whether the owner consented to what it asks for; absent until its manifest was read. */
  readonly consent?: PluginConsent;
  /** Names of the capabilities that it asks for, and of those that it may use. */
  readonly asks?: readonly string[];
  readonly grants?: readonly string[];
}

export interface ProviderStatus {
  readonly name: string;
  readonly state: "ready" | "probing" | "off";
  /** What its last failure was, without any key. */
  readonly lastError: string | null;
  /** The code of that failure, such as `PROVIDER_AUTH`; absent where there is none. */
  readonly errorCode?: string;
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
