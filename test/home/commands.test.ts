/** The way of a command: confirmed by the state, in order, and never left hanging. */
import { describe, expect, it } from "vitest";
import { CanceledError } from "#base";
import type { Cause, DeviceDeclaration } from "#contract";
import { settle } from "../support/manual-clock.ts";
import { type Home, never, openFurnished, refusal } from "./support.ts";

const LAMP_2: DeviceDeclaration = {
  id: "sim.lamp2",
  name: "台灯",
  kind: "light",
  capabilities: [
    { name: "identify", kind: "binary", access: ["write"], valueOn: true, valueOff: false },
  ],
};

const owner: Cause = { kind: "person", id: "owner" };

function set(home: Home, capability: string, value: unknown, signal = never) {
  return home.house.command({ id: "sim.lamp", capability, value, cause: [owner] }, signal);
}

describe("a command", () => {
  it("is ok when the plugin reports the state under its id, with the whole chain as cause", async () => {
    await using home = openFurnished();
    home.sim.answer = async ({ commandId, id, capability, value }) =>
      home.house.report("sim", { id, commandId, state: { [capability]: value } });
    expect(await set(home, "brightness", 30)).toEqual({
      commandId: "m_1",
      outcome: "ok",
      state: { brightness: 30 },
    });
    const cause = [owner, { kind: "command", id: "m_1" }];
    const at = "2026-11-30T08:00:00.000Z";
    expect(home.house.device("sim.lamp").lastChange).toEqual({ at, cause });
    expect(home.states).toEqual([
      {
        deviceId: "sim.lamp",
        state: { on: "OFF", brightness: 30 },
        available: true,
        at,
        cause,
      },
    ]);
  });

  it("is ok when an equal state comes without an id, within half a step", async () => {
    await using home = openFurnished();
    const work = set(home, "brightness", 30);
    await settle();
    home.house.report("sim", { id: "sim.lamp", state: { brightness: 30.4, power: 4 } });
    expect(await work).toMatchObject({ outcome: "ok", state: { brightness: 30.4 } });
    expect(home.house.device("sim.lamp").lastChange?.cause).toEqual([
      owner,
      { kind: "command", id: "m_1" },
    ]);
  });

  it("is not confirmed by another value, nor by another capability's change", async () => {
    await using home = openFurnished();
    const work = set(home, "on", true);
    await settle();
    home.house.report("sim", { id: "sim.lamp", state: { on: "OFF", power: 3 }, commandId: "m_1" });
    home.house.report("sim", { id: "sim.lamp", state: { brightness: 50 } });
    home.clock.advance(5_000);
    expect(await work).toEqual({
      commandId: "m_1",
      outcome: "unconfirmed",
      state: { on: "OFF" },
      message: "no matching state of on of sim.lamp within 5 s",
    });
    expect(home.house.device("sim.lamp").lastChange?.cause).toEqual([
      { kind: "device", id: "sim.lamp" },
    ]);
  });

  it("to what cannot be read is ok once the plugin took it", async () => {
    await using home = openFurnished();
    expect(await set(home, "identify", true)).toEqual({
      commandId: "m_1",
      outcome: "ok",
      state: {},
    });
  });

  it("stays the cause of a state that comes after its caller was told `unconfirmed`", async () => {
    await using home = openFurnished();
    const work = set(home, "on", true);
    await settle();
    home.clock.advance(5_000);
    expect((await work).outcome).toBe("unconfirmed");
    home.clock.advance(20_000);
    home.house.report("sim", { id: "sim.lamp", state: { on: "ON" } });
    const { lastChange } = home.house.device("sim.lamp");
    expect(lastChange?.cause.at(-1)).toEqual({ kind: "command", id: "m_1" });
    // The same value again, by hand, is no longer its doing.
    home.house.report("sim", { id: "sim.lamp", state: { on: "OFF" } });
    home.house.report("sim", { id: "sim.lamp", state: { on: "ON" } });
    expect(home.house.device("sim.lamp").lastChange?.cause).toEqual([
      { kind: "device", id: "sim.lamp" },
    ]);
  });

  it("fails with the plugin's reason", async () => {
    await using home = openFurnished();
    home.sim.answer = () => Promise.reject(new Error("the relay is stuck"));
    expect(await refusal(set(home, "on", true))).toEqual({
      code: "PLUGIN_FAILED",
      message: "sim could not set on of sim.lamp: the relay is stuck",
    });
  });

  it("fails even when the driver throws before it returns a promise", async () => {
    await using home = openFurnished();
    home.sim.answer = () => {
      throw new Error("no driver today");
    };
    expect(await refusal(set(home, "on", true))).toMatchObject({ code: "PLUGIN_FAILED" });
  });

  it("fails at once when its plugin dies, and only its plugin's", async () => {
    await using home = openFurnished();
    home.sim.answer = () => new Promise(() => undefined);
    const work = refusal(set(home, "on", true));
    await settle();
    home.house.detach("other");
    home.house.detach("sim");
    expect(await work).toEqual({
      code: "PLUGIN_FAILED",
      message: "sim stopped before it answered on of sim.lamp",
    });
    expect(home.sim.taken[0]?.signal.reason).toEqual(new CanceledError("gone"));
  });

  it("ends with COMMAND_TIMEOUT when the plugin does not answer, and tells the plugin", async () => {
    await using home = openFurnished();
    home.sim.answer = () => new Promise(() => undefined);
    const work = refusal(set(home, "on", true));
    await settle();
    home.clock.advance(9_999);
    await settle();
    expect(home.sim.taken[0]?.signal.aborted).toBe(false);
    home.clock.advance(1);
    expect(await work).toEqual({
      code: "COMMAND_TIMEOUT",
      message: "sim did not answer on of sim.lamp within 10 s",
    });
    expect(home.sim.taken[0]?.signal.reason).toMatchObject({ reason: "deadline" });
  });

  it("ends when its caller gives up, with the caller's reason", async () => {
    await using home = openFurnished();
    home.sim.answer = () => new Promise(() => undefined);
    const caller = new AbortController();
    const work = set(home, "on", true, caller.signal);
    await settle();
    const stopped = new CanceledError("stopped");
    caller.abort(stopped);
    await expect(work).rejects.toBe(stopped);
    expect(home.sim.taken[0]?.signal.reason).toBe(stopped);
  });

  it("to an unavailable device is refused without a try", async () => {
    await using home = openFurnished();
    home.house.report("sim", { id: "sim.lamp", available: false });
    expect(await refusal(set(home, "on", true))).toEqual({
      code: "DEVICE_UNAVAILABLE",
      message: "sim.lamp is not available: plugin sim cannot reach it",
      hint: "check its power and connection",
    });
    home.house.detach("sim");
    expect(await refusal(set(home, "on", true))).toMatchObject({
      code: "DEVICE_UNAVAILABLE",
      message: "sim.lamp is not available: its plugin does not run",
    });
    expect(home.sim.taken).toEqual([]);
  });
});

describe("several commands at once", () => {
  it("reach the plugin in order, each confirmed by its own state", async () => {
    await using home = openFurnished();
    const works = [10, 20, 30].map((value) => set(home, "brightness", value));
    await settle();
    expect(home.sim.taken.map(({ value }) => value)).toEqual([10, 20, 30]);
    for (const { commandId, value } of home.sim.taken) {
      home.house.report("sim", { id: "sim.lamp", commandId, state: { brightness: value } });
    }
    const results = await Promise.all(works);
    expect(results.map(({ commandId, outcome }) => [commandId, outcome])).toEqual([
      ["m_1", "ok"],
      ["m_2", "ok"],
      ["m_3", "ok"],
    ]);
  });

  it("a newer one that is confirmed ends the older one of the same capability at once", async () => {
    await using home = openFurnished();
    const older = set(home, "brightness", 40);
    const other = set(home, "on", true);
    const newer = set(home, "brightness", 60);
    await settle();
    home.house.report("sim", { id: "sim.lamp", state: { brightness: 60 } });
    expect(await newer).toMatchObject({ outcome: "ok" });
    expect(await older).toEqual({
      commandId: "m_1",
      outcome: "unconfirmed",
      state: { brightness: 60 },
      message: "superseded by m_3",
    });
    // What it wanted, when it comes by hand later, is not put down to it.
    home.house.report("sim", { id: "sim.lamp", state: { brightness: 40 } });
    expect(home.house.device("sim.lamp").lastChange?.cause).toEqual([
      { kind: "device", id: "sim.lamp" },
    ]);
    home.house.report("sim", { id: "sim.lamp", state: { on: "ON" } });
    expect(await other).toMatchObject({ outcome: "ok" });
  });

  it("are bounded, in the house and at one device", async () => {
    await using home = openFurnished({ commandsOpenMax: 3, commandsPerDeviceMax: 2 });
    home.house.register("sim", LAMP_2);
    home.sim.answer = () => new Promise(() => undefined);
    const open = [refusal(set(home, "on", true)), refusal(set(home, "on", false))];
    expect(await refusal(set(home, "on", true))).toMatchObject({
      code: "BUSY",
      message: "2 commands to sim.lamp are under way",
    });
    const elsewhere = { id: "sim.lamp2", capability: "identify", value: true, cause: [] };
    open.push(refusal(home.house.command(elsewhere, never)));
    expect(await refusal(home.house.command(elsewhere, never))).toMatchObject({
      code: "BUSY",
      message: "3 device commands are under way",
    });
    home.house.detach("sim");
    for (const ended of await Promise.all(open)) {
      expect(ended).toMatchObject({ code: "PLUGIN_FAILED" });
    }
  });

  it("end when the house is closed", async () => {
    const home = openFurnished();
    home.sim.answer = () => new Promise(() => undefined);
    const work = set(home, "on", true);
    await settle();
    const closed = home[Symbol.asyncDispose]();
    await expect(work).rejects.toEqual(new CanceledError("shutdown"));
    await closed;
    expect(home.clock.waiting).toBe(0);
  });
});
