/** Kernel events on their way to plugins in real, held processes: one ring, and what must not be in it. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { systemClock } from "#base";
import { type KernelEventName, problem } from "#contract";
import type { PluginHostOptions } from "#plugin-host";
import { createEventRing, type EventRing } from "#wire/shared";
import { RING_READERS_MAX } from "../../src/wire/shared/limits.ts";
import { type Copies, type EveryHub, openEvery } from "../support/every-hub.ts";

interface Heard {
  readonly heard: readonly { name: string; size: number; mark: string }[];
  readonly count: number;
  readonly lost: number;
}

const heardBy = async (hub: EveryHub, name = "every") =>
  JSON.parse((await hub.tool(`${name}_heard`, {})).content) as Heard;
const marksOf = async (hub: EveryHub, name = "every") =>
  (await heardBy(hub, name)).heard.map(({ mark }) => mark);
const notice = (text: string) => ({ channel: "webui", personId: "owner", text });

async function openFollowing(
  names: readonly KernelEventName[],
  copies: Copies = { every: {} },
  host: Partial<PluginHostOptions> = {},
) {
  const hub = await openEvery({ host }, copies);
  for (const name of Object.keys(copies)) {
    expect(await hub.tool(`${name}_follow`, { names })).toMatchObject({ content: "followed" });
  }
  return hub;
}

/** Memory of ours that has this name: the newest. */
function memoryNamed(name: string): Buffer {
  const found = readdirSync("/proc/self/fd").filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).includes(name);
    } catch {
      return false;
    }
  });
  return readFileSync(`/proc/self/fd/${found.at(-1)}`);
}

const mappedTimes = (name: string) =>
  readFileSync("/proc/self/maps", "utf8")
    .split("\n")
    .filter((line) => line.includes(name)).length;

const pidOf = (hub: EveryHub) =>
  Number(hub.logged.findLast(({ event }) => event === "plugin.spawned")?.fields["pid"]);

/** Stops a process until the returned value is disposed. */
async function hold(pid: number): Promise<Disposable> {
  process.kill(pid, "SIGSTOP");
  const state = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0];
  await expect.poll(state).toBe("T");
  return { [Symbol.dispose]: () => void process.kill(pid, "SIGCONT") };
}

test("all who follow an event hear it, in order, also where one of its listeners falls over", async () => {
  await using hub = await openFollowing(["notice"], { one: {}, two: {}, three: {} });
  const texts = Array.from({ length: 100 }, (_, index) => `notice ${index} 好`);
  for (const text of texts) hub.state.events.emit("notice", notice(text));
  for (const name of ["one", "two", "three"]) {
    await expect.poll(() => marksOf(hub, name)).toEqual(texts);
  }
  expect(memoryNamed("homeagent-events").includes("notice 99 好")).toBe(true);
});

test("tokens and log lines reach who asks for them, and never the memory that all can read", async () => {
  await using hub = await openFollowing(["token_revoked", "log", "notice"]);
  hub.state.events.emit("token_revoked", { tokenHash: "secret-hash" });
  const line = { at: "", level: "info", area: "a", event: "a_private_line", fields: {} };
  hub.state.events.emit("log", line);
  hub.state.events.emit("notice", notice("for all"));
  await expect
    .poll(() => marksOf(hub))
    .toEqual(expect.arrayContaining(["secret-hash", "a_private_line", "for all"]));
  const memory = memoryNamed("homeagent-events");
  expect(memory.includes("for all")).toBe(true);
  expect(memory.includes("secret-hash")).toBe(false);
  expect(memory.includes("a_private_line")).toBe(false);
});

test("nothing is written that nobody follows", async () => {
  await using hub = await openFollowing(["raw_input"]);
  hub.state.events.emit("notice", notice("unheard of"));
  hub.state.events.emit("raw_input", { turnId: "t_followed", channel: "c", personId: "p" });
  await expect.poll(async () => (await heardBy(hub)).heard.length).toBe(1);
  expect(memoryNamed("homeagent-events").includes("unheard of")).toBe(false);
});

test("an event that is too large for the ring arrives all the same", async () => {
  await using hub = await openFollowing(["notice"]);
  hub.state.events.emit("notice", notice("x".repeat(300_000)));
  await expect.poll(async () => (await heardBy(hub)).heard[0]?.size).toBeGreaterThan(300_000);
  expect((await heardBy(hub)).lost).toBe(0);
});

test("a plugin that falls behind goes on with the newest and is told how many it lost", async () => {
  await using hub = await openFollowing(["notice"]);
  const count = 30_000;
  // It stands still meanwhile: on another core it might keep up.
  using held = await hold(pidOf(hub));
  for (let index = 1; index <= count; index += 1) {
    hub.state.events.emit("notice", notice(`n${index}`));
  }
  held[Symbol.dispose]();
  await expect.poll(async () => (await marksOf(hub)).at(-1)).toBe(`n${count}`);
  const { count: heard, lost } = await heardBy(hub);
  expect(lost).toBeGreaterThan(0);
  expect(heard + lost).toBe(count);
});

test("a plugin that is killed gives its seat back, and hears again when it is back", async () => {
  const before = mappedTimes("homeagent-reader");
  await using hub = await openFollowing(["notice"]);
  expect(mappedTimes("homeagent-reader")).toBe(before + 1);
  await hub.tool("every_showMuch", { sizes: [], dies: true });
  await hub.until("every", "backoff");
  expect(mappedTimes("homeagent-reader")).toBe(before);
  await hub.host.reload("every");
  await hub.host.start("every");
  await hub.until("every", "running");
  await hub.tool("every_follow", { names: ["notice"] });
  hub.state.events.emit("notice", notice("again"));
  await expect.poll(() => marksOf(hub)).toEqual(["again"]);
});

const ringless: readonly (readonly [string, () => EventRing, RegExp])[] = [
  [
    "on a system without shared memory",
    () => {
      throw problem("NOT_AVAILABLE", "no memfd here");
    },
    /^there is no shared memory for events, .*: no memfd here/,
  ],
  [
    "when every seat is taken",
    () => {
      const ring = createEventRing({ clock: systemClock });
      for (let seats = 0; seats < RING_READERS_MAX; seats += 1) ring.addReader();
      return ring;
    },
    /^the event ring has no seat left, .*: the event ring has 256 readers already/,
  ],
];

test.each(ringless)(
  "%s every event is sent, in order, and the status says so once",
  async (...row) => {
    const [, openEventRing, reason] = row;
    const copies = { one: {}, two: {} };
    await using hub = await openFollowing(["notice"], copies, { openEventRing });
    const texts = Array.from({ length: 50 }, (_, index) => `sent ${index}`);
    for (const text of texts) hub.state.events.emit("notice", notice(text));
    for (const name of Object.keys(copies)) {
      await expect.poll(() => marksOf(hub, name)).toEqual(texts);
    }
    expect(hub.state.health.list()).toEqual([
      { part: "events", reason: expect.stringMatching(reason) },
    ]);
    expect(hub.logged.filter(({ event }) => event === "health.degraded")).toHaveLength(1);
  },
);

test("a plugin that is loaded again has a seat of its own, and the old one is free", async () => {
  const before = mappedTimes("homeagent-reader");
  await using hub = await openFollowing(["notice"]);
  await hub.host.reload("every");
  await hub.until("every", "running");
  expect(mappedTimes("homeagent-reader")).toBe(before + 1);
  await hub.tool("every_follow", { names: ["notice"] });
  hub.state.events.emit("notice", notice("after the reload"));
  await expect.poll(() => marksOf(hub)).toEqual(["after the reload"]);
});

test("a plugin without the capability gets no seat", async () => {
  const before = mappedTimes("homeagent-reader");
  await using hub = await openEvery({}, { plain: { capabilities: { io: {} } } });
  expect(hub.status("plain")?.state).toBe("running");
  expect(mappedTimes("homeagent-reader")).toBe(before);
  expect(await hub.call("events.subscribe", { names: ["notice"] }, "plain")).toMatch(
    /^CAPABILITY_DENIED/,
  );
});

test("a plugin that waits for events uses no processor time", async () => {
  await using hub = await openFollowing(["notice"]);
  const spawned = hub.logged.findLast(({ event }) => event === "plugin.spawned");
  const ticks = () => {
    const stat = readFileSync(`/proc/${String(spawned?.fields["pid"])}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  };
  await new Promise((resolve) => setTimeout(resolve, 300));
  const begin = ticks();
  // Others are woken for what they follow; this one follows something else.
  for (let index = 0; index < 50; index += 1) {
    hub.state.events.emit("config_changed", { key: `k${index}` });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // Ticks of 10 ms; what the runtime itself does in a second is left some room.
  expect(ticks() - begin).toBeLessThanOrEqual(3);
});
