/** The parts that the routes share, put together once for one app. */
import { TaskGroup } from "#base";
import { LoginLimiter } from "./access/login-limiter.ts";
import { createOrigins, type Origins } from "./access/origin.ts";
import { Tokens } from "./access/tokens.ts";
import { Audience } from "./events/audience.ts";
import { EventFeed } from "./events/feed.ts";
import { LogLines } from "./events/log-lines.ts";
import { relayEvents } from "./events/relay.ts";
import { createReplyPieces, type ReplyPieces } from "./events/reply-pieces.ts";
import { Streams } from "./events/streams.ts";
import type { AdminDeps } from "./ports.ts";

/** What a route may use. */
export interface Services {
  readonly deps: AdminDeps;
  /** Aborts when the app stops. A reader that goes away aborts nothing: his lamp still goes on. */
  readonly signal: AbortSignal;
  readonly tasks: TaskGroup;
  readonly origins: Origins;
  readonly tokens: Tokens;
  readonly logins: LoginLimiter;
  readonly streams: Streams;
  readonly audience: Audience;
  readonly pieces: ReplyPieces;
}

/** Starts the shared parts; `resources` ends them. */
export async function startServices(
  deps: AdminDeps,
  resources: AsyncDisposableStack,
): Promise<Services> {
  const { hub, clock, log } = deps;
  const tasks = resources.use(new TaskGroup((error) => log.error("http.task_failed", { error })));
  const streams = resources.use(new Streams(clock));
  const tokens = new Tokens(hub, clock, tasks.signal);
  const feed = new EventFeed(clock);
  const logLines = new LogLines(hub, tasks, (data) => feed.publishUnkept({ name: "log", data }));
  const audience = new Audience({ hub, clock, log, feed, streams, tokens, logLines, tasks });
  resources.defer(() => audience.stop());
  resources.use(await relayEvents({ hub, feed, tokens, streams, audience }));
  return {
    deps,
    signal: tasks.signal,
    tasks,
    origins: createOrigins(deps.settings.trustedProxies, log),
    tokens,
    logins: new LoginLimiter(clock),
    streams,
    audience,
    pieces: resources.use(createReplyPieces(hub)),
  };
}
