/** Turns the declarative form of a plugin into the `start` and `stop` that a session runs. */
import type { TSchema } from "typebox";
import { OperationalError } from "#base";
import { checker, type DeviceDeclaration, type Stage } from "#contract";
import type { Hub, PluginDefinition } from "../types.ts";
import type { DeclaredDevice, DeclaredPlugin, PluginContext } from "./types.ts";

/** Where a declared piece of prompt stands when it does not say. */
const PROMPT_ORDER = 5000;
/** Text alone. */
const DEFAULT_CAPS = 1;

/** The plugin for a session. What it declares is registered before its own `start` is called. */
export function fromDeclared(plugin: DeclaredPlugin): PluginDefinition {
  return {
    async start(hub, signal) {
      const settings = settingsOf(plugin.settings, hub.settings.initial);
      const context: PluginContext = { hub, settings };
      await registerDevices(plugin, context, signal);
      await registerChannels(plugin, context);
      await registerStages(plugin, hub);
      await declarePrompt(plugin, hub);
      await registerTools(plugin, context);
      await plugin.start?.(hub, signal, settings as never);
    },
    async stop() {
      await plugin.stop?.();
    },
  };
}

/** plugin.json and the schema are written apart; that they differ is said at once, not at first use. */
function settingsOf(schema: TSchema | undefined, values: unknown): unknown {
  if (schema === undefined) return values;
  const [first] = checker(schema).refusals(values);
  if (first === undefined) return values;
  const where = `${first.field.slice(1)} ${first.reason}`;
  throw new OperationalError("CONFIG_VALUE_INVALID", `settings do not fit the plugin: ${where}`, {
    hint: '"settings" of plugin.json and of definePlugin must name the same keys and types',
  });
}

async function registerTools({ tools = {} }: DeclaredPlugin, context: PluginContext) {
  for (const [name, { run, ...about }] of Object.entries(tools)) {
    await context.hub.tools.register({ name, ...about }, async (args, call, signal) => {
      const answer = await run(args, { ...context, ...call }, signal);
      if (typeof answer === "string") return answer;
      // A handler that only does something answers nothing; the model must still be told.
      return answer === undefined ? "ok" : JSON.stringify(answer);
    });
  }
}

async function registerDevices(
  { devices = [] }: DeclaredPlugin,
  context: PluginContext,
  signal: AbortSignal,
) {
  for (const device of devices) {
    const handle = await context.hub.devices.register(
      declarationOf(device, context.hub.name),
      device.onCommand && ((command, until) => device.onCommand?.(command, context, until)),
    );
    await device.connect?.(handle, context, signal);
  }
}

function declarationOf(device: DeclaredDevice<TSchema>, plugin: string): DeviceDeclaration {
  const { onCommand: _command, connect: _connect, id, ...declaration } = device;
  return { ...declaration, id: id.startsWith(`${plugin}.`) ? id : `${plugin}.${id}` };
}

async function registerChannels({ channels = {} }: DeclaredPlugin, context: PluginContext) {
  const { hub } = context;
  for (const [name, channel] of Object.entries(channels)) {
    const { description, caps = DEFAULT_CAPS, textMax, send, listens } = channel;
    if (send !== undefined) {
      const length = textMax === undefined ? {} : { textMax };
      await hub.outputs.register({ name, description, caps, ...length }, async (message, signal) =>
        send(message, context, signal),
      );
    }
    if (listens === true) await hub.inputs.register({ name, description });
  }
}

async function registerStages({ stages = {} }: DeclaredPlugin, hub: Hub) {
  for (const [stage, declared] of Object.entries(stages)) {
    if (typeof declared === "function") await hub.stages.register(stage as Stage, declared);
    else {
      const { run, ...options } = declared;
      await hub.stages.register(stage as Stage, run, options);
    }
  }
}

async function declarePrompt({ prompt = {} }: DeclaredPlugin, hub: Hub) {
  for (const [key, declared] of Object.entries(prompt)) {
    const section = key.startsWith(`${hub.name}.`) ? key : `${hub.name}.${key}`;
    const piece = typeof declared === "string" ? { content: declared } : declared;
    await hub.prompt.declare({ order: PROMPT_ORDER, ...piece, section });
  }
}
