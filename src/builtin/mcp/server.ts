/** One server as the owner set it: kept alive with growing pauses, its tools offered while it lives. */
import { sleep, TaskGroup } from "#base";
import type { Health, Tools } from "#kernel/state";
import { type Connection, type ConnectionParts, connect } from "./connection.ts";
import { BACKOFF_FIRST_MS, BACKOFF_LONGEST_MS, RELIST_SPACING_MS, STABLE_MS } from "./limits.ts";
import type { RefusedTool } from "./listing.ts";
import { shortServerName } from "./names.ts";
import { type Offer, offerTools } from "./offer.ts";
import { createScrubber, reasonOf, type Scrubber } from "./outside-text.ts";
import type { ServerAddress, ServerSettings } from "./settings.ts";

/** What a server stands on. */
export interface ServerParts extends ConnectionParts {
  readonly tools: Tools;
  readonly health: Health;
}

/** `incomplete`: still being typed in. `invalid`: settings that contradict one another. */
export type ServerState =
  | "running"
  | "starting"
  | "backoff"
  | "disabled"
  | "incomplete"
  | "invalid";

/** A server as the owner sees it. */
export interface ServerStatus {
  readonly server: string;
  readonly transport: ServerAddress["kind"] | null;
  readonly state: ServerState;
  /** Why it is not running, for a person. */
  readonly reason: string | null;
  readonly nextTryInMs: number | null;
  readonly restarts: number;
  readonly tools: number;
  /** Tools that the hub does not offer: how many, and the first of them by name. */
  readonly refused: number;
  readonly refusedTools: readonly RefusedTool[];
}

/** One server. Its starts and stops take turns; none runs beside another. */
export class McpServer implements AsyncDisposable {
  readonly name: string;
  readonly #parts: ServerParts;
  #settings: ServerSettings;
  #scrub: Scrubber;
  #state: ServerState = "starting";
  #reason: string | null = null;
  #nextTryAt: number | null = null;
  #runningSince: number | null = null;
  #restarts = 0;
  #offer: Offer | undefined;
  #refusalsTold = "";
  #degraded: (Disposable & { readonly reason: string }) | undefined;
  #life: TaskGroup | undefined;
  /** Resolves when a start that was asked for has come to something. */
  #settled = Promise.withResolvers<void>();
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(parts: ServerParts, name: string, settings: ServerSettings) {
    this.#parts = parts;
    this.name = name;
    this.#settings = settings;
    this.#scrub = scrubberOf(settings);
  }

  status(): ServerStatus {
    const nextTryInMs =
      this.#nextTryAt === null
        ? null
        : Math.max(0, Math.round(this.#nextTryAt - this.#parts.clock.monotonic()));
    return {
      server: this.name,
      transport: this.#settings.address?.kind ?? null,
      state: this.#state,
      reason: this.#reason,
      nextTryInMs,
      restarts: this.#restarts,
      tools: this.#offer?.count ?? 0,
      refused: this.#offer?.refused.count ?? 0,
      refusedTools: this.#offer?.refused.kept ?? [],
    };
  }

  /** Starts it with these settings, ending what ran with others. */
  async apply(settings: ServerSettings): Promise<void> {
    await this.#takeTurn(async () => {
      await this.#halt();
      this.#settings = settings;
      this.#scrub = scrubberOf(settings);
      this.#restarts = 0;
      this.#begin();
    });
  }

  /** Ends it and starts it, forgetting earlier failures; resolves when it runs or has failed. */
  async restart(signal: AbortSignal): Promise<void> {
    await this.#takeTurn(async () => {
      await this.#halt();
      this.#begin();
    });
    await unlessAborted(this.#settled.promise, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#takeTurn(() => this.#halt());
    this.#settled.resolve();
    this.#heal();
  }

  async #takeTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    // The next one waits for the end of this one, whatever it is.
    this.#turn = turn.catch(() => undefined);
    await turn;
  }

  #begin(): void {
    const { address, enabled, wrong } = this.#settings;
    if (this.#isClosed) return;
    const settled = Promise.withResolvers<void>();
    // Whoever asked for an earlier start waits for what becomes of this one.
    settled.promise.then(this.#settled.resolve);
    this.#settled = settled;
    if (wrong !== null) {
      this.#degrade(wrong);
      this.#set("invalid", wrong);
    } else if (!enabled || address === null) {
      this.#heal();
      if (enabled) this.#set("incomplete", "it has neither a command nor a url");
      else this.#set("disabled", "disabled by the owner");
    } else {
      this.#set("starting", null);
      this.#life = new TaskGroup((error) => {
        // Nothing in here should fail that way; if it does, the server is off and says so.
        this.#parts.log.error("mcp.server_failed", { server: this.name, error });
        this.#set("invalid", reasonOf(error, this.#scrub));
      });
      this.#life.run((signal) => this.#live(address, signal));
    }
  }

  async #halt(): Promise<void> {
    const life = this.#life;
    this.#life = undefined;
    await life?.[Symbol.asyncDispose]();
    this.#nextTryAt = null;
  }

  /** Runs the server again and again, until the signal ends it. */
  async #live(address: ServerAddress, signal: AbortSignal): Promise<never> {
    const { clock, log } = this.#parts;
    for (let failures = 1; ; failures += 1) {
      this.#runningSince = null;
      const reason = await this.#run(address, signal);
      signal.throwIfAborted();
      const since = this.#runningSince ?? clock.monotonic();
      if (clock.monotonic() - since >= STABLE_MS) failures = 1;
      const delayMs = Math.min(BACKOFF_LONGEST_MS, BACKOFF_FIRST_MS * 2 ** (failures - 1));
      log.warn("mcp.server_lost", { server: this.name, reason, failures, delayMs });
      this.#degrade(reason);
      this.#nextTryAt = clock.monotonic() + delayMs;
      this.#set("backoff", reason);
      await sleep(clock, delayMs, signal);
      this.#nextTryAt = null;
      this.#restarts += 1;
      this.#set("starting", reason);
    }
  }

  /** Runs it once; answers why it ended. */
  async #run(address: ServerAddress, signal: AbortSignal): Promise<string> {
    const { log } = this.#parts;
    const server = this.name;
    let relist: () => void = () => undefined;
    try {
      const target = { server, address, scrub: this.#scrub, onToolsChanged: () => relist() };
      await using connection = await connect(this.#parts, target, signal);
      // Ends before the connection does: what cannot be called is not offered.
      using _offered = { [Symbol.dispose]: () => this.#withdraw() };
      await using tasks = new TaskGroup((error) =>
        log.warn("mcp.relist_failed", { server, error }),
      );
      relist = this.#relisting(connection, tasks);
      await this.#list(connection, signal);
      this.#heal();
      this.#runningSince = this.#parts.clock.monotonic();
      this.#set("running", null);
      log.info("mcp.server_running", { server, tools: this.#offer?.count ?? 0 });
      return this.#scrub(await unlessAborted(connection.lost, signal));
    } catch (error) {
      signal.throwIfAborted();
      return reasonOf(error, this.#scrub);
    }
  }

  /** Lists again when told that something changed, with a pause between two listings. */
  #relisting(connection: Connection, tasks: TaskGroup): () => void {
    let isStale = false;
    let isListing = false;
    const work = async (signal: AbortSignal) => {
      try {
        while (isStale) {
          isStale = false;
          await this.#list(connection, signal);
          await sleep(this.#parts.clock, RELIST_SPACING_MS, signal);
        }
      } finally {
        isListing = false;
      }
    };
    return () => {
      isStale = true;
      if (isListing) return;
      isListing = true;
      tasks.run(work);
    };
  }

  async #list(connection: Connection, signal: AbortSignal): Promise<void> {
    const { log, tools } = this.#parts;
    const server = this.name;
    const listing = await connection.list(this.#settings.role, signal);
    this.#withdraw();
    const owner = `mcp:${shortServerName(server)}`;
    this.#offer = offerTools({ tools, owner, server, connection, scrub: this.#scrub }, listing);
    const { count, kept } = this.#offer.refused;
    // Told once, not with every list that is the same.
    const told = JSON.stringify([count, kept]);
    if (count > 0 && told !== this.#refusalsTold) {
      log.warn("mcp.tools_refused", { server, count, first: kept.slice(0, 3) });
    }
    this.#refusalsTold = told;
  }

  #withdraw(): void {
    this.#offer?.[Symbol.dispose]();
    this.#offer = undefined;
  }

  #set(state: ServerState, reason: string | null): void {
    this.#state = state;
    this.#reason = reason;
    if (state !== "starting") this.#settled.resolve();
  }

  /** Shown in the status; the same reason again is nothing new. */
  #degrade(reason: string): void {
    if (this.#degraded?.reason === reason) return;
    this.#heal();
    const entry = this.#parts.health.degrade(`mcp:${this.name}`, reason);
    this.#degraded = { reason, [Symbol.dispose]: () => entry[Symbol.dispose]() };
  }

  #heal(): void {
    this.#degraded?.[Symbol.dispose]();
    this.#degraded = undefined;
  }
}

/** What the owner set as secret. An address's own query may hold a key as well. */
function scrubberOf({ address }: ServerSettings): Scrubber {
  if (address === null) return createScrubber([]);
  if (address.kind === "stdio") return createScrubber(Object.values(address.env));
  const query = new URL(address.url).searchParams.values();
  return createScrubber([...Object.values(address.headers), ...query]);
}

/** The promise's outcome, or a rejection with the signal's reason when that aborts first. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const over = Promise.withResolvers<never>();
  const stop = () => over.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([promise, over.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
