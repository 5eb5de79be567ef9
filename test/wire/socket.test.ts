/** Peers over real unix sockets. */
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { silentLogger, systemClock } from "#base";
import { connectToSocket, listenOnSocket, type SocketServerOptions } from "#wire";

const never = new AbortController().signal;
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wire-"));
  path = join(folder, "s.sock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const base = { clock: systemClock, log: silentLogger };
const listen = (accept: SocketServerOptions["accept"], more: object = {}) =>
  listenOnSocket({ ...base, path, accept, ...more });
const connect = (more: object = {}) => connectToSocket({ ...base, path, ...more }, never);

describe("unix sockets", () => {
  test("carry calls and notifications, megabytes included, in both directions", async () => {
    const heard = Promise.withResolvers<unknown>();
    const big = "灯".repeat(300_000);
    await using _server = await listen((connection) => ({
      onCall(method, params) {
        connection.peer.notify("note", { method });
        return params;
      },
    }));
    using client = await connect({
      onNotification: (_method: string, params: unknown) => heard.resolve(params),
    });
    const calls = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => client.peer.request("e", [n, big], never));
    const replies = (await Promise.all(calls)) as [number, string][];
    expect(replies.map(([n, text]) => [n, text === big])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, true]),
    );
    expect(await heard.promise).toEqual({ method: "e" });
  });

  test("are private to their user", async () => {
    await using _server = await listen(() => ({ onCall: () => null }));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("reject what waits when the server ends, and the file is gone", async () => {
    const server = await listen(() => ({ onCall: () => new Promise(() => undefined) }));
    using client = await connect();
    const call = client.peer.request("m", {}, never).catch((error: unknown) => error);
    await expect.poll(() => server.connections).toBe(1);
    await server[Symbol.asyncDispose]();
    expect(await call).toMatchObject({ code: "GONE" });
    expect(existsSync(path)).toBe(false);
  });

  test("abort the server's handler when the client goes", async () => {
    const aborted = Promise.withResolvers<unknown>();
    await using server = await listen(() => ({
      onCall: (_method, _params, signal) => {
        signal.addEventListener("abort", () => aborted.resolve(signal.reason));
        return new Promise(() => undefined);
      },
    }));
    {
      using client = await connect();
      client.peer.request("m", {}, never).catch(() => undefined);
      await expect.poll(() => server.connections).toBe(1);
      await client.peer.drained();
    }
    expect(await aborted.promise).toMatchObject({ reason: "gone" });
  });

  test("say so when nobody listens", async () => {
    await expect(connect()).rejects.toMatchObject({ code: "NOT_AVAILABLE" });
  });

  test("replace what a dead process left, and nothing else", async () => {
    const dead = Bun.spawn([
      process.execPath,
      "-e",
      `Bun.listen({unix:${JSON.stringify(path)},socket:{data(){}}});process.kill(process.pid,"SIGKILL")`,
    ]);
    await dead.exited;
    expect(existsSync(path)).toBe(true);
    await using _server = await listen(() => ({ onCall: () => "new" }));
    using client = await connect();
    expect(await client.peer.request("m", {}, never)).toBe("new");
    await expect(listen(() => ({ onCall: () => null }))).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await client.peer.request("m", {}, never)).toBe("new");
    path = join(folder, "file");
    writeFileSync(path, "precious");
    await expect(listen(() => ({ onCall: () => null }))).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(existsSync(path)).toBe(true);
  });

  test("take no more connections than allowed", async () => {
    await using server = await listen(() => ({ onCall: () => "in" }), { connectionsMax: 1 });
    using first = await connect();
    expect(await first.peer.request("m", {}, never)).toBe("in");
    using second = await connect();
    await expect(second.peer.request("m", {}, never)).rejects.toMatchObject({ code: "GONE" });
    expect(server.connections).toBe(1);
  });
});
