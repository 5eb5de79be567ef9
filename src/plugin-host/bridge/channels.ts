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
  const submit = async (
    plugin: PluginLink,
    { channel, text }: { channel: string; text: string },
    signal: AbortSignal,
  ) => {
    const input = {
      text,
      channel,
      principal: principalOf(plugin),
      origin: "plugin" as const,
      cause: [{ kind: "plugin" as const, id: plugin.name }],
    };
    return await state.io.submit(input, signal);
  };
  const requireInput = (plugin: PluginLink, channel: string) => {
    if (registrations.hasInput(plugin.name, channel)) return;
    throw problem("NOT_FOUND", `"${channel}" is no input channel of this plugin`, {
      hint: "register it with input.register first",
    });
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
      if (plugin.tasks.size >= INJECTIONS_MAX) {
        throw problem("BUSY", `${INJECTIONS_MAX} texts of this plugin wait for their turn`);
      }
      plugin.tasks.run((signal) => submit(plugin, params, signal));
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
