/** Web servers that mean harm or are broken: silence, floods, bombs, redirects, closed doors. */
import { describe, expect, onTestFinished, test } from "vitest";
import { FRAME_BYTES_MAX, STREAM_SPACING_MS } from "../../../src/builtin/mcp/limits.ts";
import { until } from "../../support/hub-process.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { type Reply, startScriptedServer } from "../../support/scripted-server.ts";
import { mcpRig } from "./rig.ts";

interface Rpc {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly requestId?: number };
}

const greeting = (params: Rpc["params"]) => ({
  protocolVersion: params?.protocolVersion,
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: "odd", version: "1" },
});
const list = { tools: [{ name: "odd", inputSchema: { type: "object" } }] };

/** What a server does that a usual one does not. */
interface Odd {
  readonly call?: (rpc: Rpc, request: Request) => Response | Promise<Response>;
  readonly stream?: (request: Request) => Response;
  readonly first?: (request: Request) => Response | undefined;
}

/** A web server that greets and lists like any other, and does the rest as it is told. */
function oddServer({ call, stream, first }: Odd): { readonly url: string } {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const early = first?.(request);
      if (early) return early;
      if (request.method === "GET") return stream?.(request) ?? new Response(null, { status: 405 });
      if (request.method !== "POST") return new Response(null, { status: 405 });
      const rpc = (await request.json()) as Rpc;
      const answer = (result: unknown) => Response.json({ jsonrpc: "2.0", id: rpc.id, result });
      switch (rpc.method) {
        case "initialize":
          return answer(greeting(rpc.params));
        case "tools/list":
          return answer(list);
        case "tools/call":
          return (
            (await call?.(rpc, request)) ?? answer({ content: [{ type: "text", text: "ok" }] })
          );
        case "ping":
          return answer({});
        default:
          return new Response(null, { status: 202 });
      }
    },
  });
  onTestFinished(() => void server.stop(true));
  return { url: `http://127.0.0.1:${server.port}/mcp` };
}

const events = (body: BodyInit) =>
  new Response(body, { headers: { "content-type": "text/event-stream" } });

/** An endless body of such chunks. */
const endless = (chunk: string) =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(chunk));
    },
  });

describe("a web server", () => {
  test("whose door is closed is named with what to do, and no secret", async () => {
    const rig = mcpRig();
    const { url } = oddServer({ first: () => new Response("a-very-secret-key", { status: 401 }) });
    rig.set("odd", { headers: { "X-Key": "a-very-secret-key" }, url: `${url}?key=another-secret` });
    const { reason } = await rig.untilState("odd", "backoff");
    expect(reason).toBe("it answers with HTTP status 401; check its headers");
    expect(rig.logText()).not.toMatch(/a-very-secret-key|another-secret/);
  });

  test("that leads to another origin is not followed there", async () => {
    const rig = mcpRig();
    let visits = 0;
    const elsewhere = oddServer({
      first() {
        visits += 1;
        return undefined;
      },
    });
    const { url } = oddServer({ first: () => Response.redirect(elsewhere.url, 307) });
    rig.set("odd", { headers: { "X-Key": "a-very-secret-key" }, url });
    const { reason } = await rig.untilState("odd", "backoff");
    expect(reason).toContain("Redirect to");
    expect(visits).toBe(0);
  });

  test("that is no MCP server is named", async () => {
    const rig = mcpRig();
    const { url } = oddServer({ first: () => new Response("<h1>It works!</h1>") });
    rig.set("odd", { url });
    const { reason } = await rig.untilState("odd", "backoff");
    expect(reason).toContain("Unexpected content type");
  });

  test.each([
    ["a body without end", () => new Response(endless("x".repeat(65_536)), json)],
    ["an event without end", () => events(endless("data: x\n"))],
    ["a line without end", () => events(endless("x".repeat(65_536)))],
  ])("that answers with %s fails that call, and memory stays", async (_, call) => {
    const rig = mcpRig();
    const { url } = oddServer({ call });
    rig.set("odd", { url });
    await rig.untilState("odd", "running");
    const { outcome, content } = await rig.call("odd_odd");
    expect(outcome).toBe("failed");
    expect(content).toContain(`more than ${FRAME_BYTES_MAX} bytes`);
    await rig.untilState("odd", "running");
  });

  test("whose answer breaks off in the middle fails that call at once", async () => {
    const rig = mcpRig();
    const reply: Reply = async ({ request, head, write, end, cut }) => {
      const { id, method, params } = request.body as unknown as Rpc;
      if (id === undefined) {
        await head(request.method === "POST" ? 202 : 405, {}, 0);
        return;
      }
      await head(200, { "content-type": "text/event-stream" });
      await write(": wait\n\n");
      if (method === "tools/call") {
        cut();
        return;
      }
      const result = method === "initialize" ? greeting(params) : list;
      await write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
      await end();
    };
    await using server = await startScriptedServer(...Array.from({ length: 40 }, () => reply));
    rig.set("odd", { url: `${server.url}/mcp` });
    await rig.untilState("odd", "running");
    const { outcome, content } = await rig.call("odd_odd");
    expect(outcome).toBe("failed");
    expect(content).toContain(`${server.url} ended in mid-answer`);
    await until(() => rig.status("odd")?.restarts === 1 && rig.status("odd")?.state === "running");
  });

  test("whose stream ends at once and says 'come again at once' is asked once a second", async () => {
    const clock = createManualClock();
    const rig = mcpRig({ clock });
    let streams = 0;
    const { url } = oddServer({
      stream() {
        streams += 1;
        return events("retry: 0\nid: 1\ndata:\n\n");
      },
    });
    rig.set("odd", { url });
    clock.advance(1000);
    await rig.untilState("odd", "running");
    await until(() => streams === 1);
    // Time passes for everybody but our clock.
    for (let count = 0; count < 20; count += 1) await rig.call("odd_odd");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(streams).toBe(1);
    clock.advance(STREAM_SPACING_MS);
    await until(() => streams === 2);
  });

  test("that never answers is left by the call's own deadline", async () => {
    const rig = mcpRig({ toolTimeoutMs: 200 });
    const { url } = oddServer({ call: () => new Promise(() => undefined) });
    rig.set("odd", { url });
    await rig.untilState("odd", "running");
    const calls = Array.from({ length: 20 }, () => rig.call("odd_odd"));
    const outcomes = (await Promise.all(calls)).map(({ outcome }) => outcome);
    // Sixteen at once; the others are told so.
    expect(outcomes.filter((outcome) => outcome === "timeout")).toHaveLength(16);
    expect(outcomes.filter((outcome) => outcome === "failed")).toHaveLength(4);
    expect(rig.status("odd")?.state).toBe("running");
  });
});

const json = { headers: { "content-type": "application/json" } };
