/** A stdio server that says what a file holds, however wrong that is: for lists no SDK would send. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , mode = "", file = ""] = process.argv;
const send = (message: unknown) => process.stdout.write(`${JSON.stringify(message)}\n`);
const never = () => setInterval(() => undefined, 60_000);

if (mode === "deaf") {
  never();
} else {
  if (mode === "noisy") {
    process.stdout.write("Welcome to the server!\n{not json\n{}\n[1,2]\n\n\u0000\u0001\xff\n");
    process.stdout.write(`${"x".repeat(5_000_000)}\n`);
    process.stderr.write(`${"y".repeat(100_000)}\n`);
  }
  const greeting = (version: unknown) => ({
    protocolVersion: version,
    capabilities: { tools: {} },
    serverInfo: { name: "raw", version: "1" },
  });
  for await (const line of createInterface(process.stdin)) {
    const { id, method, params } = JSON.parse(line) as {
      id?: number;
      method?: string;
      params?: { protocolVersion?: unknown; name?: string; arguments?: unknown };
    };
    const answer = (result: unknown) => send({ jsonrpc: "2.0", id, result });
    if (method === "initialize") {
      if (mode === "mute") never();
      else if (mode === "stranger") answer({ hello: "world" });
      else answer(greeting(params?.protocolVersion));
    } else if (method === "tools/list") {
      answer(
        mode === "endless"
          ? { tools: [], nextCursor: "more" }
          : JSON.parse(readFileSync(file, "utf8")),
      );
    } else if (method === "tools/call") {
      if (mode === "noisy") process.stdout.write("calling...\n");
      if (mode === "babble") answer({ content: "not a list" });
      else answer({ content: [{ type: "text", text: JSON.stringify(params) }] });
    } else if (method === "ping") answer({});
  }
}
