/** A streamable HTTP server on the SDK's own server side, in a process of its own that can be killed. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [port = "0", style = "events"] = process.argv.slice(2);
const object = { type: "object" as const };
const tools = [
  { name: "echo", description: "says it again", inputSchema: object },
  { name: "hang", description: "never answers", inputSchema: object },
  { name: "counts", description: "how many calls hung, and were given up", inputSchema: object },
  { name: "headers", description: "what headers came", inputSchema: object },
  { name: "sessions", description: "how many sessions there were", inputSchema: object },
  { name: "grow", description: "gets another tool", inputSchema: object },
];
const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
let begun = 0;
let hung = 0;
let givenUp = 0;

function createServer(): Server {
  const server = new Server(
    { name: "web", version: "1" },
    { capabilities: { tools: { listChanged: true } } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, requestInfo }) => {
    const text = (said: unknown) => ({
      content: [{ type: "text" as const, text: JSON.stringify(said) }],
    });
    switch (params.name) {
      case "echo":
        return text(params.arguments);
      case "hang":
        hung += 1;
        signal.addEventListener("abort", () => {
          givenUp += 1;
        });
        return await new Promise(() => undefined);
      case "counts":
        return text({ hung, givenUp });
      case "headers":
        return text(requestInfo?.headers);
      case "sessions":
        return text({ begun, open: sessions.size });
      default:
        tools.push({ name: "grown", description: "new", inputSchema: object });
        await server.sendToolListChanged();
        return text("grown");
    }
  });
  return server;
}

async function begin(): Promise<WebStandardStreamableHTTPServerTransport> {
  begun += 1;
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    enableJsonResponse: style === "json",
    onsessioninitialized: (id) => void sessions.set(id, transport),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  await createServer().connect(transport);
  return transport;
}

const listening = Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  idleTimeout: 0,
  async fetch(request) {
    const id = request.headers.get("mcp-session-id");
    const known = id === null ? await begin() : sessions.get(id);
    if (!known) return new Response("no such session", { status: 404 });
    return await known.handleRequest(request);
  },
});
process.stdout.write(`${listening.port}\n`);
