/**
 * A plugin that attacks the hub and its sibling by every way that the platform gives it, in a real, held
 * process. What Linux is to refuse a process has its own hundred attempts (`sandbox/held.test.ts`).
 */
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger, systemClock } from "#base";
import type { Media } from "#kernel/state";
import { createSharedStages } from "#plugin-host";
import { sandboxSupport } from "../../src/plugin-host/sandbox/index.ts";
import { type EveryHub, openEvery } from "../support/every-hub.ts";
import { putPlugin } from "../support/plugin-hub.ts";
import { freshContext } from "../wire/shared/stage-hand.ts";

const never = new AbortController().signal;
const REFUSED = /^refused: /;
/** By error code of the system: which of them depends on which guard stands first. */
const BY_LINUX = /^refused: (?:EPERM|EACCES|EBADF|ENOENT|EXDEV|EINVAL)/;

const LAMP = {
  id: "calm.lamp",
  name: "灯",
  kind: "light",
  available: true,
  capabilities: [{ name: "on", kind: "binary", access: ["read"], valueOn: true, valueOff: false }],
};
/** Without it an attack by media would end at a part that is not there. */
const keepsNothing: Media = {
  isEnabled: true,
  put: () => Promise.reject(new Error("a piece of another's arena was read")),
  get: () => Promise.resolve(undefined),
};

/** What each attack ends with. Those marked "ends" end the attacker alone. */
const ATTACKS: readonly (readonly [string, RegExp | "ends"])[] = [
  ["answer calls that were never made", /^said/],
  ["answer every call with an error", /./],
  ["a frame above the limit", /^said/],
  ["a frame that nests ten thousand levels", /^said/],
  ["a frame with __proto__ and constructor", /^said/],
  ["halves of characters and zero bytes", /^said/],
  ["the admin's methods", /^refused: CAPABILITY_DENIED/],
  ["a method that nobody granted", /^refused: CAPABILITY_DENIED/],
  ["a method of JavaScript's own", /^refused: METHOD_UNKNOWN/],
  ["another's settings", REFUSED],
  ["a tool under another's name", /^refused: CONFLICT/],
  ["a device under another's name", REFUSED],
  ["a tool whose name is a terminal's escape", /^refused: INVALID_PARAMS/],
  ["a log line with line breaks and escapes", /^said/],
  ["a prompt without end", REFUSED],
  ["another's section of the prompt", REFUSED],
  ["the hub's section of the prompt", REFUSED],
  ["the state of another's device", REFUSED],
  ["another's device, taken out", REFUSED],
  ["a thousand tools", REFUSED],
  ["a result of five megabytes", /./],
  ["memory of the event ring, written", /^refused: mmap/],
  ["memory of the event ring, by its descriptor", BY_LINUX],
  // It can be opened, and is written to as little: the seal is the memory's own.
  ["memory of the event ring, opened again", BY_LINUX],
  ["memory of the event ring, cut off", BY_LINUX],
  ["its own page of the ring, full of garbage", /^written/],
  ["the stages' memory, full of garbage", /^refused: mmap/],
  ["the stages' memory, opened again", BY_LINUX],
  ["the stages' memory, cut off", BY_LINUX],
  ["its own arena, overrun", /^refused: TOO_LARGE/],
  ["a piece of the sibling's arena", /^refused: NOT_FOUND/],
  ["freeing a piece of the sibling's arena", /^refused: NOT_FOUND/],
  ["the hub's database", BY_LINUX],
  ["the hub's database, cut off", BY_LINUX],
  ["the hub's database, by the hub's own root", BY_LINUX],
  ["a file beside the hub's database", BY_LINUX],
  ["another plugin's code", BY_LINUX],
  ["its own manifest, with more in it", BY_LINUX],
  ["the sibling's data", BY_LINUX],
  ["a link out of its own folder", BY_LINUX],
  ["a hard link to the hub's log", BY_LINUX],
  ["the way through /proc/self/root", BY_LINUX],
  ["the hub's memory", BY_LINUX],
  ["the hub's environment", BY_LINUX],
  ["the sibling's descriptors", BY_LINUX],
  ["the sibling, traced", REFUSED],
  ["a signal to the hub", REFUSED],
  ["a signal to the sibling", REFUSED],
  ["a signal to everybody", REFUSED],
  ["a fork bomb", REFUSED],
  ["another program", REFUSED],
  ["the control socket", REFUSED],
  ["a port of this machine", REFUSED],
  ["a port of its own", REFUSED],
  ["more disk than a file may take", REFUSED],
  // Either the plugin is told, or it is ended.
  ["all memory", /memory|is gone/i],
  ["all of a processor", /^spun/],
  ["an end in the middle of a call", "ends"],
  ["a frame without an end", /./],
];

describe.skipIf(sandboxSupport().kind === "none")("a hostile plugin", () => {
  let hub: EveryHub;
  const stages = createSharedStages({ clock: systemClock, log: silentLogger, charsMin: 10_000 });
  const servers: Server[] = [];
  let reached = 0;
  let targets: Record<string, unknown>;

  const listening = async (where: string | number) => {
    const server = createServer((socket) => {
      reached += 1;
      socket.end("here");
    });
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(where, resolve));
    return server;
  };

  const pidOf = (area: string) =>
    Number(
      hub.logged.findLast(
        ({ event, area: from }) => event === "plugin.spawned" && from.endsWith(area),
      )?.fields["pid"],
    );

  beforeAll(async () => {
    hub = await openEvery(
      {
        before: ({ state }) => {
          putPlugin(state.paths.plugins, "attacker");
          state.fill("media", keepsNothing);
        },
        host: { stageTransport: stages },
      },
      { calm: { capabilities: { io: {}, events: {}, stage: {}, devices: {}, prompt: {} } } },
    );
    expect(await hub.call("device.register", { device: LAMP }, "calm")).toEqual({ id: LAMP.id });
    const words = { section: "calm.words", order: 1, content: "be calm" };
    expect(await hub.call("prompt.declare", words, "calm")).toBeNull();
    const piece = (await hub.call("arena.alloc", { lengthBytes: 4096 }, "calm")) as {
      handle: number;
    };
    hub.state.stages.carry(stages);
    const { root } = hub;
    const socket = join(root, "homed.sock");
    const { port } = (await listening(0)).address() as AddressInfo;
    await listening(socket);
    targets = {
      hubPid: process.pid,
      siblingPid: pidOf("calm"),
      root,
      database: hub.state.paths.hubDb,
      socket,
      port,
      handle: piece.handle,
    };
    await hub.tool("calm_hook", { stage: "pre_action", does: "append" });
    await hub.tool("calm_follow", { names: ["notice"] });
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    await hub[Symbol.asyncDispose]();
    await stages[Symbol.asyncDispose]();
  });

  /** Kernel and sibling do all that they did before: calls, stages, events, settings. */
  async function sound(): Promise<void> {
    const mark = `after ${hub.logged.length}`;
    expect(await hub.call("settings.list", {}, "calm")).toEqual({ greeting: "hi" });
    const context = freshContext({ rawMessage: "x".repeat(100_000) });
    await hub.state.stages.run("pre_action", context, never);
    expect(context).toMatchObject({ notes: ["calm"], errors: [] });
    hub.state.events.emit("notice", { channel: "webui", personId: "owner", text: mark });
    const heard = async () => (await hub.tool("calm_heard", {})).content;
    await expect.poll(heard).toContain(mark);
    expect(hub.status("calm")).toMatchObject({ state: "running", restarts: 0 });
    expect(hub.state.house.snapshot().devices).toMatchObject([{ id: LAMP.id, available: true }]);
    expect(reached).toBe(0);
    expect(Object.prototype).not.toHaveProperty("polluted");
    expect(readFileSync(`/proc/${String(targets["siblingPid"])}/stat`, "utf8")).toContain(") ");
  }

  test("has targets that are there: the hub's own process reaches each", async () => {
    const { root, database, socket, port } = targets as Record<string, string>;
    expect(readFileSync(`/proc/${process.pid}/root${database}`).length).toBeGreaterThan(0);
    expect(readFileSync(`${root}/plugins/calm/plugin.json`, "utf8")).toContain("calm");
    expect(readdirSync(`${root}/plugin_data/calm`)).toEqual([]);
    expect(readdirSync(`/proc/${targets["siblingPid"]}/fd`).length).toBeGreaterThan(3);
    for (const where of [{ path: socket }, { port: Number(port), host: "127.0.0.1" }]) {
      const heard = await new Promise((resolve, reject) => {
        connect(where as never)
          .on("data", (bytes) => resolve(String(bytes)))
          .on("error", reject);
      });
      expect(heard).toBe("here");
    }
    expect(reached).toBe(2);
    reached = 0;
  });

  test("stands in the table with everything that it can try", async () => {
    const { content } = await hub.tool("attacker_list", {});
    const known = JSON.parse(content) as string[];
    expect(ATTACKS.map(([name]) => name).toSorted()).toEqual(known.toSorted());
    expect(ATTACKS.length).toBeGreaterThan(40);
  });

  test.each(ATTACKS)("%s: harms neither hub nor sibling", async (attack, expected) => {
    if (hub.status("attacker")?.state !== "running") {
      await hub.host.reload("attacker").catch(() => undefined);
      await hub.host.start("attacker");
      await hub.until("attacker", "running");
    }
    const { content, outcome } = await hub.tool("attacker_do", { attack, targets });
    if (expected === "ends") {
      expect(outcome).toBe("failed");
      await hub.until("attacker", "backoff");
    } else expect(content).toMatch(expected);
    await sound();
  });
});
