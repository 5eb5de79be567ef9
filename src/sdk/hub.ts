/** The hub object that a plugin is given, and the plugin's handlers that the hub calls. */
import { type Clock, OperationalError, type Random } from "#base";
import type {
  CleanerInvoke,
  CleanerInvokeReply,
  DeviceCommand,
  OutputInvoke,
  PluginInit,
  StageInvoke,
  StageInvokeReply,
  ToolInvoke,
  ToolInvokeReply,
} from "#contract";
import type { Peer } from "#wire";
import { placeOf, stackOf } from "./author-error.ts";
import { createInputs, createOutputs } from "./groups/channels.ts";
import { createDevices } from "./groups/devices.ts";
import { createEvents } from "./groups/events.ts";
import { createLlm, createPlugins } from "./groups/hub-parts.ts";
import { mediaOpener } from "./groups/media.ts";
import { createMemoryGroups } from "./groups/memory.ts";
import { createPrograms, createTimers } from "./groups/programs.ts";
import { createSettings } from "./groups/settings.ts";
import { createStages } from "./groups/stages.ts";
import { createTools } from "./groups/tools.ts";
import type { HubCall, HubLink } from "./hub-link.ts";
import { createPluginLogger } from "./logger.ts";
import { createCallTracker } from "./open-call.ts";
import { ringFollower } from "./ring-events.ts";
import { sharedStageOf } from "./shared-stage.ts";
import type { Hub } from "./types.ts";

export interface HubOptions {
  readonly name: string;
  readonly init: PluginInit;
  readonly peer: Peer;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts when the plugin ends; calls that have no signal of their own end with it. */
  readonly signal: AbortSignal;
}

/** The hub for the plugin, and the plugin for the hub. */
export interface HubParts {
  readonly hub: Hub;
  invokeTool(call: ToolInvoke, signal: AbortSignal): Promise<ToolInvokeReply>;
  cleanResult(result: CleanerInvoke, signal: AbortSignal): Promise<CleanerInvokeReply>;
  invokeOutput(message: OutputInvoke, signal: AbortSignal): Promise<null>;
  commandDevice(command: DeviceCommand, signal: AbortSignal): Promise<null>;
  runStage(call: StageInvoke, signal: AbortSignal): Promise<StageInvokeReply>;
  /** Takes a notification of the hub. */
  hear(method: string, params: unknown): void;
}

/** Makes the hub of one plugin. */
export function createHub(options: HubOptions): HubParts {
  const { name, init, peer, clock, random, signal } = options;
  const call: HubCall = (method, params, callSignal, callOptions) =>
    peer.request(method, params, callSignal, callOptions) as Promise<never>;
  const log = createPluginLogger(clock, (...record) => peer.notify(...record));
  const link: HubLink = {
    call,
    notify: (...args) => peer.notify(...args),
    signal,
    ...(init.arena && { openMedia: mediaOpener(init.arena.descriptor) }),
    failed: (handler, error) =>
      log.error("handler.failed", { handler, at: placeOf(error), error, stack: stackOf(error) }),
  };
  const devices = createDevices(link);
  const calls = createCallTracker();
  const tools = createTools(link, calls);
  const outputs = createOutputs(link);
  const events = createEvents(link, init.events && ringFollower(init.events, link));
  const stages = createStages(link, sharedStageOf(init.stage, clock));
  const listeners = new Map<string, Set<(params: unknown) => void>>();
  const quietly = async (done: Promise<unknown>) => void (await done);

  const hub: Hub = {
    name,
    dataDir: init.dataDir,
    timeZone: init.timeZone,
    log,
    clock,
    random,
    settings: createSettings(link, init.settings),
    devices: devices.api,
    tools: tools.api,
    outputs: outputs.api,
    inputs: createInputs(link, calls),
    prompt: {
      declare: (section) => quietly(call("prompt.declare", section, signal)),
      remove: (section) => quietly(call("prompt.remove", { section }, signal)),
    },
    events: events.api,
    stages: stages.api,
    ...createMemoryGroups(link, calls),
    llm: createLlm(link),
    plugins: createPlugins(link),
    programs: createPrograms(link),
    timers: createTimers(link, calls),
    net: {
      resolve: async (host) => (await call("net.resolve", { host }, signal)).addresses,
    },
    setAutoRestart: (enabled) => quietly(call("lifecycle.autoRestart", { enabled }, signal)),
    call,
    onNotification(method, listener) {
      if (method === "event" || method === "events.lost") {
        throw new OperationalError("CONFLICT", `"${method}" belongs to hub.events`);
      }
      const set = listeners.get(method) ?? new Set();
      listeners.set(method, set.add(listener));
      return { [Symbol.dispose]: () => void set.delete(listener) };
    },
  };
  return {
    hub,
    invokeTool: tools.invoke,
    cleanResult: tools.clean,
    invokeOutput: outputs.invoke,
    commandDevice: devices.command,
    runStage: stages.run,
    hear(method, params) {
      if (events.hear(method, params)) return;
      for (const listener of [...(listeners.get(method) ?? [])]) listener(params);
    },
  };
}
