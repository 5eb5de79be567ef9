/** A plugin that is a Lua script: loads it, registers what it staged, and runs its functions. */
import { isCanceled, messageOf, OperationalError, sleep, TaskGroup } from "#base";
import type { StateValue } from "#contract";
import { createLuaEngine, type LuaReference, type LuaVm } from "#platform/lua";
import type { DeviceHandle, Hub, PluginDefinition } from "#sdk";
import { askHub } from "./calls.ts";
import { HANDLER_CALLS_MAX, HANDLER_TIME_MAX_MS, SCRIPT_MEMORY_MAX_BYTES } from "./limits.ts";
import { type RunFunction, register } from "./registering.ts";
import sdkPath from "./sdk.lua" with { type: "file" };
import { type Period, Staging } from "./staging.ts";
import { createWeb } from "./web.ts";

/** What a script is run with. */
export interface LuaPluginOptions {
  readonly source: string;
  /** Names the script in errors, such as `main.lua`. */
  readonly scriptName: string;
  /** TCP ports that plugin.json lets it connect to. */
  readonly ports: readonly number[];
  /** Called when the machine cannot be used any more: the process has to end. */
  readonly onBroken: () => void;
}

/** The plugin. Its `start` rejects with `LUA_ERROR`, file and line where the script is wrong. */
export function createLuaPlugin(options: LuaPluginOptions): PluginDefinition {
  let script: Script | undefined;
  return {
    async start(hub, signal) {
      script = await Script.load(hub, options);
      await script.start(signal);
    },
    async stop() {
      await script?.stop();
    },
  };
}

class Script {
  readonly #hub: Hub;
  readonly #vm: LuaVm;
  readonly #staging: Staging;
  readonly #devices: Map<string, DeviceHandle>;
  readonly #onBroken: () => void;
  readonly #tasks: TaskGroup;

  constructor(
    hub: Hub,
    vm: LuaVm,
    staging: Staging,
    devices: Map<string, DeviceHandle>,
    onBroken: () => void,
  ) {
    this.#hub = hub;
    this.#vm = vm;
    this.#staging = staging;
    this.#devices = devices;
    this.#onBroken = onBroken;
    this.#tasks = new TaskGroup((error) => hub.log.warn("lua.failed", { error }));
  }

  /** Runs the script from top to bottom; nothing of it is registered yet. */
  static async load(hub: Hub, options: LuaPluginOptions): Promise<Script> {
    const staging = new Staging();
    const devices = new Map<string, DeviceHandle>();
    const vm = await createLuaEngine(hub.clock).createVm({
      name: options.scriptName,
      log: (level, message) => hub.log[level]("script", { message }),
      http: createWeb(hub.clock, options.ports),
      offers: {
        tell: (name, args) => staging.take(name, args) || tellDevice(devices, name, args),
        ask: (name, args, signal) => askHub(hub, name, args, signal),
      },
      timeMaxMs: HANDLER_TIME_MAX_MS,
      memoryMaxBytes: SCRIPT_MEMORY_MAX_BYTES,
      hostCallsMax: HANDLER_CALLS_MAX,
    });
    vm.run(await Bun.file(sdkPath).text(), "sdk.lua");
    vm.run(options.source, options.scriptName);
    staging.close();
    return new Script(hub, vm, staging, devices, options.onBroken);
  }

  async start(signal: AbortSignal): Promise<void> {
    const { registrations, events, periods, onStart } = this.#staging;
    for (const staged of registrations) {
      await register(this.#hub, staged, this.#run, this.#devices);
    }
    for (const { name, action } of events) {
      await this.#hub.events.on(name as never, (payload) => {
        this.#tasks.run((until) => this.#run(action, [payload], until));
      });
    }
    if (onStart) await this.#runOnStart(onStart, signal);
    for (const period of periods) this.#tasks.run((until) => this.#repeat(period, until));
  }

  /** The script itself is in order, so another try may go well: a server that is not up yet, say. */
  async #runOnStart(onStart: LuaReference, signal: AbortSignal): Promise<void> {
    try {
      await this.#run(onStart, [], signal);
    } catch (cause) {
      if (isCanceled(cause)) throw cause;
      throw new OperationalError("PLUGIN_FAILED", `on_start: ${messageOf(cause)}`, { cause });
    }
  }

  async stop(): Promise<void> {
    this.#tasks.cancel("shutdown");
    const { onStop } = this.#staging;
    if (onStop && !this.#vm.isBroken) await this.#run(onStop, [], new AbortController().signal);
  }

  readonly #run: RunFunction = async (target, args, signal) => {
    try {
      return await this.#vm.callAsync(target, args, signal);
    } finally {
      // Every other function would fail the same way; the hub starts the plugin anew.
      if (this.#vm.isBroken) this.#onBroken();
    }
  };

  async #repeat({ seconds, action }: Period, signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(this.#hub.clock, seconds * 1000, signal);
      try {
        await this.#run(action, [], signal);
      } catch (error) {
        if (isCanceled(error) || this.#vm.isBroken) throw error;
        // One bad round is told; the next may go well.
        this.#hub.log.warn("lua.period_failed", { error });
      }
    }
  }
}

/** `sdk.report` and `sdk.set_available`, which the hub hears without answering. */
function tellDevice(
  devices: ReadonlyMap<string, DeviceHandle>,
  name: string,
  [id, value, commandId]: readonly unknown[],
): boolean {
  const device = devices.get(String(id));
  if (!device) {
    throw new OperationalError("DEVICE_UNKNOWN", `sdk.${name}: no device "${String(id)}" runs`);
  }
  if (name === "set_available") {
    if (typeof value !== "boolean") {
      throw new OperationalError("VALUE_INVALID", "sdk.set_available needs true or false");
    }
    device.setAvailable(value);
    return true;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new OperationalError("VALUE_INVALID", "sdk.report needs a table of states");
  }
  device.report(
    value as Record<string, StateValue>,
    typeof commandId === "string" ? commandId : undefined,
  );
  return true;
}
