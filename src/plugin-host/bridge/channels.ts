/** `output.*`, `input.*` and `io.*`: channels on which a plugin speaks for the hub, and to it. */
import { type Principal, problem } from "#contract";
import type { OutputMessage } from "#kernel/state";
import type { BridgeCall } from "../gate.ts";
import { CHANNELS_PER_PLUGIN_MAX, INJECTIONS_MAX, OUTPUT_TIMEOUT_MS } from "../limits.ts";
import type { PluginLink } from "../plugin-link.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names = "output.register" | "input.register" | "io.injectText" | "io.injectInputSync";

/** Handlers of the group. */
export function channelHandlers({ state, registrations }: GroupDeps): HandlerGroup<Names> {
  const waiting = new WeakMap<PluginLink, number>();
  const submit = async (
    plugin: PluginLink,
    { channel, text }: { channel: string; text: string },
    signal: AbortSignal,
  ) => {
    waiting.set(plugin, (waiting.get(plugin) ?? 0) + 1);
    const input = {
      text,
      channel,
      principal: principalOf(plugin),
      origin: "plugin" as const,
      cause: [{ kind: "plugin" as const, id: plugin.name }],
    };
    try {
      return await state.io.submit(input, signal);
    } finally {
      waiting.set(plugin, (waiting.get(plugin) ?? 1) - 1);
    }
  };
  /** One plugin must not fill the queue that people wait in. */
  const requireInput = (plugin: PluginLink, channel: string) => {
    if (!registrations.hasInput(plugin.name, channel)) {
      throw problem("NOT_FOUND", `"${channel}" is no input channel of this plugin`, {
        hint: "register it with input.register first",
      });
    }
    if ((waiting.get(plugin) ?? 0) < INJECTIONS_MAX) return;
    throw problem("BUSY", `${INJECTIONS_MAX} texts of this plugin wait for their turn`);
  };
  return {
    "output.register": ({ name, caps, description }, { plugin }) => {
      const send = (message: OutputMessage, signal: AbortSignal) =>
        deliver(plugin, name, message, signal);
      registrations.replace(
        plugin.name,
        `output:${name}`,
        () => state.outputs.register(plugin.name, { name, caps, description, send }),
        CHANNELS_PER_PLUGIN_MAX,
      );
      return null;
    },
    "input.register": ({ name }, { plugin }) => {
      registrations.takeInput(plugin.name, name);
      return null;
    },
    "io.injectText": (params, { plugin }) => {
      requireInput(plugin, params.channel);
      // Begun here and not in the task: the next text of the same breath must find it counted.
      const submitted = submit(plugin, params, plugin.tasks.signal);
      plugin.tasks.run(() => submitted);
      return null;
    },
    "io.injectInputSync": async (params, { plugin, signal }: BridgeCall) => {
      requireInput(plugin, params.channel);
      return { reply: (await submit(plugin, params, signal)).reply };
    },
  };
}

/**
 * Who speaks when a plugin injects what somebody said: nobody that the hub knows, with the rights of
 * a member. An owner's rights need an owner's token.
 */
function principalOf(plugin: PluginLink): Principal {
  return { personId: `plugin:${plugin.name}`, name: plugin.name, role: "member", areas: null };
}

async function deliver(
  plugin: PluginLink,
  channel: string,
  { payload, type, meta }: OutputMessage,
  signal: AbortSignal,
): Promise<void> {
  const message = { channel, payload, type, ...(meta === undefined ? {} : { meta }) };
  await plugin.request("output.invoke", message, signal, OUTPUT_TIMEOUT_MS);
}
