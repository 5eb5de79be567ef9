/** A stdio server on the SDK's own server side, with tools for what a test wants to see happen. */
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [notebook = ""] = process.argv.slice(2);
const note = (line: string) => notebook !== "" && appendFileSync(notebook, `${line}\n`);
const object = { type: "object" as const };
const words = {
  type: "object" as const,
  properties: { text: { type: "string" } },
  required: ["text"],
};

const tools = [
  { name: "echo", description: "says it again", inputSchema: words },
  { name: "surroundings", description: "its environment", inputSchema: object },
  { name: "hang", description: "never answers", inputSchema: object },
  { name: "fail", description: "fails", inputSchema: object },
  { name: "picture", description: "a picture", inputSchema: object },
  { name: "reading", description: "structured", inputSchema: object },
  { name: "repeat", description: "says it often", inputSchema: object },
  { name: "nest", description: "answers deeply", inputSchema: object },
  { name: "crash", description: "dies over it", inputSchema: object },
  { name: "breed", description: "starts a grandchild", inputSchema: object },
  {
    name: "shout",
    description: "says a thousand times that its tools changed",
    inputSchema: object,
  },
  { name: "grow", description: "gets another tool", inputSchema: words },
];

const server = new Server(
  { name: "flat", version: "1" },
  { capabilities: { tools: { listChanged: true } } },
);

server.setRequestHandler(ListToolsRequestSchema, () => {
  note("list");
  return { tools };
});

const text = (said: string) => ({ content: [{ type: "text" as const, text: said }] });

server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
  const said = String(params.arguments?.["text"] ?? "");
  const times = Number(params.arguments?.["times"] ?? 1);
  switch (params.name) {
    case "echo":
      return text(said);
    case "surroundings":
      return text(
        JSON.stringify({
          env: process.env,
          cwd: process.cwd(),
          argv: process.argv,
          pid: process.pid,
        }),
      );
    case "hang":
      note("hanging");
      signal.addEventListener("abort", () => note("given up"));
      return await new Promise(() => undefined);
    case "fail":
      return { ...text("no such city"), isError: true };
    case "picture":
      return { content: [{ type: "image", mimeType: "image/png", data: "AAAA" }] };
    case "reading":
      return { content: [], structuredContent: { celsius: 21.5 } };
    case "repeat":
      return text(said.repeat(times));
    case "nest": {
      let structuredContent: Record<string, unknown> = {};
      for (let count = 0; count < times; count += 1) structuredContent = { in: structuredContent };
      return { content: [], structuredContent };
    }
    case "crash":
      process.stderr.write("Error: the well is dry\n    at somewhere\n");
      process.exit(3);
      break;
    case "breed": {
      const grandchild = spawn("/bin/sleep", ["1000"], { stdio: "inherit" });
      return text(String(grandchild.pid));
    }
    case "shout":
      for (let count = 0; count < 1000; count += 1) await server.sendToolListChanged();
      return text("shouted");
    case "grow":
      tools.push({ name: said, description: "new", inputSchema: object });
      await server.sendToolListChanged();
      return text("grown");
  }
  throw new Error(`no tool ${params.name}`);
});

await server.connect(new StdioServerTransport());
note("up");
