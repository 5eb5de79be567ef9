/** MCP servers as they are set: what is refused, what changes while the hub runs, what the owner sees. */
import { describe, expect, test } from "vitest";
import { until } from "../../support/hub-process.ts";
import { contextOf, guest, owner } from "../support.ts";
import { childServer, mcpRig } from "./rig.ts";
import { startWebServer } from "./web-server.ts";

const member = { ...owner, role: "member" as const };

describe("settings of MCP servers", () => {
  test("that do not fit are refused with what would, and secrets are not repeated", () => {
    const rig = mcpRig();
    const refused = (field: string, value: unknown) => {
      try {
        rig.set("a", { [field]: value });
        return "taken";
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refused("args", '-y "two words"')).toContain("or a JSON array such as");
    expect(refused("args", [1])).toContain("or a JSON array such as");
    expect(refused("env", { "A B": "secret-value" })).toContain("NAME=value, or a JSON object");
    expect(refused("env", "no pair at all")).toContain("NAME=value");
    expect(refused("headers", "no pair at all")).toContain("a header such as");
    expect(refused("env", { A: 1 })).not.toContain("taken");
    expect(refused("env", '"secret-value"')).not.toContain("secret-value");
    expect(refused("headers", { Host: "x" })).toContain("a header such as");
    expect(refused("headers", { "Mcp-Session-Id": "x" })).toContain("headers");
    expect(refused("headers", { "X-Key": "two\nlines" })).toContain("headers");
    expect(refused("url", "file:///etc/passwd")).toContain("http");
    expect(refused("url", "http://me:secret@host/")).toContain("without a password");
    expect(refused("role", "anybody")).toContain("one of guest, member, owner");
    expect(rig.servers.list()).toEqual([]);
  });

  test("may be written as people write on a command line", async () => {
    const rig = mcpRig();
    const { command, args } = childServer("flat-server");
    rig.set("flat", { env: "GREETING=good day", args: `${args.join(" ")}  one  two`, command });
    await rig.untilState("flat", "running");
    const { content } = await rig.call("flat_surroundings");
    const seen = JSON.parse(content.slice(content.indexOf("\n"))) as {
      readonly env: Record<string, string>;
      readonly argv: readonly string[];
    };
    // Its own secret it may say; we do not repeat it.
    expect(seen.env["GREETING"]).toBe("***");
    expect(seen.argv.slice(2)).toEqual(["one", "two"]);
    const web = await startWebServer();
    rig.set("web", { headers: "X-Kind: 8 lamps", url: web.url });
    await rig.untilState("web", "running");
    expect((await rig.call("web_headers")).content).toContain('"x-kind":"8 lamps"');
  });

  test("none: no server, no tool, nothing loaded", () => {
    const rig = mcpRig();
    expect(rig.tools.list()).toEqual([]);
    expect(rig.logged).toEqual([]);
  });

  test("changed while it runs start, stop and move a server", async () => {
    const rig = mcpRig();
    rig.set("flat", childServer("flat-server"));
    await rig.untilState("flat", "running");
    const count = rig.offered().length;
    rig.set("flat", { enabled: false });
    await rig.untilState("flat", "disabled");
    expect(rig.offered()).toEqual([]);
    rig.set("flat", { enabled: true });
    await rig.untilState("flat", "running");
    expect(rig.offered()).toHaveLength(count);
    rig.set("flat", { url: "http://127.0.0.1:9/mcp" });
    expect((await rig.untilState("flat", "invalid")).reason).toContain("both a command and a url");
    expect(rig.health.list()).toMatchObject([{ part: "mcp:flat" }]);
    rig.config.unset("core.mcp.servers.flat.url");
    await rig.untilState("flat", "running");
    expect(rig.health.list()).toEqual([]);
    for (const field of ["command", "args", "enabled"]) {
      rig.config.unset(`core.mcp.servers.flat.${field}`);
    }
    await until(() => rig.tools.list().length === 0);
    expect(rig.servers.list()).toEqual([]);
  });

  test("of a seventeenth server are told, and sixteen run", async () => {
    const rig = mcpRig();
    for (let index = 10; index < 27; index += 1) rig.set(`s${index}`, { enabled: false });
    await until(() => rig.servers.list().length === 16);
    expect(rig.health.list()).toEqual([
      { part: "mcp", reason: "only the first 16 of 17 servers are used" },
    ]);
  });

  test("may name servers as people do; tools and homes get names that fit", async () => {
    const rig = mcpRig();
    rig.set("天气", childServer("flat-server"));
    rig.set("新闻", childServer("flat-server"));
    await rig.untilState("天气", "running");
    await rig.untilState("新闻", "running");
    const echoes = rig.offered().filter((name) => name.endsWith("_echo"));
    expect(echoes).toHaveLength(2);
    for (const name of echoes) {
      expect(name).toMatch(/^[0-9a-f]{6}_echo$/);
      expect((await rig.call(name, { text: "x" })).outcome).toBe("ok");
    }
  });
});

describe("the owner's tools", () => {
  test("list the servers and start one anew", async () => {
    const rig = mcpRig();
    rig.set("flat", childServer("flat-server"));
    rig.set("none", { command: "/no/such/program" });
    await rig.untilState("flat", "running");
    await rig.untilState("none", "backoff");
    const listed = await rig.call("mcp_list_servers");
    expect(JSON.parse(listed.content)).toMatchObject({
      servers: [
        { server: "flat", transport: "stdio", state: "running", refused: 0 },
        { server: "none", transport: "stdio", state: "backoff", tools: 0 },
      ],
    });
    const pidOf = async () => (await rig.call("flat_surroundings")).content;
    const before = await pidOf();
    const restarted = await rig.call("mcp_restart_server", { server: "flat" });
    expect(restarted).toMatchObject({ outcome: "ok", data: { server: { state: "running" } } });
    expect(await pidOf()).not.toBe(before);
    const failed = await rig.call("mcp_restart_server", { server: "none" });
    expect(failed).toMatchObject({ outcome: "failed", data: { server: { state: "backoff" } } });
    const unknown = await rig.call("mcp_restart_server", { server: "flta" });
    expect(unknown).toMatchObject({
      outcome: "failed",
      data: { code: "NOT_FOUND", hint: "there are flat, none" },
    });
  });

  test("are the owner's alone", async () => {
    const rig = mcpRig();
    rig.set("flat", { enabled: false });
    await rig.untilState("flat", "disabled");
    for (const principal of [member, guest]) {
      const { signal } = new AbortController();
      const context = contextOf({ principal });
      const list = await rig.tools.invoke("mcp_list_servers", {}, context, signal);
      const restart = await rig.tools.invoke(
        "mcp_restart_server",
        { server: "flat" },
        context,
        signal,
      );
      expect([list.outcome, restart.outcome]).toEqual(["denied", "denied"]);
    }
  });

  test("restart a server that hangs in a call, and the call is told", async () => {
    const rig = mcpRig();
    rig.set("flat", childServer("flat-server"));
    await rig.untilState("flat", "running");
    const hanging = rig.call("flat_hang");
    const restarts = await Promise.all([
      rig.call("mcp_restart_server", { server: "flat" }),
      rig.call("mcp_restart_server", { server: "flat" }),
    ]);
    expect(restarts.map(({ outcome }) => outcome)).toEqual(["ok", "ok"]);
    expect(await hanging).toEqual({ outcome: "failed", content: "MCP flat: was stopped" });
    expect((await rig.call("flat_echo", { text: "x" })).outcome).toBe("ok");
  });
});
