/** The tools with which the owner looks at MCP servers and starts them anew. */
import { type Static, Type } from "typebox";
import { codeOf, messageOf, OperationalError } from "#base";
import type { ToolDefinition, ToolResult } from "#contract";
import type { Tools } from "#kernel/state";
import type { ServerStatus } from "./server.ts";
import { MCP_OWNER } from "./settings.ts";
import { TEXTS } from "./texts.ts";

const SERVER_CHARS_MAX = 128;
const closed = { additionalProperties: false };
const NoArguments = Type.Object({}, closed);
const RestartArguments = Type.Object(
  {
    server: Type.String({
      minLength: 1,
      maxLength: SERVER_CHARS_MAX,
      description: TEXTS.server,
    }),
  },
  closed,
);

/** What both tools act on. */
export interface McpToolsTarget {
  list(): readonly ServerStatus[];
  /** Throws `NOT_FOUND`. */
  restart(name: string, signal: AbortSignal): Promise<ServerStatus>;
}

/** Registers both; disposing takes them away. */
export function registerMcpTools(tools: Tools, servers: McpToolsTarget): Disposable {
  const registered = new DisposableStack();
  // Names of foreign tools stand in the answers, so nothing is derived from them either.
  const common = { role: "owner", noMemory: true } satisfies Partial<ToolDefinition>;
  registered.use(
    tools.register(
      MCP_OWNER,
      {
        name: "mcp_list_servers",
        description: TEXTS.listServers,
        parameters: NoArguments,
        parallelSafe: true,
        ...common,
      },
      async () => answer({ servers: servers.list() }),
    ),
  );
  registered.use(
    tools.register(
      MCP_OWNER,
      {
        name: "mcp_restart_server",
        description: TEXTS.restartServer,
        parameters: RestartArguments,
        ...common,
      },
      async (args, _context, signal) => {
        // The registry has checked the arguments.
        const { server } = args as Static<typeof RestartArguments>;
        try {
          return restarted(await servers.restart(server, signal));
        } catch (error) {
          signal.throwIfAborted();
          return refused(error);
        }
      },
    ),
  );
  return registered;
}

function restarted(status: ServerStatus): ToolResult {
  return answer({ server: status }, status.state === "running" ? "ok" : "failed");
}

function refused(error: unknown): ToolResult {
  const hint = error instanceof OperationalError ? error.hint : undefined;
  const data = { code: codeOf(error), reason: messageOf(error), hint };
  return answer(data, "failed");
}

function answer(data: object, outcome: ToolResult["outcome"] = "ok"): ToolResult {
  return { outcome, content: JSON.stringify(data), data };
}
