/** `events.*`: kernel events that a plugin follows; they go out as notifications. */
import type { KernelEventName } from "#contract";
import type { GroupDeps, HandlerGroup } from "./types.ts";

const KEY = "subscription:events";

/** Handlers of the group. */
export function eventHandlers({
  state,
  registrations,
}: GroupDeps): HandlerGroup<"events.subscribe" | "events.unsubscribe"> {
  return {
    "events.subscribe": (params, { plugin }) => {
      const names = new Set(params.names as readonly KernelEventName[]);
      const subscribe = () => {
        const stack = new DisposableStack();
        for (const name of names) {
          stack.use(state.events.on(name, (payload) => plugin.notify("event", { name, payload })));
        }
        return stack;
      };
      registrations.replace(plugin.name, KEY, subscribe, 1);
      return null;
    },
    "events.unsubscribe": (_params, { plugin }) => {
      registrations.remove(plugin.name, KEY);
      return null;
    },
  };
}
