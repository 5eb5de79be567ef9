/** Keeps MCP servers in step with `core.mcp.servers.*`: each that is set runs, and nothing runs for none. */
import { messageOf, TaskGroup } from "#base";
import { problem } from "#contract";
import type { Config } from "#kernel/state";
import { SERVERS_MAX, SETTLE_MS } from "./limits.ts";
import { McpServer, type ServerParts, type ServerStatus } from "./server.ts";
import {
  MCP_PREFIX,
  readServerSettings,
  SERVERS_PATTERN,
  type ServerSettings,
} from "./settings.ts";
import { registerMcpTools } from "./tools.ts";

/** What the MCP client stands on. */
export interface McpParts extends ServerParts {
  readonly config: Config;
}

/** The MCP servers of the house. Disposing ends all of them side by side. */
export interface McpServers extends AsyncDisposable {
  /** Begins: servers that are set start by themselves, and settings are followed. */
  start(): void;
  list(): readonly ServerStatus[];
  /** Ends a server and starts it; answers what came of it. Throws `NOT_FOUND`. */
  restart(name: string, signal: AbortSignal): Promise<ServerStatus>;
}

/** Makes the client; nothing runs before `start`. */
export function createMcp(parts: McpParts): McpServers {
  return new Servers(parts);
}

interface Entry {
  readonly server: McpServer;
  /** What it was made from, as text. */
  made: string;
}

class Servers implements McpServers {
  readonly #parts: McpParts;
  readonly #entries = new Map<string, Entry>();
  readonly #tasks: TaskGroup;
  #subscription: Disposable | undefined;
  #pending: Disposable | undefined;
  #tools: Disposable | undefined;
  #tooMany: Disposable | undefined;

  constructor(parts: McpParts) {
    this.#parts = parts;
    this.#tasks = new TaskGroup((error) => parts.log.error("mcp.failed", { error }));
  }

  start(): void {
    const { clock, config } = this.#parts;
    this.#subscription = config.onChange(MCP_PREFIX, () => {
      // Whoever sets a command and its arguments means both; no server should see the half of it.
      this.#pending?.[Symbol.dispose]();
      this.#pending = clock.after(SETTLE_MS, () => this.#refresh());
    });
    this.#refresh();
  }

  list(): readonly ServerStatus[] {
    return [...this.#entries.values()].map(({ server }) => server.status());
  }

  async restart(name: string, signal: AbortSignal): Promise<ServerStatus> {
    const entry = this.#entries.get(name);
    if (!entry) {
      const known = [...this.#entries.keys()].join(", ");
      throw problem("NOT_FOUND", `there is no MCP server "${name}"`, {
        hint: known === "" ? "set core.mcp.servers.<name>.command or .url" : `there are ${known}`,
      });
    }
    await entry.server.restart(signal);
    return entry.server.status();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#subscription?.[Symbol.dispose]();
    this.#pending?.[Symbol.dispose]();
    this.#tools?.[Symbol.dispose]();
    this.#tooMany?.[Symbol.dispose]();
    const servers = [...this.#entries.values()].map(({ server }) => server);
    this.#entries.clear();
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    await this.#tasks[Symbol.asyncDispose]();
  }

  #refresh(): void {
    const { config, health, log, tools } = this.#parts;
    const all = config.names(SERVERS_PATTERN);
    const names = all.slice(0, SERVERS_MAX);
    for (const [name, { server }] of this.#entries) {
      if (names.includes(name)) continue;
      this.#entries.delete(name);
      this.#tasks.run(() => server[Symbol.asyncDispose]());
    }
    for (const name of names) {
      try {
        this.#update(name, readServerSettings(config, name));
      } catch (error) {
        log.error("mcp.not_set", { server: name, reason: messageOf(error) });
      }
    }
    this.#tooMany?.[Symbol.dispose]();
    this.#tooMany =
      all.length === names.length
        ? undefined
        : health.degrade("mcp", `only the first ${SERVERS_MAX} of ${all.length} servers are used`);
    // Their descriptions are part of every prompt, so a house without servers has no such tools.
    if (names.length > 0) this.#tools ??= registerMcpTools(tools, this);
    else {
      this.#tools?.[Symbol.dispose]();
      this.#tools = undefined;
    }
  }

  #update(name: string, settings: ServerSettings): void {
    // Settings hold nothing but texts and flags, so their JSON tells whether one changed.
    const made = JSON.stringify(settings);
    const present = this.#entries.get(name);
    if (present?.made === made) return;
    const server = present?.server ?? new McpServer(this.#parts, name, settings);
    this.#entries.set(name, { server, made });
    this.#tasks.run(() => server.apply(settings));
  }
}
