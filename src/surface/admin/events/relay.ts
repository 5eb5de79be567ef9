/** Carries kernel events to the feed, and revocations to everything that trusts a token. */
import type { KernelEvents } from "#contract";
import type { Tokens } from "../access/tokens.ts";
import type { AdminHub } from "../ports.ts";
import type { Audience } from "./audience.ts";
import { type EventFeed, FEED_EVENTS, type FeedEvent, type FeedEventName } from "./feed.ts";
import type { Streams } from "./streams.ts";

/** What the relay connects. */
export interface RelayEnds {
  readonly hub: AdminHub;
  readonly feed: EventFeed;
  readonly tokens: Tokens;
  readonly streams: Streams;
  readonly audience: Audience;
}

/** Begins to relay; disposing the answer ends it. */
export async function relayEvents(ends: RelayEnds): Promise<Disposable> {
  const { hub, feed, tokens, streams, audience } = ends;
  const subscriptions = await Promise.all([
    ...FEED_EVENTS.map((name) => follow(ends, name)),
    hub.events.on("token_revoked", ({ tokenHash }) => {
      tokens.forget(tokenHash);
      streams.closeCaller(tokenHash);
    }),
  ]);
  const stack = new DisposableStack();
  for (const subscription of subscriptions) stack.use(subscription);
  stack.use(
    hub.events.onLost((count) => {
      // A revocation may be among what was lost.
      tokens.forgetAll();
      audience.recheck();
      feed.publishLost(count);
    }),
  );
  return stack;
}

function follow<Name extends FeedEventName>(
  { hub, feed, audience }: RelayEnds,
  name: Name,
): Promise<Disposable> {
  return hub.events.on(name, (data: KernelEvents[Name]) => {
    feed.publish({ name, data } as FeedEvent);
    if (name === "house_changed") audience.refreshDevices();
  });
}
