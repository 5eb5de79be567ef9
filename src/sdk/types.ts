/** What a plugin author sees: the hub as a plugin meets it. Types only; `define-plugin.ts` runs it. */
import type { Clock, Logger, Random } from "#base";
import type {
  DeviceDeclaration,
  DeviceState,
  KernelEventName,
  KernelEvents,
  MethodName,
  MethodParams,
  MethodResult,
  PromptSectionDeclaration,
  StateValue,
  ToolDefinition,
} from "#contract";

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
  readonly tools: HubTools;
  readonly outputs: HubOutputs;
  /** Capability `io`. */
  readonly inputs: HubInputs;
  /** Capability `prompt`. */
  readonly prompt: HubPrompt;
  /** Capability `events`. */
  readonly events: HubEvents;
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

export interface HubSettings {
  /** Own settings as they were at start, defaults filled in. */
  readonly initial: Readonly<Record<string, unknown>>;
  get(key: string): Promise<unknown>;
  set(key: string, value: string | number | boolean): Promise<void>;
}

/** A registered device. */
export interface DeviceHandle {
  readonly id: string;
  /** Tells changed state values; `commandId` ties them to the command that caused them. */
  report(state: DeviceState, commandId?: string): void;
  setAvailable(available: boolean): void;
  remove(): Promise<void>;
}

/** One command to one device. */
export interface DeviceCommandContext {
  readonly commandId: string;
  readonly capability: string;
  readonly value: Exclude<StateValue, null>;
}

/**
 * Carries out a command. Answering a state reports it under the command's id at once; answering
 * nothing means that the state will be reported later. Throwing tells the caller why it failed.
 */
export type DeviceCommandHandler = (
  command: DeviceCommandContext,
  signal: AbortSignal,
) => Promise<DeviceState | undefined> | DeviceState | undefined;

export interface HubDevices {
  register(declaration: DeviceDeclaration, onCommand?: DeviceCommandHandler): Promise<DeviceHandle>;
}

/** Answers the text for the model. Throwing tells the model why it failed. */
export type PluginToolHandler = (
  args: unknown,
  context: { readonly callId: string; readonly channel: string },
  signal: AbortSignal,
) => Promise<string> | string;

export interface HubTools {
  /** `cleaner` runs here, in the plugin, on results of this tool that are to be remembered. */
  register(definition: ToolDefinition, handler: PluginToolHandler): Promise<void>;
}

export interface HubOutputs {
  register(
    channel: {
      readonly name: string;
      /** text 1, file 2, image 4, audio 8, structured 16 */
      readonly caps: number;
      readonly description: string;
      /** What `meta` may hold, for a model that asks. */
      readonly help?: string;
      /** Longest text of one message in characters, 64 to 65 536; longer ones come in parts. */
      readonly textMax?: number;
    },
    send: (
      message: { readonly payload: string; readonly type: string; readonly meta?: unknown },
      signal: AbortSignal,
    ) => Promise<void>,
  ): Promise<void>;
}

/** How a text is to be treated. */
export interface InjectOptions {
  /** 1 background, 2 message (the default), 3 interactive. 4 is the hub's own and counts as 3. */
  readonly priority?: 1 | 2 | 3 | 4;
  /** Nothing is derived from it: no vector, no keyword, no fact. The conversation keeps it. */
  readonly noMemory?: boolean;
  /** Your own id of the message. Without it the same text within 10 s is taken for the same message. */
  readonly messageId?: string;
}

export interface HubInputs {
  register(channel: { readonly name: string; readonly description: string }): Promise<void>;
  /**
   * Queues a text as if it had been said on the channel; resolves when it has its place in the queue.
   * The reply comes on the output channel of the same name, if this plugin has one. `interrupt` tells
   * it to the turn of that conversation that is under way: before its next model call (`inject`), or
   * at once by calling off the one that runs (`cancel`).
   */
  inject(
    channel: string,
    text: string,
    options?: InjectOptions & { readonly interrupt?: "cancel" | "inject" },
  ): Promise<void>;
  /** Barges in: `inject` with `interrupt: "cancel"`. */
  interrupt(channel: string, text: string, options?: InjectOptions): Promise<void>;
  /**
   * Injects and waits for the reply. Asked by a tool's handler it runs within the turn that waits for
   * the tool, so that neither waits for the other.
   */
  ask(channel: string, text: string, signal: AbortSignal, options?: InjectOptions): Promise<string>;
}

export interface HubPrompt {
  declare(section: PromptSectionDeclaration): Promise<void>;
  remove(section: string): Promise<void>;
}

export interface HubEvents {
  /** Follows one event; disposing ends it. */
  on<Name extends KernelEventName>(
    name: Name,
    listener: (payload: KernelEvents[Name]) => void,
  ): Promise<Disposable>;
  /** Hears how many events were dropped because this plugin fell behind. */
  onLost(listener: (count: number) => void): Disposable;
}

export interface HubNet {
  /** Resolves a host name through the kernel. */
  resolve(host: string): Promise<readonly string[]>;
}
