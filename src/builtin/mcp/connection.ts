/** One live connection to a server: greeting, list of tools, calls, signs of life. */
import {
  CanceledError,
  type Clock,
  deadline,
  type HttpClient,
  type Logger,
  messageOf,
  type ProcessPort,
  TaskGroup,
  unreachable,
} from "#base";
import { HUB_VERSION, problem, type Role } from "#contract";
import { createHttpLink } from "./http-link.ts";
import {
  CALLS_MAX,
  CONNECT_TIMEOUT_MS,
  EXCHANGE_TIMEOUT_MS,
  LIST_TIMEOUT_MS,
  PING_PERIOD_MS,
  PING_TIMEOUT_MS,
  PINGS_MISSED_MAX,
} from "./limits.ts";
import type { Link, LostListener } from "./link.ts";
import { type Listing, readListing } from "./listing.ts";
import type { Scrubber } from "./outside-text.ts";
import { loadSdk, type Sdk } from "./sdk.ts";
import type { ServerAddress } from "./settings.ts";
import { createStdioLink } from "./stdio-link.ts";

/** What all connections stand on. */
export interface ConnectionParts {
  readonly processes: ProcessPort;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly log: Logger;
  /** The folder that holds one home for each stdio server. */
  readonly homesDir: string;
}

/** Which server, and what is done with its news. */
export interface ConnectionTarget {
  readonly server: string;
  readonly address: ServerAddress;
  readonly scrub: Scrubber;
  /** The server says that its tools changed. It may say so as often as it likes. */
  readonly onToolsChanged: () => void;
}

/** A connection that was greeted. Disposing it says farewell and ends what belongs to it. */
export interface Connection extends AsyncDisposable {
  /** Resolves once, with the reason for a person. Calls under way are rejected by then. */
  readonly lost: Promise<string>;
  list(role: Role, signal: AbortSignal): Promise<Listing>;
  /** Answers what the server sent; rejects with the signal's reason, or with what went wrong. */
  call(tool: string, args: unknown, signal: AbortSignal): Promise<unknown>;
}

/** Connects and greets. Rejects with why that did not work, and leaves nothing behind. */
export async function connect(
  parts: ConnectionParts,
  target: ConnectionTarget,
  signal: AbortSignal,
): Promise<Connection> {
  const sdk = await loadSdk();
  signal.throwIfAborted();
  const connection = new LiveConnection(parts, target, sdk);
  try {
    using limit = deadline(parts.clock, CONNECT_TIMEOUT_MS, signal);
    await connection.greet(limit.signal);
    return connection;
  } catch (error) {
    await connection[Symbol.asyncDispose]();
    throw error;
  }
}

function createLink(
  parts: ConnectionParts,
  { server, address, scrub }: ConnectionTarget,
  sdk: Sdk,
  onLost: LostListener,
): Link {
  switch (address.kind) {
    case "stdio":
      return createStdioLink({ ...parts, ...address, server, scrub, sdk, onLost });
    case "http":
      return createHttpLink({ ...parts, ...address, server, sdk, onLost });
    default:
      return unreachable(address);
  }
}

class LiveConnection implements Connection {
  readonly #parts: ConnectionParts;
  readonly #target: ConnectionTarget;
  readonly #sdk: Sdk;
  readonly #link: Link;
  readonly #client: InstanceType<Sdk["Client"]>;
  readonly #tasks: TaskGroup;
  readonly #lost = Promise.withResolvers<string>();
  #lostReason: string | undefined;
  #calls = 0;
  #pinging: Disposable | undefined;

  constructor(parts: ConnectionParts, target: ConnectionTarget, sdk: Sdk) {
    this.#parts = parts;
    this.#target = target;
    this.#sdk = sdk;
    this.#link = createLink(parts, target, sdk, (reason) => this.#lose(reason));
    this.#client = new sdk.Client({ name: "homeagent", version: HUB_VERSION });
    this.#tasks = new TaskGroup((error) => this.#note("mcp.task_failed", error));
  }

  get lost(): Promise<string> {
    return this.#lost.promise;
  }

  async greet(signal: AbortSignal): Promise<void> {
    const client = this.#client;
    // Errors of the transport that matter end the link; the others are for whoever looks for them.
    client.onerror = (error) => this.#note("mcp.transport", error);
    client.setNotificationHandler(this.#sdk.ToolListChangedNotificationSchema, () =>
      this.#target.onToolsChanged(),
    );
    await this.#unlessLost((own) => client.connect(this.#link.transport, own), signal);
    let missed = 0;
    this.#pinging = this.#parts.clock.every(PING_PERIOD_MS, () => {
      if (this.#tasks.size > 0) return;
      this.#tasks.run(async (over) => {
        missed = (await this.#ping(over)) ? 0 : missed + 1;
        if (missed >= PINGS_MISSED_MAX) this.#lose("does not answer any more");
      });
    });
  }

  async list(role: Role, signal: AbortSignal): Promise<Listing> {
    const { server } = this.#target;
    if (!this.#client.getServerCapabilities()?.tools) {
      return await readListing(server, role, async () => ({ tools: [] }));
    }
    using limit = deadline(this.#parts.clock, LIST_TIMEOUT_MS, signal);
    return await readListing(server, role, (cursor) => {
      const params = cursor === undefined ? {} : { cursor };
      return this.#request("tools/list", params, limit.signal);
    });
  }

  async call(tool: string, args: unknown, signal: AbortSignal): Promise<unknown> {
    if (this.#calls >= CALLS_MAX) {
      throw problem("BUSY", `${CALLS_MAX} calls to this server are under way already`);
    }
    this.#calls += 1;
    try {
      return await this.#request("tools/call", { name: tool, arguments: args }, signal);
    } finally {
      this.#calls -= 1;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pinging?.[Symbol.dispose]();
    this.#tasks.cancel("shutdown");
    this.#lostReason ??= "was stopped";
    await this.#link[Symbol.asyncDispose]();
    await this.#client.close();
    await this.#tasks[Symbol.asyncDispose]();
  }

  async #request(
    method: string,
    params: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<unknown> {
    // The whole of the answer is looked at by our own schemas; to the SDK it is any object.
    return await this.#unlessLost(
      (own) => this.#client.request({ method, params } as never, this.#sdk.ResultSchema, own),
      signal,
    );
  }

  /** Whether the server gave a sign of life, be it an error of its own. */
  async #ping(signal: AbortSignal): Promise<boolean> {
    using limit = deadline(this.#parts.clock, PING_TIMEOUT_MS, signal);
    try {
      await this.#request("ping", {}, limit.signal);
      return true;
    } catch (error) {
      if (limit.signal.aborted) return signal.aborted;
      if (error instanceof this.#sdk.McpError) return true;
      this.#lose(messageOf(error));
      return false;
    }
  }

  /**
   * Runs a step of the SDK. Its signal is one of our own that is forgotten with the step: the SDK
   * would tell the server of an end that comes long after the answer. What it rejects with becomes
   * what really happened.
   */
  async #unlessLost<T>(
    step: (options: { signal: AbortSignal; timeout: number }) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    signal.throwIfAborted();
    const own = new AbortController();
    const over = Promise.withResolvers<never>();
    const stop = () => {
      own.abort(signal.reason);
      // Not every step of the SDK heeds the signal.
      over.reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
    try {
      // Our own limits are shorter and go by our own clock.
      const timeout = EXCHANGE_TIMEOUT_MS;
      return await Promise.race([step({ signal: own.signal, timeout }), over.promise]);
    } catch (error) {
      signal.throwIfAborted();
      throw this.#lostReason === undefined ? error : problem("PLUGIN_FAILED", this.#lostReason);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** The first reason counts. Closing the client tells whoever waits for an answer. */
  #lose(reason: string): void {
    if (this.#lostReason !== undefined) return;
    this.#lostReason = reason;
    this.#lost.resolve(reason);
    this.#tasks.run(() => this.#client.close());
  }

  #note(event: string, error: unknown): void {
    if (error instanceof CanceledError) return;
    const { server, scrub } = this.#target;
    this.#parts.log.debug(event, { server, reason: scrub(messageOf(error)).slice(0, 300) });
  }
}
