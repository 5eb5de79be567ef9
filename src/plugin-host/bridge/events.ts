/** `events.*`: kernel events that a plugin follows, through the ring or as notifications. */
import type { KernelEventName } from "#contract";
import type { EventFeed } from "../event-feed.ts";
import type { GroupDeps, HandlerGroup } from "./types.ts";

const KEY = "subscription:events";

/** Handlers of the group. */
export function eventHandlers(
  { registrations }: GroupDeps,
  feed: EventFeed,
): HandlerGroup<"events.subscribe" | "events.unsubscribe"> {
  return {
    "events.subscribe": (params, { plugin }) => {
      const names = new Set(params.names as readonly KernelEventName[]);
      registrations.replace(plugin.name, KEY, () => feed.follow(plugin, names), 1);
      return null;
    },
    "events.unsubscribe": (_params, { plugin }) => {
      registrations.remove(plugin.name, KEY);
      return null;
    },
  };
}
