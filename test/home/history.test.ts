/** History remembers what changed and why, stays small under noise, and forgets with age. */
import { describe, expect, it } from "vitest";
import type { HistoryEntry } from "#contract";
import { type Home, never, openFurnished } from "./support.ts";

const DAY_MS = 24 * 3_600_000;

function history(home: Home, id: string): readonly HistoryEntry[] {
  return home.house.history(id, 0, Number.MAX_SAFE_INTEGER);
}

function measure(home: Home, temperature: number): void {
  home.house.report("sim", { id: "sim.sensor", state: { temperature } });
}

describe("history", () => {
  it("holds the changed values with time and cause, oldest first, over a restart", async () => {
    await using home = openFurnished();
    home.sim.answer = async ({ commandId, id, capability, value }) =>
      home.house.report("sim", { id, commandId, state: { [capability]: value, power: 5 } });
    home.clock.advance(60_000);
    const cause = [{ kind: "person", id: "owner" }] as const;
    await home.house.command({ id: "sim.lamp", capability: "on", value: true, cause }, never);
    home.clock.advance(60_000);
    home.house.report("sim", { id: "sim.lamp", state: { on: "OFF", brightness: 10 } });
    await home.reopen();
    expect(history(home, "sim.lamp")).toEqual([
      {
        at: "2026-11-30T08:00:00.000Z",
        state: { on: "OFF", brightness: 10 },
        cause: [{ kind: "plugin", id: "sim" }],
      },
      {
        at: "2026-11-30T08:01:00.000Z",
        state: { on: "ON", power: 5 },
        cause: [...cause, { kind: "command", id: "m_1" }],
      },
      {
        at: "2026-11-30T08:02:00.000Z",
        state: { on: "OFF" },
        cause: [{ kind: "device", id: "sim.lamp" }],
      },
    ]);
  });

  it("answers a span of time", async () => {
    await using home = openFurnished();
    const start = home.clock.now();
    for (const temperature of [20, 21, 22]) {
      home.clock.advance(3_600_000);
      measure(home, temperature);
    }
    const middle = home.house.history("sim.sensor", start + 3_600_001, start + 3 * 3_600_000 - 1);
    expect(middle.map(({ state }) => state)).toEqual([{ temperature: 21 }]);
    expect(() => home.house.history("sim.ghost", 0, 1)).toThrow("there is no device sim.ghost");
  });

  it("keeps the first and the last of a noisy sensor's values within a grain", async () => {
    await using home = openFurnished();
    home.clock.advance(10_000);
    for (let step = 0; step < 100; step += 1) {
      measure(home, 20 + step / 10);
      home.clock.advance(50);
    }
    home.clock.advance(10_000);
    expect(history(home, "sim.sensor").map(({ state }) => state)).toEqual([
      { temperature: 20 },
      { temperature: 29.9 },
    ]);
  });

  it("writes what was held back before what came after it", async () => {
    await using home = openFurnished();
    home.clock.advance(10_000);
    for (const state of [{ power: 1 }, { power: 2 }, { on: true, power: 0 }, { brightness: 50 }]) {
      home.house.report("sim", { id: "sim.lamp", state });
    }
    const rows = history(home, "sim.lamp").slice(1);
    expect(rows.map(({ state }) => state)).toEqual([
      { power: 1 },
      { power: 2 },
      { on: "ON", power: 0 },
      { brightness: 50 },
    ]);
  });

  it("tells what is still held back to whoever asks", async () => {
    await using home = openFurnished();
    measure(home, 20);
    measure(home, 21);
    expect(history(home, "sim.sensor").map(({ state }) => state)).toEqual([
      { temperature: 20 },
      { temperature: 21 },
    ]);
  });

  it("loses nothing held back when the house closes", async () => {
    await using home = openFurnished();
    measure(home, 20);
    measure(home, 21);
    await home.reopen();
    expect(history(home, "sim.sensor")).toHaveLength(2);
  });

  it("of a flapping switch is bounded too, and ends with the last value", async () => {
    await using home = openFurnished({ historyBurstMax: 5 });
    home.clock.advance(10_000);
    for (let flap = 0; flap < 51; flap += 1) {
      home.house.report("sim", { id: "sim.lamp", state: { on: flap % 2 === 0 } });
    }
    home.clock.advance(10_000);
    const rows = history(home, "sim.lamp").slice(1);
    expect(rows).toHaveLength(6);
    expect(rows.at(-1)?.state).toEqual({ on: "ON" });
  });

  it("forgets by age and by number, and only then", async () => {
    await using home = openFurnished({ historyRowsMax: 3, historyKeepMs: 2 * DAY_MS });
    measure(home, 1);
    home.clock.advance(DAY_MS);
    for (const temperature of [2, 3, 4, 5]) {
      measure(home, temperature);
      home.clock.advance(60_000);
    }
    const temperatures = () => history(home, "sim.sensor").map(({ state }) => state["temperature"]);
    expect(temperatures()).toEqual([1, 2, 3, 4, 5]);
    home.clock.advance(3_600_000);
    expect(temperatures()).toEqual([3, 4, 5]);
    home.clock.advance(2 * DAY_MS);
    expect(temperatures()).toEqual([]);
    expect(home.house.device("sim.sensor").state).toEqual({ temperature: 5 });
  });

  it("answers at most a thousand rows, the newest", async () => {
    await using home = openFurnished();
    for (let minute = 0; minute < 1_005; minute += 1) {
      home.clock.advance(60_000);
      measure(home, minute);
    }
    const rows = history(home, "sim.sensor");
    expect(rows).toHaveLength(1_000);
    expect(rows[0]?.state).toEqual({ temperature: 5 });
    expect(rows.at(-1)?.state).toEqual({ temperature: 1_004 });
  });
});
