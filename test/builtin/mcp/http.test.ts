/** MCP servers over streamable HTTP: a real server in a process of its own, killed and brought back. */
import { describe, expect, test } from "vitest";
import { until } from "../../support/hub-process.ts";
import { type McpRig, mcpRig } from "./rig.ts";
import { startWebServer } from "./web-server.ts";

interface Counts {
  readonly hung: number;
  readonly givenUp: number;
}

/** What a tool of the server "web" answered. */
async function said<T>(rig: McpRig, tool: string, args: unknown = {}): Promise<T> {
  const { outcome, content } = await rig.call(`web_${tool}`, args);
  expect(outcome).toBe("ok");
  return JSON.parse(content.slice(content.indexOf("\n"))) as T;
}

describe.each(["events", "json"] as const)("a server over HTTP that answers by %s", (style) => {
  test("offers its tools, answers, and gets the headers that the owner set", async () => {
    const rig = mcpRig();
    const server = await startWebServer(style);
    rig.set("web", { headers: { Authorization: "Bearer a-very-secret-key" }, url: server.url });
    await rig.untilState("web", "running");
    expect(await said(rig, "echo", { text: "你好" })).toEqual({ text: "你好" });
    const headers = await said<Record<string, string>>(rig, "headers");
    // The server was given it and repeats it; nobody reads it.
    expect(headers["authorization"]).toBe("***");
    expect(rig.logText()).not.toContain("a-very-secret-key");
  });

  test("that dies in the middle of a call fails that call, is named, and is found again", async () => {
    const rig = mcpRig();
    const server = await startWebServer(style);
    rig.set("web", { url: server.url });
    await rig.untilState("web", "running");
    const hanging = rig.call("web_hang");
    await said(rig, "echo");
    await server.kill();
    const { outcome, content } = await hanging;
    expect(outcome).toBe("failed");
    expect(content).toContain(`http://127.0.0.1:${server.port}`);
    await until(() => rig.health.list().length > 0);
    expect(rig.health.list()).toMatchObject([{ part: "mcp:web" }]);
    expect(rig.offered()).toEqual([]);
    await startWebServer(style, server.port);
    await rig.untilState("web", "running");
    expect(rig.health.list()).toEqual([]);
    expect(await said(rig, "echo", { back: true })).toEqual({ back: true });
  });

  test("hears of calls that were given up, and sixty of them block nothing", async () => {
    const rig = mcpRig();
    const server = await startWebServer(style);
    rig.set("web", { url: server.url });
    await rig.untilState("web", "running");
    for (let round = 1; round <= 5; round += 1) {
      const interrupt = new AbortController();
      const calls = Array.from({ length: 12 }, () =>
        rig.call("web_hang", {}, {}, interrupt.signal),
      );
      await until(async () => (await said<Counts>(rig, "counts")).hung === 12 * round);
      interrupt.abort(new Error("stop"));
      const outcomes = (await Promise.all(calls)).map(({ outcome }) => outcome);
      expect(new Set(outcomes)).toEqual(new Set(["aborted"]));
      await until(async () => (await said<Counts>(rig, "counts")).givenUp === 12 * round);
    }
    expect(rig.status("web")).toMatchObject({ state: "running", restarts: 0 });
  });
});

test("a server over HTTP may change its tools while it runs", async () => {
  const rig = mcpRig();
  const server = await startWebServer();
  rig.set("web", { url: server.url });
  await rig.untilState("web", "running");
  await said(rig, "grow");
  await until(() => rig.offered().includes("web_grown"));
});

test("a session is taken leave of, and one that the server forgot is begun anew", async () => {
  const rig = mcpRig();
  const server = await startWebServer();
  rig.set("web", { url: server.url });
  await rig.untilState("web", "running");
  await rig.servers.restart("web", new AbortController().signal);
  expect(await said(rig, "sessions")).toEqual({ begun: 2, open: 1 });
  // Another process on the same port knows nothing of our session.
  await server.kill();
  await startWebServer("events", server.port);
  await until(() => rig.status("web")?.restarts !== 0 && rig.status("web")?.state === "running");
  expect(await said(rig, "sessions")).toEqual({ begun: 1, open: 1 });
});
