/** The child on a real socket: it listens, says where, holds streams open, and closes. */
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Clock, silentLogger, systemClock, systemRandom } from "#base";
import { problem } from "#contract";
import type { Hub } from "#sdk";
import { createAdminPlugin } from "#surface/admin";
import { readEvents } from "./harness.ts";
import { FULL_SCRIPT } from "./samples.ts";
import { createScriptedHub, type ScriptedHub } from "./scripted-hub.ts";

const NEVER = new AbortController().signal;
const AUTH = { authorization: "Bearer anna-token" };
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A hub as a plugin is given it, over the scripted one. What the child does not use, throws. */
function hubOf(scripted: ScriptedHub, initial: Record<string, unknown>, clock: Clock): Hub {
  const used = {
    ...scripted.hub,
    clock,
    random: systemRandom,
    log: silentLogger,
    settings: { initial },
  };
  return new Proxy(used, {
    get(target, name) {
      if (name in target) return target[name as keyof typeof target];
      throw new Error(`the admin child uses hub.${String(name)}`);
    },
  }) as unknown as Hub;
}

/** Starts the plugin as the SDK does; answers where it listens. */
async function start(initial: Record<string, unknown> = {}, host = "127.0.0.1", port = 0) {
  const scripted = createScriptedHub(FULL_SCRIPT);
  const plugin = createAdminPlugin({ host, port, loadPage: async () => [] });
  await plugin.start(hubOf(scripted, initial, systemClock), NEVER);
  cleanups.push(() => plugin.stop?.());
  const [told] = scripted.callsOf("admin.listening") as { url: string }[];
  if (!told) throw new Error("the kernel was told of no address");
  return { scripted, plugin, url: told.url };
}

/** A bare connection that sends `text` and gathers what comes back. */
async function dial(url: string, text: string | Uint8Array) {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  const state = { got: "", closed: false };
  socket.on("data", (data) => {
    state.got += data.toString();
  });
  const closed = new Promise<void>((resolve) => {
    socket.on("close", () => {
      state.closed = true;
      resolve();
    });
  });
  socket.on("error", () => undefined);
  await new Promise<void>((resolve) => void socket.once("connect", resolve));
  socket.write(text);
  cleanups.push(() => socket.destroy());
  return { socket, state, closed };
}

/** Waits until something is so; the test's own limit ends a wait that is in vain. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise<void>((resolve) => void setTimeout(resolve, 2));
}

test("it tells the kernel where it listens, and answers there", async () => {
  const { url } = await start();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const response = await fetch(`${url}/api/v1/devices`, { headers: AUTH });
  expect(response.status).toBe(200);
  expect(((await response.json()) as unknown[]).length).toBe(2);
});

test("a port that is taken is named, with what to do", async () => {
  const { url } = await start();
  const port = Number(new URL(url).port);
  await expect(start({}, "127.0.0.1", port)).rejects.toMatchObject({
    code: "PORT_TAKEN",
    message: `another program listens on 127.0.0.1:${port} already`,
    hint: "choose another with --http HOST:PORT",
  });
});

test("an address that is not this machine's is named", async () => {
  await expect(start({}, "192.0.2.55")).rejects.toMatchObject({
    code: "LISTEN_FAILED",
    message: "cannot listen on 192.0.2.55:0 (EADDRNOTAVAIL)",
  });
});

test("an address of IPv6 is told with brackets", async () => {
  const { url } = await start({}, "::1");
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
});

test("the login limit counts the real other end, and believes only declared proxies", async () => {
  const body = JSON.stringify({ name: "Anna", password: "guess" });
  const login = (url: string, from: string) =>
    fetch(`${url}/api/v1/login`, {
      method: "POST",
      body,
      headers: { "x-forwarded-for": from },
    }).then(({ status }) => status);
  const refuse = (scripted: ScriptedHub) =>
    scripted.on({
      "admin.login": () => {
        throw problem("UNAUTHENTICATED", "wrong name or password");
      },
    });
  const bare = await start();
  refuse(bare.scripted);
  const proxied = await start({ trusted_proxies: " 127.0.0.1 , ::1" });
  refuse(proxied.scripted);
  const froms = Array.from({ length: 6 }, (_, index) => `198.51.100.${index}`);
  const statuses = { bare: [] as number[], proxied: [] as number[] };
  for (const from of froms) {
    statuses.bare.push(await login(bare.url, from));
    statuses.proxied.push(await login(proxied.url, from));
  }
  expect(statuses.bare).toEqual([401, 401, 401, 401, 401, 429]);
  expect(statuses.proxied).toEqual([401, 401, 401, 401, 401, 401]);
});

test("a name is the hub's when the settings say so", async () => {
  const { url } = await start({ host_names: "home.example, other.example" });
  const ask = (host: string) => fetch(`${url}/api/v1/health`, { headers: { host } });
  expect((await ask("home.example")).status).toBe(200);
  expect((await ask("evil.example")).status).toBe(403);
});

test("a body that is too large is a problem over the wire too, announced or not", async () => {
  const { url } = await start();
  const head = `POST /api/v1/chat HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${AUTH.authorization}\r\n`;
  const announced = await dial(url, `${head}Content-Length: 209715200\r\n\r\n`);
  await until(() => announced.state.got.includes("TOO_LARGE"));
  expect(announced.state.got).toContain("HTTP/1.1 413");
  const chunk = `${(64 * 1024).toString(16)}\r\n${"x".repeat(64 * 1024)}\r\n`;
  const chunked = await dial(url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}`);
  await until(() => chunked.state.got.includes("TOO_LARGE"));
  expect(chunked.state.got).toContain("application/problem+json");
});

test("events flow over a real connection as they happen, and a closed one frees its place", async () => {
  const { scripted, url } = await start();
  const abort = new AbortController();
  const response = await fetch(`${url}/api/v1/events`, { headers: AUTH, signal: abort.signal });
  const events = readEvents(response);
  scripted.emit("house_changed", { revision: 5 });
  expect(await events.next()).toMatchObject({ event: "house_changed", data: { revision: 5 } });
  await until(() => scripted.listeners("log") === 1);
  abort.abort();
  await until(() => scripted.listeners("log") === 0);
});

test("a connection that does not read cannot make the child keep what it does not take", async () => {
  const { scripted, url } = await start();
  const request = "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n";
  const slow = await dial(url, `${request}Authorization: ${AUTH.authorization}\r\n\r\n`);
  await until(() => slow.state.got.includes("retry:"));
  slow.socket.pause();
  const payload = {
    deviceId: "sim.a",
    state: { text: "x".repeat(4000) },
    available: true,
    at: "2026-11-30T08:00:00.000Z",
    cause: [],
  };
  const count = 40_000;
  for (let sent = 0; sent < count; sent += 1) {
    scripted.emit("device_state", payload);
    // Lets the socket take what it can.
    if (sent % 200 === 0) await new Promise<void>((resolve) => void setImmediate(resolve));
  }
  slow.socket.resume();
  const lost = () =>
    [...slow.state.got.matchAll(/event: lost\ndata: \{"count":(\d+)\}/g)]
      .map((match) => Number(match[1]))
      .reduce((sum, part) => sum + part, 0);
  const got = () => slow.state.got.split("event: device_state").length - 1;
  await until(() => got() + lost() >= count);
  // 160 MB were sent; what the child and the sockets kept of them is a small part.
  expect(got() + lost()).toBe(count);
  expect(lost()).toBeGreaterThan(count / 2);
  expect(slow.state.closed).toBe(false);
});

test("stopping ends streams and connections, and the port is free again", async () => {
  const { plugin, url } = await start();
  const request = "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n";
  const open = await dial(url, `${request}Authorization: ${AUTH.authorization}\r\n\r\n`);
  await until(() => open.state.got.includes("retry:"));
  await plugin.stop?.();
  await open.closed;
  await expect(fetch(`${url}/api/v1/health`)).rejects.toThrow();
  const again = await start({}, "127.0.0.1", Number(new URL(url).port));
  expect((await fetch(`${again.url}/api/v1/health`)).status).toBe(200);
});

test("a failed start leaves nothing that listens", async () => {
  const scripted = createScriptedHub();
  let url = "";
  scripted.on({
    "admin.listening": (params) => {
      url = params.url;
      throw new Error("the kernel is going away");
    },
  });
  const plugin = createAdminPlugin({ host: "127.0.0.1", port: 0, loadPage: async () => [] });
  await expect(
    Promise.resolve(plugin.start(hubOf(scripted, {}, systemClock), NEVER)),
  ).rejects.toThrow("going away");
  await expect(fetch(`${url}/api/v1/health`)).rejects.toThrow();
  expect(scripted.listeners("device_state")).toBe(0);
});
