/** What a self-check is made of: small probes, what they may touch, and what they find. */
import type { Access, Documents, Health, KernelState, PluginCatalog, Tools } from "#kernel/state";

/** The parts of the hub that can be checked on their own. */
export const HEALTH_PARTS = ["plugins", "tools", "memory", "kernel", "perf"] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

export const CHECK_STATES = ["ok", "degraded", "failed"] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** What one probe found. */
export interface Finding {
  readonly state: CheckState;
  /** How much was looked at. Without any the probe has failed, whatever it says (F55). */
  readonly samples: number;
  /** What was seen, with its figures. */
  readonly detail: string;
  /** What somebody can do about it. */
  readonly todo?: string;
}

/** The hub that lives, as far as a probe may see it: none of this writes (F01). */
export interface LiveHub {
  readonly plugins: Pick<PluginCatalog, "list">;
  readonly tools: Pick<Tools, "list">;
  readonly access: Pick<Access, "people">;
  readonly documents: Pick<Documents, "count">;
  readonly health: Pick<Health, "list">;
}

/** A hub of its own in a folder of its own; disposing ends it and leaves nothing behind. */
export interface IsolatedHub extends AsyncDisposable {
  /** Everything but accounts and plugins. */
  readonly state: KernelState;
}

/** The machine that the hub runs on. */
export interface Machine {
  /** Free bytes where the data folder lies. */
  freeBytes(): number;
  /** Bytes of memory that the kernel's process holds. */
  memoryBytes(): number;
}

/** What probes stand on. */
export interface Ground {
  readonly live: LiveHub;
  readonly machine: Machine;
  /** Where everything that writes is tried: the same instance for all probes of one check. */
  isolated(): Promise<KernelState>;
}

/** One thing that is tried. */
export interface Probe {
  readonly part: HealthPart;
  /** `<part>.<what>`. */
  readonly name: string;
  /** It touches nothing but the isolated hub, so it can be run in a process of its own. */
  readonly isIsolated?: true;
  /** Throws where what it tries does; that is a finding too. */
  run(ground: Ground, signal: AbortSignal): Promise<Finding>;
}

/** A finding that all is well. */
export function well(samples: number, detail: string): Finding {
  return { state: "ok", samples, detail };
}

/** A finding that something is broken. */
export function broken(samples: number, detail: string, todo: string): Finding {
  return { state: "failed", samples, detail, todo };
}
