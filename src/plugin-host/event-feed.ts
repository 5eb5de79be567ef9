/**
 * Kernel events on their way to plugins: written once into a ring that all who follow events can read,
 * however many they are. What not everybody may know, what is too large for the ring, and what is for
 * children without a seat travels as notifications.
 */
import { type Clock, messageOf } from "#base";
import { EVENT_TYPES, type KernelEventName, type KernelEvents, RING_EVENTS } from "#contract";
import type { Health, KernelState } from "#kernel/state";
import { createEventRing, type EventRing, type RingSeat } from "#wire/shared";
import type { PluginLink } from "./plugin-link.ts";

/** Feeds those who follow events. Disposing ends the ring: its readers hear nothing any more. */
export interface EventFeed extends Disposable {
  /** A seat at the ring for a child that is about to start; none without shared memory or room. */
  seat(): { readonly ring: number; readonly seat: RingSeat } | undefined;
  /** A plugin follows these events and no others; disposing ends it. */
  follow(plugin: PluginLink, names: ReadonlySet<KernelEventName>): Disposable;
}

/** Makes the ring, or throws where the system shares no memory. */
export type OpenEventRing = (clock: Clock) => EventRing;

/** Makes the feed. Nothing is written while nobody follows. */
export function createEventFeed(
  state: Pick<KernelState, "clock" | "events" | "health">,
  openRing: OpenEventRing = (clock) => createEventRing({ clock }),
): EventFeed {
  const feed = new Feed(state.events, state.health);
  feed.open(() => openRing(state.clock));
  return feed;
}

/** Who follows one event, and the one subscription on the kernel's bus that serves them. */
interface Topic {
  readonly seated: Set<PluginLink>;
  readonly notified: Set<PluginLink>;
  readonly subscription: Disposable;
}

class Feed implements EventFeed {
  readonly #bus: KernelState["events"];
  readonly #health: Health;
  readonly #topics = new Map<KernelEventName, Topic>();
  #ring: EventRing | undefined;
  /** Told once and shown for as long as the hub runs: which children it concerns may change. */
  #degraded: Disposable | undefined;

  constructor(bus: KernelState["events"], health: Health) {
    this.#bus = bus;
    this.#health = health;
  }

  /** Without a ring, every follower is sent every event. */
  open(openRing: () => EventRing): void {
    this.#ring = this.#try("there is no shared memory for events", openRing);
  }

  seat(): { readonly ring: number; readonly seat: RingSeat } | undefined {
    const ring = this.#ring;
    if (!ring) return undefined;
    return this.#try("the event ring has no seat left", () => ({
      ring: ring.descriptor,
      seat: ring.addReader(),
    }));
  }

  follow(plugin: PluginLink, names: ReadonlySet<KernelEventName>): Disposable {
    const stack = new DisposableStack();
    for (const name of names) stack.use(this.#followOne(plugin, name));
    return stack;
  }

  [Symbol.dispose](): void {
    for (const { subscription } of this.#topics.values()) subscription[Symbol.dispose]();
    this.#topics.clear();
    this.#ring?.[Symbol.dispose]();
    this.#degraded?.[Symbol.dispose]();
  }

  #try<Value>(why: string, work: () => Value): Value | undefined {
    try {
      return work();
    } catch (error) {
      const reason = `${why}, plugins are sent them one by one: ${messageOf(error)}`;
      this.#degraded ??= this.#health.degrade("events", reason);
      return undefined;
    }
  }

  #followOne(plugin: PluginLink, name: KernelEventName): Disposable {
    const topic = this.#topics.get(name) ?? this.#open(name);
    const isSeated = plugin.hasRing === true && RING_EVENTS.has(name);
    const followers = isSeated ? topic.seated : topic.notified;
    followers.add(plugin);
    return {
      [Symbol.dispose]: () => {
        followers.delete(plugin);
        if (topic.seated.size + topic.notified.size > 0) return;
        topic.subscription[Symbol.dispose]();
        if (this.#topics.get(name) === topic) this.#topics.delete(name);
      },
    };
  }

  #open<Name extends KernelEventName>(name: Name): Topic {
    const seated = new Set<PluginLink>();
    const notified = new Set<PluginLink>();
    const publish = (payload: KernelEvents[Name]) => {
      if (seated.size > 0 && !this.#write(name, payload)) notify(seated, name, payload);
      notify(notified, name, payload);
    };
    const topic = { seated, notified, subscription: this.#bus.on(name, publish) };
    this.#topics.set(name, topic);
    return topic;
  }

  /** False for what no slot of the ring can hold: then it is sent, behind or before its neighbors. */
  #write(name: KernelEventName, payload: unknown): boolean {
    const ring = this.#ring;
    const text = JSON.stringify(payload);
    if (!ring?.fits(text)) return false;
    return ring.write(EVENT_TYPES[name], text);
  }
}

function notify(plugins: ReadonlySet<PluginLink>, name: KernelEventName, payload: unknown): void {
  for (const plugin of plugins) plugin.notify("event", { name, payload });
}
