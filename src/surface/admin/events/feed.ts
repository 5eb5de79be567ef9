/** What happens in the hub as a numbered feed: the last events are kept for readers that come back. */
import { type Clock, unreachable } from "#base";
import { hasRole, type KernelEvents, type Principal } from "#contract";
import { EVENTS_KEPT } from "../limits.ts";
import { type SseStream, sseFrame } from "./sse.ts";

/** Kernel events that browsers are told. */
export const FEED_EVENTS = [
  "device_state",
  "house_changed",
  "plugin_state",
  "config_changed",
  "notice",
] as const;
export type FeedEventName = (typeof FEED_EVENTS)[number];

/** One event with its payload. */
export type FeedEvent = {
  readonly [Name in FeedEventName | "log"]: {
    readonly name: Name;
    readonly data: KernelEvents[Name];
  };
}[FeedEventName | "log"];

/** What a listener may hear. */
export interface Scope {
  readonly principal: Principal;
  /** Ids of the devices that he may see; null means all. */
  readonly devices: ReadonlySet<string> | null;
}

/** Somebody with an open stream. */
export interface Listener {
  scope: Scope;
  readonly stream: SseStream;
}

/** Whether a listener may hear an event. */
function mayHear(event: FeedEvent, { principal, devices }: Scope): boolean {
  switch (event.name) {
    case "device_state":
      return devices === null || devices.has(event.data.deviceId);
    case "house_changed":
      return true;
    case "plugin_state":
      return hasRole(principal, "member");
    case "notice":
      return event.data.personId === principal.personId;
    case "log":
    case "config_changed":
      return hasRole(principal, "owner");
    default:
      return unreachable(event);
  }
}

interface Kept {
  readonly id: number;
  readonly event: FeedEvent;
  readonly frame: Uint8Array;
}

/** Numbers events, keeps the newest and hands them to the listeners. */
export class EventFeed {
  readonly #listeners = new Set<Listener>();
  readonly #kept: Kept[] = [];
  /** Ids start at the wall clock, so that an id from before a restart is never taken for a new one. */
  readonly #start: number;
  #newest: number;

  constructor(clock: Clock) {
    this.#start = Math.max(0, Math.floor(clock.now()));
    this.#newest = this.#start;
  }

  /** Tells everybody who may hear it, and keeps it. */
  publish(event: FeedEvent): void {
    this.#newest += 1;
    const frame = sseFrame(event.data, { event: event.name, id: this.#newest });
    this.#kept.push({ id: this.#newest, event, frame });
    if (this.#kept.length > EVENTS_KEPT) this.#kept.shift();
    this.#send(event, frame);
  }

  /**
   * Tells everybody who may hear it, without a number: a chatty log would push the states of
   * devices out of what is kept, and `GET logs` has the past lines.
   */
  publishUnkept(event: FeedEvent): void {
    this.#send(event, sseFrame(event.data, { event: event.name }));
  }

  /** Tells everybody that the kernel dropped events before they reached us. */
  publishLost(count: number): void {
    for (const { stream } of this.#listeners) stream.lose(count);
  }

  /** Adds a listener; with the id of the last event that he has, he first gets what he missed. */
  join(listener: Listener, lastEventId: number | undefined): void {
    if (lastEventId !== undefined) this.#resume(listener, lastEventId);
    this.#listeners.add(listener);
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  #resume({ stream, scope }: Listener, lastEventId: number): void {
    const isOurs = lastEventId >= this.#start && lastEventId <= this.#newest;
    const after = isOurs ? lastEventId : this.#start;
    const oldest = this.#kept[0]?.id ?? this.#newest + 1;
    const gone = Math.max(0, oldest - 1 - after);
    // Of another run of the hub nobody knows how much was missed, only that something may be.
    if (!isOurs || gone > 0) stream.lose(Math.max(1, gone));
    for (const { id, event, frame } of this.#kept) {
      if (id > after && mayHear(event, scope)) stream.force(frame);
    }
  }

  #send(event: FeedEvent, frame: Uint8Array): void {
    for (const { stream, scope } of this.#listeners) {
      if (mayHear(event, scope)) stream.push(frame);
    }
  }
}
