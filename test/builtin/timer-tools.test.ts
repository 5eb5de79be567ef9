/** The timer tools take what people mean, refuse what they cannot, and keep guests to their own. */
import { describe, expect, it } from "vitest";
import type { Timer } from "#contract";
import { guest, openTimers, type Rig, timersOf } from "./support.ts";

/** When a timer set `at` is due, in UTC, or why it is not set. */
async function dueAt(rig: Rig, at: string): Promise<string> {
  const result = await rig.call("timer_set", { at });
  const [timer] = result.outcome === "ok" ? timersOf(result) : [];
  return timer?.dueAt == null ? result.content : new Date(timer.dueAt).toISOString();
}

describe("timer_set at a time of day", () => {
  it.each([
    // zone, now (UTC), what was said, due (UTC)
    ["Asia/Shanghai", "2026-11-30T08:00:00Z", "18:30", "2026-11-30T10:30:00.000Z"],
    ["Asia/Shanghai", "2026-11-30T08:00:00Z", "7:05", "2026-11-30T23:05:00.000Z"],
    ["Asia/Shanghai", "2026-11-30T08:00:00Z", "16：00：30", "2026-11-30T08:00:30.000Z"],
    // Exactly now is the next day.
    ["Asia/Shanghai", "2026-11-30T08:00:00Z", "16:00", "2026-12-01T08:00:00.000Z"],
    // No clock change there; in the night in which Berlin has one.
    ["Asia/Shanghai", "2026-03-28T18:00:00Z", "02:30", "2026-03-28T18:30:00.000Z"],
    // Berlin, night of 29 March: 02:30 does not exist, the clock shows 03:30 then.
    ["Europe/Berlin", "2026-03-28T22:00:00Z", "02:30", "2026-03-29T01:30:00.000Z"],
    ["Europe/Berlin", "2026-03-28T22:00:00Z", "07:00", "2026-03-29T05:00:00.000Z"],
    // Night of 25 October: 02:30 comes twice. From before both: the first …
    ["Europe/Berlin", "2026-10-24T22:00:00Z", "02:30", "2026-10-25T00:30:00.000Z"],
    // … from between them: the second, an hour on, not the next day …
    ["Europe/Berlin", "2026-10-25T00:45:00Z", "02:30", "2026-10-25T01:30:00.000Z"],
    // … after both: the next day, back in winter time.
    ["Europe/Berlin", "2026-10-25T01:45:00Z", "02:30", "2026-10-26T01:30:00.000Z"],
    ["Europe/Berlin", "2026-10-24T12:00:00Z", "08:00", "2026-10-25T07:00:00.000Z"],
  ])("in %s at %s: %s is %s", async (timeZone, now, at, due) => {
    await using rig = openTimers(Date.parse(now));
    rig.timeZone = timeZone;
    // A day with a clock change may be 25 hours long.
    rig.maxDurationMs = 26 * 3_600_000;
    expect(await dueAt(rig, at)).toBe(due);
  });

  it.each([
    ["2026-11-30T20:00", "2026-11-30T12:00:00.000Z"],
    ["2026-11-30 20:00:15", "2026-11-30T12:00:15.000Z"],
    ["2026-11-30T20:00+01:00", "2026-11-30T19:00:00.000Z"],
    ["2026-11-30T20:00:00Z", "2026-11-30T20:00:00.000Z"],
  ])("%s is %s", async (at, due) => {
    await using rig = openTimers(Date.parse("2026-11-30T08:00:00Z"));
    expect(await dueAt(rig, at)).toBe(due);
  });

  it.each([
    ["2026-11-30T15:59", "is in the past"],
    ["2025-01-01T00:00Z", "is in the past"],
    ["2026-12-02T00:00", "too long for a timer (at most 24 hours)"],
    ["2026-13-01T00:00", "is no time"],
    ["2026-11-31T00:00", "is no time"],
    ["24:00", "is no time"],
    ["18.30", "is no time"],
    ["明早", "is no time"],
    ["", "is no time"],
  ])("%s is refused", async (at, why) => {
    await using rig = openTimers(Date.parse("2026-11-30T08:00:00Z"));
    expect(await rig.call("timer_set", { at })).toMatchObject({
      outcome: "invalid",
      content: expect.stringContaining(why),
    });
    expect(rig.timers.list()).toEqual([]);
  });

  it("is refused where the zone of the house is unknown, and durations go on working", async () => {
    await using rig = openTimers();
    rig.timeZone = "Mars/Olympus";
    expect(await rig.call("timer_set", { at: "07:00" })).toMatchObject({
      outcome: "failed",
      content: expect.stringContaining('"Mars/Olympus" is no time zone'),
    });
    expect(await rig.call("timer_set", { durationSeconds: 60 })).toMatchObject({
      outcome: "ok",
      content: "tm_1: 60 s left, due 2026-11-30T08:01:00.000Z",
    });
  });
});

describe("timer_set", () => {
  it("answers the timer for programs and a line for models", async () => {
    await using rig = openTimers();
    const result = await rig.call("timer_set", { durationSeconds: 90, name: "鸡蛋" });
    const timer: Timer = {
      timerId: "tm_1",
      name: "鸡蛋",
      state: "running",
      durationMs: 90_000,
      dueAt: Date.UTC(2026, 10, 30, 8, 1, 30),
      remainingMs: 90_000,
      areaId: null,
      message: null,
      action: null,
    };
    expect(result).toEqual({
      outcome: "ok",
      content: "tm_1 鸡蛋: 90 s left, due 2026-11-30 16:01:30",
      data: { timer },
    });
    expect((await rig.call("timer_query", {})).data).toEqual({ timers: [timer] });
  });

  it.each([
    [{}, "give either durationSeconds or at"],
    [{ durationSeconds: 60, at: "07:00" }, "give either durationSeconds or at"],
    [{ durationSeconds: 0 }, "durationSeconds"],
    [{ durationSeconds: 90_000 }, "25 hours are too long for a timer (at most 24 hours)"],
    [
      { durationSeconds: 60, action: { tool: "nothing", arguments: {} } },
      "there is no tool nothing",
    ],
    [
      { durationSeconds: 60, action: { tool: "probe", arguments: { level: "high" } } },
      "action/arguments/level must be integer",
    ],
  ])("%j is invalid: %s", async (args, why) => {
    await using rig = openTimers();
    expect(await rig.call("timer_set", args)).toMatchObject({
      outcome: "invalid",
      content: expect.stringContaining(why),
    });
    expect(rig.timers.list()).toEqual([]);
  });

  it("is denied an action that the caller himself may not run", async () => {
    await using rig = openTimers();
    const definition = { name: "wipe", description: "", parameters: {}, role: "owner" } as const;
    rig.tools.register("test", definition, async () => ({ outcome: "ok", content: "" }));
    const args = { durationSeconds: 60, action: { tool: "wipe", arguments: {} } };
    expect(await rig.call("timer_set", args, { principal: guest })).toMatchObject({
      outcome: "denied",
      content: "wipe is not allowed for guests",
    });
    expect(await rig.call("timer_set", args)).toMatchObject({ outcome: "ok" });
  });
});

describe("timer_cancel, timer_pause and timer_resume", () => {
  it("need no id where there is only one timer, and ask where there are several", async () => {
    await using rig = openTimers();
    expect(await rig.call("timer_cancel", {})).toMatchObject({
      outcome: "invalid",
      content: "there is no timer",
    });
    await rig.call("timer_set", { durationSeconds: 60 });
    expect(timersOf(await rig.call("timer_pause", {}))).toMatchObject([{ state: "paused" }]);
    expect(timersOf(await rig.call("timer_resume", {}))).toMatchObject([{ state: "running" }]);
    await rig.call("timer_set", { durationSeconds: 60 });
    expect(await rig.call("timer_cancel", {})).toMatchObject({
      outcome: "invalid",
      content: "several timers run (one of tm_1, tm_2)",
    });
    expect(await rig.call("timer_cancel", { timerId: "tm_9" })).toMatchObject({
      outcome: "invalid",
      data: { code: "NOT_FOUND" },
    });
    expect(rig.timers.list()).toHaveLength(2);
  });
});

describe("a guest", () => {
  it("sees and changes his own timers only", async () => {
    await using rig = openTimers();
    await rig.call("timer_set", { durationSeconds: 60, message: "秘密" });
    await rig.call("timer_set", { durationSeconds: 60 }, { principal: guest });
    const asGuest = (name: string, args: object) => rig.call(name, args, { principal: guest });
    expect(timersOf(await asGuest("timer_query", {}))).toMatchObject([{ timerId: "tm_2" }]);
    expect(await asGuest("timer_adjust", { timerId: "tm_1", deltaSeconds: 60 })).toMatchObject({
      outcome: "invalid",
      content: "there is no timer tm_1 (one of tm_2)",
    });
    await asGuest("timer_cancel", { all: true });
    expect(timersOf(await rig.call("timer_query", {}))).toMatchObject([{ timerId: "tm_1" }]);
  });
});
