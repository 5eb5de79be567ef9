/** The page's events over HTTP: out of the kernel's ring, through the child that serves the page. */
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { childrenOf, type HubProcess, startHub, until } from "../support/hub-process.ts";

let hub: HubProcess;
let token: string;

beforeAll(async () => {
  // A fixed port: the child that follows the killed one listens where the first did.
  hub = await startHub({ args: ["--http", `127.0.0.1:${await freePort()}`] });
  token = hub.waiter("token", "create", "--name", "panel", "--role", "owner").stdout.trim();
});
afterAll(() => hub[Symbol.asyncDispose]());

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const childNamed = (part: string) =>
  childrenOf(hub.pid).find(({ command }) => command.includes(part))?.pid ?? -1;
const pageChild = () => childNamed("__admin");
const seats = () =>
  readFileSync(`/proc/${hub.pid}/maps`, "utf8").split("homeagent-reader").length - 1;

/** The memory of the ring, as every child with events has it. */
function ringMemory(): Buffer {
  const descriptors = `/proc/${hub.pid}/fd`;
  const ring = readdirSync(descriptors).find((name) =>
    readlinkSync(join(descriptors, name)).includes("homeagent-events"),
  );
  return readFileSync(join(descriptors, ring ?? "none"));
}

/** Follows the events; answers what has come so far, as text. */
async function follow(): Promise<{ text(): string } & Disposable> {
  const network = new AbortController();
  const response = await fetch(`${hub.url}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: network.signal,
  });
  expect(response.status).toBe(200);
  let text = "";
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes, { stream: true });
  })();
  // The stream ends with the page's child, or with this test.
  reading.catch(() => undefined);
  return { text: () => text, [Symbol.dispose]: () => network.abort() };
}

it("carries states, log lines and settings to the page, and again when its child was killed", async () => {
  const set = (value: string) =>
    hub.waiter("device", "set", "sim.living_light", "brightness", value, "--json");
  const before = seats();
  expect(before).toBeGreaterThanOrEqual(1);
  {
    using events = await follow();
    expect(set("41").code).toBe(0);
    expect(hub.waiter("config", "set", "core.agent.max_tool_turns", "7").code).toBe(0);
    await until(() => /event: device_state\ndata: .*"brightness":41/.test(events.text()));
    await until(() => /event: config_changed\ndata: .*max_tool_turns/.test(events.text()));
    process.kill(childNamed("/plugins/sim/"), "SIGKILL");
    await until(() => /event: plugin_state\ndata: .*"state":"backoff"/.test(events.text()));
    await until(() => /event: log\ndata: .*"plugin.crashed"/.test(events.text()));
    await until(() => /event: plugin_state\ndata: .*"state":"running"/.test(events.text()));
  }
  const first = pageChild();
  process.kill(first, "SIGKILL");
  await until(() => pageChild() !== first && pageChild() !== -1);
  await until(
    async () => (await fetch(`${hub.url}/api/v1/health`).catch(() => undefined))?.ok === true,
  );
  expect(seats()).toBe(before);
  using events = await follow();
  expect(set("42").code).toBe(0);
  await until(() => /event: device_state\ndata: .*"brightness":42/.test(events.text()));
  const memory = ringMemory();
  expect(memory.includes('"brightness":42')).toBe(true);
  expect(memory.includes('"plugin.crashed"')).toBe(false);
});
