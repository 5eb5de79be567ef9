/** The declarative form of a plugin: what it offers, as one value, with handlers whose types follow. */
import type { Static, TSchema } from "typebox";
import type {
  DeviceDeclaration,
  DeviceState,
  PromptSectionDeclaration,
  Stage,
  StageField,
  StageScope,
  ToolDefinition,
} from "#contract";
import type { DeviceCommandContext, DeviceHandle, Hub, PluginStageHandler } from "../types.ts";

/** What every declared handler is given beside what it works on. */
export interface PluginContext<Settings extends TSchema = TSchema> {
  readonly hub: Hub;
  /** The plugin's settings as they were at start, checked against `settings`. */
  readonly settings: Static<Settings>;
}

/** Of one call of a tool. */
export interface ToolContextOf<Settings extends TSchema> extends PluginContext<Settings> {
  readonly callId: string;
  /** The channel on which somebody asked. */
  readonly channel: string;
}

/** A tool; its name is its key. Everything else of `ToolDefinition` may be told too. */
export interface DeclaredTool<Parameters extends TSchema, Settings extends TSchema>
  extends Omit<ToolDefinition, "name" | "parameters"> {
  /** Schema of the arguments. The hub checks them before `run` is called. */
  readonly parameters: Parameters;
  /**
   * Answers the text for the model; anything else than text is told as JSON. Throwing tells the model
   * why it failed. The signal aborts when nobody waits for the answer any more.
   */
  run(args: Static<Parameters>, context: ToolContextOf<Settings>, signal: AbortSignal): unknown;
}

/** A device. The id may leave out the plugin's name: `lamp` becomes `<plugin>.lamp`. */
export interface DeclaredDevice<Settings extends TSchema> extends DeviceDeclaration {
  /** Carries out a command; the state that it answers is reported. Without it nothing is writable. */
  onCommand?(
    command: DeviceCommandContext,
    context: PluginContext<Settings>,
    signal: AbortSignal,
  ): Promise<DeviceState | undefined> | DeviceState | undefined;
  /** Called once the house has the device: the place to follow a sensor. The signal ends the plugin. */
  connect?(
    device: DeviceHandle,
    context: PluginContext<Settings>,
    signal: AbortSignal,
  ): Promise<void> | void;
}

/** A channel; its name is its key. */
export interface DeclaredChannel<Settings extends TSchema> {
  readonly description: string;
  /** Kinds that `send` takes: text 1, file 2, image 4, audio 8, structured 16, added up. Default: 1. */
  readonly caps?: number;
  /** Longest text of one message in characters; longer ones come in parts. */
  readonly textMax?: number;
  /** Tells somebody something. Without it the hub cannot speak here. */
  send?(
    message: { readonly payload: string; readonly type: string; readonly meta?: unknown },
    context: PluginContext<Settings>,
    signal: AbortSignal,
  ): Promise<void> | void;
  /** Somebody is heard here: `hub.inputs.inject` may name the channel. Capability `io`. */
  readonly listens?: boolean;
}

/** A stage's handler, alone or with what it reads. Capability `stage`. */
export type DeclaredStage =
  | PluginStageHandler
  | {
      readonly run: PluginStageHandler;
      readonly scope?: StageScope;
      readonly fields?: readonly StageField[];
    };

/** A piece of the system prompt: its text, or with its place. Capability `prompt`. */
export type DeclaredPrompt = string | Omit<PromptSectionDeclaration, "section">;

/** A plugin as one value. Everything is optional; `start` is called when all of it is registered. */
export interface DeclaredPlugin<
  Tools extends Readonly<Record<string, TSchema>> = Readonly<Record<string, TSchema>>,
  Settings extends TSchema = TSchema,
> {
  /** `Type.Object` of the settings that plugin.json declares: checked at start, typed everywhere. */
  readonly settings?: Settings;
  readonly tools?: { readonly [Name in keyof Tools]: DeclaredTool<Tools[Name], Settings> };
  readonly devices?: readonly DeclaredDevice<Settings>[];
  readonly channels?: Readonly<Record<string, DeclaredChannel<Settings>>>;
  readonly stages?: Readonly<Partial<Record<Stage, DeclaredStage>>>;
  readonly prompt?: Readonly<Record<string, DeclaredPrompt>>;
  /** What cannot be declared. The signal aborts when the plugin ends. */
  start?(hub: Hub, signal: AbortSignal, settings: Static<Settings>): Promise<void> | void;
  /** Called before the process ends; the hub waits 5 s, then kills. */
  stop?(): Promise<void> | void;
}
