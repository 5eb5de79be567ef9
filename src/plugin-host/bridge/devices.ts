/** `device.*`: devices of a plugin in the house, and commands on their way to it. */
import { problem } from "#contract";
import { DEVICE_COMMAND_TIMEOUT_MS, DEVICES_PER_PLUGIN_MAX } from "../limits.ts";
import type { PluginLink } from "../plugin-link.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

type Names = "device.register" | "device.state" | "device.remove";

const nothing: Disposable = { [Symbol.dispose]: () => undefined };

/** Handlers of the group. */
export function deviceHandlers({ state, registrations }: GroupDeps): HandlerGroup<Names> {
  const attached = new WeakSet<PluginLink>();
  return {
    "device.register": ({ device }, { plugin }) => {
      // Else one plugin could take another's ids before that one starts.
      if (!device.id.startsWith(`${plugin.name}.`)) {
        throw problem("INVALID_PARAMS", `device ${device.id} is not named after its plugin`, {
          hint: `name it ${plugin.name}.<device>`,
        });
      }
      if (!attached.has(plugin)) {
        attached.add(plugin);
        state.house.attach(plugin.name, async (command, signal) => {
          await plugin.request("device.command", command, signal, DEVICE_COMMAND_TIMEOUT_MS);
        });
      }
      registrations.replace(
        plugin.name,
        `device:${device.id}`,
        () => {
          state.house.register(plugin.name, device);
          // Nothing to undo by itself: the house detaches an owner as a whole.
          return nothing;
        },
        DEVICES_PER_PLUGIN_MAX,
      );
      return { id: device.id };
    },
    "device.state": (report, { plugin }) => {
      state.house.report(plugin.name, report);
      return null;
    },
    "device.remove": ({ id }, { plugin }) => {
      state.house.remove(plugin.name, id);
      registrations.remove(plugin.name, `device:${id}`);
      return null;
    },
  };
}
