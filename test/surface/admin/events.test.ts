/** Following the hub: who hears what, coming back after a break, slow readers, and the end. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { KernelEvents, PluginStatus } from "#contract";
import { settle } from "../../support/manual-clock.ts";
import { type Harness, type ReadEvent, readEvents, refusal, startAdmin } from "./harness.ts";
import { FULL_SCRIPT, HOUSE, lamp } from "./samples.ts";
import { PEOPLE, sha256 } from "./scripted-hub.ts";

let admin: Harness;
beforeEach(async () => {
  admin = await startAdmin({ script: FULL_SCRIPT });
});
afterEach(() => admin[Symbol.asyncDispose]());

const follow = async (token = "anna-token", headers: Record<string, string> = {}) =>
  readEvents(await admin.ask("/api/v1/events", { token, headers }));

const change = (deviceId: string, brightness: number): KernelEvents["device_state"] => ({
  deviceId,
  state: { brightness },
  available: true,
  at: "2026-11-30T08:00:00.000Z",
  cause: [{ kind: "person", id: "anna" }],
});
const dim = (brightness: number, deviceId = "sim.living_light") =>
  admin.hub.emit("device_state", change(deviceId, brightness));

const line: KernelEvents["log"] = {
  at: "2026-11-30T08:00:00.000Z",
  level: "info",
  area: "home",
  event: "home.ready",
  fields: {},
};
const plugin: PluginStatus = {
  name: "sim",
  version: "1.0.0",
  state: "backoff",
  sandbox: "landlock",
  restarts: 1,
  reason: "exit 1",
  source: "shipped",
  sha256: null,
};

/** Ends all streams, so that what was sent can be read to its end. */
async function readAll(...streams: { rest(): Promise<ReadEvent[]> }[]): Promise<ReadEvent[][]> {
  await settle();
  await admin[Symbol.asyncDispose]();
  return Promise.all(streams.map((stream) => stream.rest()));
}
const names = (events: readonly ReadEvent[]) => events.map(({ event }) => event);

describe("an event", () => {
  test("is told with its number, its name and its payload", async () => {
    const events = await follow();
    dim(30);
    dim(40);
    const first = await events.next();
    const second = await events.next();
    expect(first).toEqual({
      id: expect.any(Number),
      event: "device_state",
      data: change("sim.living_light", 30),
    });
    expect(second?.id).toBe((first?.id ?? 0) + 1);
  });

  test("reaches those who may hear it", async () => {
    const people = ["anna", "max", "gast"].map((id) => follow(`${id}-token`));
    const streams = await Promise.all(people);
    await settle();
    dim(30, "sim.living_light");
    dim(30, "sim.bed_light");
    admin.hub.on({ "admin.house": () => ({ ...HOUSE, devices: [lamp("sim.living_light")] }) });
    admin.hub.emit("house_changed", { revision: 2 });
    admin.hub.emit("plugin_state", plugin);
    admin.hub.emit("config_changed", { key: "core.name" });
    admin.hub.emit("notice", { channel: "page", personId: "max", text: "面条好了" });
    admin.hub.emit("log", line);
    await settle();
    dim(31, "sim.bed_light");
    const house = ["device_state", "device_state", "house_changed"];
    expect((await readAll(...streams)).map(names)).toEqual([
      [...house, "plugin_state", "config_changed", "log", "device_state"],
      [...house, "plugin_state", "notice", "device_state"],
      // The house showed the guest both lamps before its change, and one since.
      house,
    ]);
  });

  test("of a turn reaches nobody: what a model thinks and calls is not even asked for", async () => {
    const streams = await Promise.all(["anna", "gast"].map((id) => follow(`${id}-token`)));
    const turn = { turnId: "t_1", text: "Max said that …" };
    const usage = null;
    const round = { ...turn, round: 0, provider: "m", reasoning: "…", toolCalls: [], usage };
    const names = ["agent_llm_chain", "reasoning_delta", "content_delta", "agent_output"] as const;
    expect(names.map((name) => admin.hub.listeners(name))).toEqual([0, 0, 0, 0]);
    admin.hub.emit("reasoning_delta", turn);
    admin.hub.emit("agent_llm_chain", round);
    expect(await readAll(...streams)).toEqual([[], []]);
  });

  test("of a device that a guest may not see is not told", async () => {
    const living = { ...HOUSE, devices: [lamp("sim.living_light")] };
    admin.hub.on({ "admin.house": () => living });
    const guest = await follow("gast-token");
    expect(admin.hub.callsOf("admin.house")).toEqual([{ caller: sha256("gast-token") }]);
    dim(30, "sim.bed_light");
    dim(31, "sim.living_light");
    const [told] = await readAll(guest);
    expect(told?.map(({ data }) => (data as { deviceId: string }).deviceId)).toEqual([
      "sim.living_light",
    ]);
  });

  test("that changes the house a hundred times asks twice what a guest may see now", async () => {
    const guest = await follow("gast-token");
    const house = Promise.withResolvers<typeof HOUSE>();
    admin.hub.on({ "admin.house": () => house.promise });
    for (let revision = 0; revision < 100; revision += 1) {
      admin.hub.emit("house_changed", { revision });
      if (revision === 50) await settle();
    }
    house.resolve({ ...HOUSE, devices: [lamp("sim.living_light")] });
    await settle();
    expect(admin.hub.callsOf("admin.house").length).toBe(3);
    dim(30, "sim.bed_light");
    expect(names((await readAll(guest))[0] ?? [])).not.toContain("device_state");
  });

  test("of the log is followed only while an owner listens", async () => {
    expect(admin.hub.listeners("log")).toBe(0);
    const member = await follow("max-token");
    await settle();
    expect(admin.hub.listeners("log")).toBe(0);
    const owners = [await follow(), await follow()];
    await settle();
    expect(admin.hub.listeners("log")).toBe(1);
    await owners[0]?.cancel();
    expect(admin.hub.listeners("log")).toBe(1);
    await owners[1]?.cancel();
    expect(admin.hub.listeners("log")).toBe(0);
    await member.cancel();
  });
});

describe("a reader that comes back", () => {
  const ids = (events: readonly ReadEvent[] | undefined) => events?.map(({ id }) => id);

  /** The number of the event that was told last. */
  async function lastId(): Promise<number> {
    const events = await follow();
    dim(1);
    const id = (await events.next())?.id ?? Number.NaN;
    await events.cancel();
    return id;
  }
  const resume = (id: number | string, token?: string) =>
    follow(token, { "last-event-id": String(id) });

  test("gets what it missed, once and in order, and then what comes", async () => {
    const id = await lastId();
    for (let value = 2; value <= 4; value += 1) dim(value);
    const events = await resume(id);
    dim(5);
    const [told] = await readAll(events);
    expect(ids(told)).toEqual([id + 1, id + 2, id + 3, id + 4]);
  });

  test("that missed nothing gets nothing", async () => {
    const id = await lastId();
    expect(await readAll(await resume(id))).toEqual([[]]);
  });

  test("gets the last 200 and is told how many are gone", async () => {
    const id = await lastId();
    for (let value = 0; value < 250; value += 1) dim(value);
    const [told] = await readAll(await resume(id));
    expect(told?.[0]).toEqual({ event: "lost", data: { count: 50 } });
    expect(told?.length).toBe(201);
    expect(told?.[1]?.id).toBe(id + 51);
  });

  test("with exactly the last 200 to come has lost nothing", async () => {
    const id = await lastId();
    for (let value = 0; value < 200; value += 1) dim(value);
    const [told] = await readAll(await resume(id));
    expect([told?.length, told?.[0]?.id]).toEqual([200, id + 1]);
  });

  test("from another run of the hub is told that something may be lost", async () => {
    const id = await lastId();
    for (const foreign of [id + 1000, 3]) {
      const stream = await resume(foreign);
      expect(await stream.next()).toEqual({ event: "lost", data: { count: 1 } });
      expect(await stream.next()).toMatchObject({ id });
    }
  });

  test("with an id that is no number starts from now", async () => {
    await lastId();
    for (const id of ["abc", "-1", "1.5", "9".repeat(40)]) {
      const stream = await resume(id);
      dim(9);
      expect(await stream.next()).toMatchObject({ data: { state: { brightness: 9 } } });
    }
  });

  test("gets of the past only what it may hear, and never log lines", async () => {
    admin.hub.on({ "admin.house": () => ({ ...HOUSE, devices: [lamp("sim.living_light")] }) });
    const owner = await follow();
    await settle();
    const id = await lastId();
    dim(1, "sim.bed_light");
    dim(2, "sim.living_light");
    admin.hub.emit("plugin_state", plugin);
    for (let count = 0; count < 300; count += 1) admin.hub.emit("log", line);
    const streams = [await resume(id, "gast-token"), await resume(id)];
    const [guest, again] = await readAll(...streams);
    expect(ids(guest)).toEqual([id + 2]);
    expect(ids(again)).toEqual([id + 1, id + 2, id + 3]);
    expect(names(await owner.rest()).filter((name) => name === "log").length).toBe(300);
  });
});

describe("a reader that does not read", () => {
  test("holds nobody up, loses events, and is told how many when it reads again", async () => {
    const slow = await follow();
    const many = 5000;
    for (let value = 0; value < many; value += 1) dim(value);
    const got: ReadEvent[] = [];
    for (
      let event = await slow.next();
      event?.event === "device_state";
      event = await slow.next()
    ) {
      got.push(event);
    }
    dim(77);
    const after = await slow.next();
    // What was kept for it is bounded by 64 KiB.
    expect(got.length).toBeGreaterThan(100);
    expect(got.length).toBeLessThan(1000);
    expect(after).toMatchObject({ data: { state: { brightness: 77 } } });
    const resumed = await follow("anna-token", { "last-event-id": String(got.at(-1)?.id) });
    const lost = await resumed.next();
    expect(lost).toMatchObject({ event: "lost" });
    expect(after?.id).toBe((got.at(-1)?.id ?? 0) + many - got.length + 1);
  });

  test("is told the exact number", async () => {
    const slow = await follow();
    for (let value = 0; value < 3000; value += 1) dim(value);
    let got = 0;
    let event = await slow.next();
    for (; event?.event === "device_state"; event = await slow.next()) got += 1;
    expect(event).toEqual({ event: "lost", data: { count: 3000 - got } });
  });
});

test("what the kernel dropped before us is told to everybody", async () => {
  const streams = [await follow(), await follow("max-token")];
  admin.hub.loseEvents(7);
  for (const stream of streams) {
    expect(await stream.next()).toEqual({ event: "lost", data: { count: 7 } });
  }
});

describe("a stream", () => {
  test("opens at once, says when to come back, and is kept alive", async () => {
    const response = await admin.ask("/api/v1/events");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    admin.clock.advance(50_000);
    await admin[Symbol.asyncDispose]();
    expect(await response.text()).toBe("retry: 3000\n\n: still here\n\n: still here\n\n");
  });

  test("is one of at most 256, and gives its place back", async () => {
    const open = await Promise.all(
      Array.from({ length: 256 }, () => admin.ask("/api/v1/events", { token: "max-token" })),
    );
    expect(open.every(({ status }) => status === 200)).toBe(true);
    const refused = await admin.ask("/api/v1/events");
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await refusal(refused)).toEqual([503, "BUSY"]);
    await settle();
    expect(admin.hub.listeners("log")).toBe(0);
    await open[7]?.body?.cancel();
    expect((await admin.ask("/api/v1/events")).status).toBe(200);
  });

  test("ends when its token is revoked, and no other does", async () => {
    const revoked = await follow("max-token");
    const other = await follow();
    admin.hub.emit("token_revoked", { tokenHash: sha256("max-token") });
    dim(30);
    expect(await revoked.rest()).toEqual([]);
    expect(await other.next()).toMatchObject({ event: "device_state" });
  });

  test("ends when its token is revoked while it is being opened", async () => {
    const house = Promise.withResolvers<typeof HOUSE>();
    admin.hub.on({ "admin.house": () => house.promise });
    const opening = admin.ask("/api/v1/events", { token: "gast-token" });
    await settle();
    expect(admin.hub.callsOf("admin.house").length).toBe(1);
    admin.hub.emit("token_revoked", { tokenHash: sha256("gast-token") });
    house.resolve(HOUSE);
    const events = readEvents(await opening);
    dim(30);
    expect(await events.rest()).toEqual([]);
  });

  test("whose session ran out without a word ends within two minutes", async () => {
    const events = await follow();
    admin.hub.on({ "admin.verify": () => null });
    admin.clock.advance(120_000);
    await settle();
    dim(30);
    expect(await events.rest()).toEqual([]);
  });

  test("whose revocation was lost ends", async () => {
    const events = await follow();
    admin.hub.on({ "admin.verify": () => null });
    admin.hub.loseEvents(1);
    await settle();
    dim(30);
    expect(names(await events.rest())).toEqual(["lost"]);
  });

  test("of a person who became a guest tells what a guest may hear", async () => {
    const events = await follow("max-token");
    const guest = { ...PEOPLE.max, role: "guest", areas: ["living"] } as const;
    admin.hub.on({
      "admin.verify": () => guest,
      "admin.house": () => ({ ...HOUSE, devices: [lamp("sim.living_light")] }),
    });
    admin.clock.advance(120_000);
    await settle();
    dim(30, "sim.bed_light");
    dim(31, "sim.living_light");
    const [told] = await readAll(events);
    expect(told?.map(({ data }) => (data as { deviceId: string }).deviceId)).toEqual([
      "sim.living_light",
    ]);
  });

  test("that cannot be opened leaves nothing behind", async () => {
    admin.hub.on({
      "admin.house": () => {
        throw new Error("gone");
      },
    });
    for (let count = 0; count < 300; count += 1) {
      expect((await admin.ask("/api/v1/events", { token: "gast-token" })).status).toBe(500);
    }
    expect((await admin.ask("/api/v1/events")).status).toBe(200);
  });

  test("and every subscription end with the app", async () => {
    const events = await follow();
    await settle();
    await admin[Symbol.asyncDispose]();
    expect(await events.rest()).toEqual([]);
    const left = ["device_state", "house_changed", "token_revoked", "log"] as const;
    expect(left.map((name) => admin.hub.listeners(name))).toEqual([0, 0, 0, 0]);
    expect(admin.clock.waiting).toBe(0);
  });
});
