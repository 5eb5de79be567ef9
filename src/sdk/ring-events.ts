/** The event ring on the plugin's side: opened with the first event that is followed. */
import { isCanceled } from "#base";
import {
  EVENT_NAMES,
  type EventTypeName,
  eventMask,
  eventTypeName,
  type KernelEventName,
  type PluginInit,
  RING_EVENTS,
} from "#contract";
import { openEventReader } from "#wire/shared";
import type { FollowRing } from "./groups/events.ts";
import type { HubLink } from "./hub-link.ts";

const isKernelEvent = (name: EventTypeName | undefined): name is KernelEventName =>
  (EVENT_NAMES as readonly unknown[]).includes(name);

/** Reads what the hub handed down until the plugin ends. */
export function ringFollower(
  descriptors: NonNullable<PluginInit["events"]>,
  link: HubLink,
): FollowRing {
  return (hear, lost) => {
    const reader = openEventReader(descriptors);
    reader.mask = 0;
    const listener = {
      onEvent(type: number, payload: string) {
        const name = eventTypeName(type);
        if (isKernelEvent(name)) hear(name, JSON.parse(payload) as never);
        return undefined;
      },
      onLost: lost,
    };
    reader
      .run(listener, link.signal)
      .catch((error: unknown) => {
        if (!isCanceled(error)) link.failed("events", error);
      })
      .finally(() => reader[Symbol.asyncDispose]())
      // The plugin ends anyway; memory that is not unmapped goes with it.
      .catch(() => undefined);
    return {
      follow(names: readonly KernelEventName[]) {
        reader.mask = eventMask(names.filter((name) => RING_EVENTS.has(name)));
      },
    };
  };
}
