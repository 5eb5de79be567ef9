/** `output.*` and `input.*`: channels on which a plugin speaks for the hub, and to it. */
import type { OutputMessage } from "#kernel/state";
import { CHANNELS_PER_PLUGIN_MAX, OUTPUT_TIMEOUT_MS } from "../limits.ts";
import type { PluginLink } from "../plugin-link.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

/** Handlers of the group. */
export function channelHandlers({
  state,
  registrations,
}: GroupDeps): HandlerGroup<"output.register" | "input.register"> {
  return {
    "output.register": ({ name, caps, description, help, textMax }, { plugin }) => {
      const send = (message: OutputMessage, signal: AbortSignal) =>
        deliver(plugin, name, message, signal);
      const channel = {
        name,
        caps,
        description,
        send,
        ...(help === undefined ? {} : { help }),
        ...(textMax === undefined ? {} : { textMax }),
      };
      registrations.replace(
        plugin.name,
        `output:${name}`,
        () => state.outputs.register(plugin.name, channel),
        CHANNELS_PER_PLUGIN_MAX,
      );
      return null;
    },
    "input.register": ({ name }, { plugin }) => {
      registrations.takeInput(plugin.name, name);
      return null;
    },
  };
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
