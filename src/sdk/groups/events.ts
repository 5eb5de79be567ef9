/**
 * `hub.events`: following kernel events. One subscription on the wire serves all listeners. Most events
 * come through memory that the hub shares, so that they may be heard a little before or after the
 * answer of a call that they belong to.
 */
import type { KernelEventName, KernelEvents } from "#contract";
import type { HubLink } from "../hub-link.ts";

export interface HubEvents {
  /** Follows one event; disposing ends it. */
  on<Name extends KernelEventName>(
    name: Name,
    listener: (payload: KernelEvents[Name]) => void,
  ): Promise<Disposable>;
  /** Hears how many events were dropped because this plugin fell behind. */
  onLost(listener: (count: number) => void): Disposable;
}

type Listener = (payload: never) => void;

/** Reads events where the hub writes them for all; calls back until the plugin ends. */
export type FollowRing = (
  hear: (name: KernelEventName, payload: never) => void,
  lost: (count: number) => void,
) => {
  /** These events and no others. */
  follow(names: readonly KernelEventName[]): void;
};

/** The group and the way in for its notifications. */
export function createEvents(
  link: HubLink,
  followRing?: FollowRing,
): {
  readonly api: HubEvents;
  /** True when the notification was one of ours. */
  hear(method: string, params: unknown): boolean;
} {
  const listeners = new Map<KernelEventName, Set<Listener>>();
  const lostListeners = new Set<(count: number) => void>();
  const hearEvent = (name: KernelEventName, payload: never) => {
    for (const listener of [...(listeners.get(name) ?? [])]) {
      try {
        listener(payload);
      } catch (error) {
        // Its own trouble; the other listeners have heard of the same event.
        link.failed(`event ${name}`, error);
      }
    }
  };
  const hearLost = (count: number) => {
    for (const listener of [...lostListeners]) listener(count);
  };
  let ring: ReturnType<FollowRing> | undefined;

  /** The names that the hub hears replace those that it had. */
  const subscribe = async () => {
    const names = [...listeners.keys()];
    // Before the hub hears of it: nothing that comes after its answer is missed.
    ring ??= followRing?.(hearEvent, hearLost);
    ring?.follow(names);
    if (names.length > 0) {
      await link.call("events.subscribe", { names: names as never }, link.signal);
    } else await link.call("events.unsubscribe", {}, link.signal);
  };

  const remove = (name: KernelEventName, listener: Listener) => {
    const set = listeners.get(name);
    if (!set?.delete(listener) || set.size > 0) return;
    listeners.delete(name);
    // Hearing of it a moment longer harms nobody, nor does a wire that is closed meanwhile.
    subscribe().catch(() => undefined);
  };

  return {
    api: {
      async on(name, listener) {
        const set = listeners.get(name);
        if (set) set.add(listener as Listener);
        else {
          listeners.set(name, new Set([listener as Listener]));
          try {
            await subscribe();
          } catch (error) {
            listeners.delete(name);
            throw error;
          }
        }
        return { [Symbol.dispose]: () => remove(name, listener as Listener) };
      },
      onLost(listener) {
        lostListeners.add(listener);
        return { [Symbol.dispose]: () => void lostListeners.delete(listener) };
      },
    },
    hear(method, params) {
      if (method === "event") {
        const { name, payload } = params as { name: KernelEventName; payload: never };
        hearEvent(name, payload);
        return true;
      }
      if (method !== "events.lost") return false;
      const { count } = params as { count: number };
      hearLost(count);
      return true;
    },
  };
}
