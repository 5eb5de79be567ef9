/** What a plugin author sees: the hub as a plugin meets it; each group's file says what is in it. */
import type { Clock, Logger, Random } from "#base";
import type { MethodName, MethodParams, MethodResult, PromptSectionDeclaration } from "#contract";
import type { HubInputs, HubOutputs } from "./groups/channels.ts";
import type { HubDevices } from "./groups/devices.ts";
import type { HubEvents } from "./groups/events.ts";
import type { HubLlm, HubPlugins } from "./groups/hub-parts.ts";
import type {
  HubDocuments,
  HubKnowledge,
  HubMemory,
  HubPeople,
  HubTextLog,
} from "./groups/memory.ts";
import type { HubPrograms, HubTimers } from "./groups/programs.ts";
import type { HubSettings } from "./groups/settings.ts";
import type { HubStages } from "./groups/stages.ts";
import type { HubTools } from "./groups/tools.ts";

/** A plugin. `start` registers what the plugin offers; when it resolves the plugin is running. */
export interface PluginDefinition {
  start(hub: Hub, signal: AbortSignal): Promise<void> | void;
  /** Called before the process ends; the hub waits 5 s, then kills. */
  stop?(): Promise<void> | void;
}

/** The hub as a plugin sees it. Every call needs the capability that its group names. */
export interface Hub {
  /** The plugin's own name. */
  readonly name: string;
  /** The plugin's private folder, the only one that it may write. */
  readonly dataDir: string;
  /** IANA time zone of the house. */
  readonly timeZone: string;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: HubSettings;
  /** Capability `devices`. */
  readonly devices: HubDevices;
  /** Registering is everybody's; calling others' tools and attaching media need `io`. */
  readonly tools: HubTools;
  readonly outputs: HubOutputs;
  /** Capability `io`. */
  readonly inputs: HubInputs;
  /** Capability `prompt`. */
  readonly prompt: HubPrompt;
  /** Capability `events`. */
  readonly events: HubEvents;
  /** Capability `stage`. */
  readonly stages: HubStages;
  /** Capability `memory`. */
  readonly memory: HubMemory;
  /** Capability `doc_memory`. */
  readonly documents: HubDocuments;
  /** Capability `knowledge`. */
  readonly knowledge: HubKnowledge;
  /** Capability `text_memory`. */
  readonly textLog: HubTextLog;
  /** Capability `social`. */
  readonly people: HubPeople;
  /** Capability `llm`. */
  readonly llm: HubLlm;
  /** Capability `plugin_mgr`. */
  readonly plugins: HubPlugins;
  /** Capability `exec`. */
  readonly programs: HubPrograms;
  /** Capability `io`. */
  readonly timers: HubTimers;
  /** Capability `net`. */
  readonly net: HubNet;
  /** Whether the hub starts this plugin again after a crash; on by default. */
  setAutoRestart(enabled: boolean): Promise<void>;
  /**
   * Any method of the wire by name. Rejects with `OperationalError` (code as in the contract), and
   * with `CanceledError` after `timeoutMs` (60 s unless told).
   */
  call<Name extends MethodName>(
    method: Name,
    params: MethodParams<Name>,
    signal: AbortSignal,
    options?: { readonly timeoutMs?: number },
  ): Promise<MethodResult<Name>>;
  /** Hears notifications of the kernel other than those that the groups above handle. */
  onNotification(method: string, listener: (params: unknown) => void): Disposable;
}

export interface HubPrompt {
  declare(section: PromptSectionDeclaration): Promise<void>;
  remove(section: string): Promise<void>;
}

export interface HubNet {
  /** Resolves a host name through the kernel. */
  resolve(host: string): Promise<readonly string[]>;
}

export type { HubInputs, HubOutputs, InjectOptions, MediaInput } from "./groups/channels.ts";
export type {
  DeviceCommandContext,
  DeviceCommandHandler,
  DeviceHandle,
  HubDevices,
} from "./groups/devices.ts";
export type { HubEvents } from "./groups/events.ts";
export type { HubLlm, HubPlugins } from "./groups/hub-parts.ts";
export type {
  HubDocuments,
  HubKnowledge,
  HubMemory,
  HubPeople,
  HubTextLog,
} from "./groups/memory.ts";
export type { HubPrograms, HubTimers } from "./groups/programs.ts";
export type { HubSettings } from "./groups/settings.ts";
export type { HubStages, PluginStageHandler } from "./groups/stages.ts";
export type { HubTools, PluginToolHandler } from "./groups/tools.ts";
