/** Timers ring once, by the right clock, also over restarts, and do what they were set for. */
import { describe, expect, it } from "vitest";
import type { ToolResult } from "#contract";
import { settle } from "../support/manual-clock.ts";
import { guest, openTimers, owner, type Rig, timersOf } from "./support.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

async function advance(rig: Rig, ms: number): Promise<void> {
  rig.clock.advance(ms);
  await settle();
}

const probe = { tool: "probe", arguments: { level: 3 } };

describe("a timer that is up", () => {
  it("tells its message to the one who set it, on his channel, once", async () => {
    await using rig = openTimers();
    await rig.call("timer_set", { durationSeconds: 300, message: "关火" });
    await advance(rig, 5 * MINUTE_MS - 1);
    expect(rig.notices).toEqual([]);
    await advance(rig, 1);
    expect(rig.notices).toEqual([{ channel: "cli", personId: "p1", text: "关火" }]);
    expect(rig.sent).toEqual(["关火"]);
    await advance(rig, 60 * MINUTE_MS);
    await rig.reopen();
    rig.timers.start();
    await settle();
    expect(rig.sent).toEqual(["关火"]);
    expect(rig.timers.list()).toEqual([]);
  });

  it("says so in the language of the house where it has no message", async () => {
    await using rig = openTimers();
    await rig.call("timer_set", { durationSeconds: 1 });
    await rig.call("timer_set", { durationSeconds: 2, name: "鸡蛋" });
    await advance(rig, 2_000);
    rig.language = "en";
    await rig.call("timer_set", { durationSeconds: 1, name: "eggs" });
    await advance(rig, 1_000);
    expect(rig.sent).toEqual(["计时器到了", "“鸡蛋”计时器到了", "Timer “eggs” is up"]);
  });

  it("still gives notice where the channel is unknown", async () => {
    await using rig = openTimers();
    await rig.call("timer_set", { durationSeconds: 1 }, { channel: "gone" });
    await advance(rig, 1_000);
    expect(rig.notices).toEqual([{ channel: "gone", personId: "p1", text: "计时器到了" }]);
    expect(rig.sent).toEqual([]);
  });

  it("runs its action with the setter's rights and the whole chain, and needs no word when it went well", async () => {
    await using rig = openTimers();
    await rig.call("timer_set", { durationSeconds: 5, action: probe }, { principal: guest });
    await advance(rig, 5_000);
    expect(rig.probed).toEqual([
      {
        args: { level: 3 },
        context: {
          turnId: "t_1",
          callId: "c_1",
          principal: guest,
          channel: "cli",
          origin: "timer",
          cause: [
            { kind: "person", id: "p1" },
            { kind: "tool", id: "c_0" },
            { kind: "timer", id: "tm_1" },
            { kind: "tool", id: "c_1" },
          ],
        },
      },
    ]);
    expect(rig.notices).toEqual([]);
  });

  it.each<[ToolResult, object, string]>([
    [{ outcome: "failed", content: "stuck" }, {}, "计时器到了，但没能做成：stuck"],
    [{ outcome: "unconfirmed", content: "?" }, {}, "计时器到了，指令已发出，但设备没有确认"],
    [{ outcome: "ok", content: "done" }, { message: "灯开了" }, "灯开了"],
    [
      { outcome: "failed", content: "stuck" },
      { message: "灯开了" },
      "灯开了\n计时器到了，但没能做成：stuck",
    ],
  ])("with action ending %j and %j says %s", async (result, extra, text) => {
    await using rig = openTimers();
    rig.probeResult = result;
    await rig.call("timer_set", { durationSeconds: 5, action: probe, ...extra });
    await advance(rig, 5_000);
    expect(rig.sent).toEqual([text]);
  });
});

describe("a restart", () => {
  it("keeps timers, running and paused, and lets them go on", async () => {
    await using rig = openTimers();
    await rig.call("timer_set", { durationSeconds: 600, name: "a", message: "A" });
    await rig.call("timer_set", { durationSeconds: 600, name: "b", action: probe });
    await advance(rig, MINUTE_MS);
    await rig.call("timer_pause", { timerId: "tm_2" });
    const before = rig.timers.list();
    await rig.reopen();
    expect(rig.timers.list()).toEqual(before);
    rig.timers.start();
    await advance(rig, 9 * MINUTE_MS);
    expect(rig.sent).toEqual(["A"]);
    expect(rig.timers.list()).toMatchObject([{ name: "b", remainingMs: 9 * MINUTE_MS }]);
  });

  it("rings once what fell due meanwhile, when it is told to start, and says how late", async () => {
    await using rig = openTimers();
    await rig.call("timer_set", { durationSeconds: 60, message: "汤" });
    await rig.call("timer_set", { durationSeconds: 90, action: probe });
    await rig.timers[Symbol.asyncDispose]();
    rig.clock.advance(31 * MINUTE_MS);
    await rig.reopen();
    await settle();
    expect([rig.sent, rig.probed]).toEqual([[], []]);
    rig.timers.start();
    await settle();
    expect(rig.sent).toEqual(["汤（晚了 30 分钟）"]);
    expect(rig.probed).toHaveLength(1);
    await rig.reopen();
    rig.timers.start();
    await settle();
    expect(rig.probed).toHaveLength(1);
  });

  it("rings nothing before it is told to start, not even what is set meanwhile", async () => {
    await using rig = openTimers();
    await rig.reopen();
    await rig.call("timer_set", { durationSeconds: 60 });
    await advance(rig, 2 * MINUTE_MS);
    expect(rig.sent).toEqual([]);
    rig.timers.start();
    await settle();
    expect(rig.sent).toHaveLength(1);
  });

  it("after a crash in the middle of an action does not run it again", async () => {
    await using rig = openTimers();
    rig.tools.register("test", { name: "door", description: "", parameters: {} }, () => {
      // What a crash at this moment would leave on the disk.
      opened.push(rig.store.all("SELECT id FROM timers").length);
      return new Promise(() => undefined);
    });
    const opened: number[] = [];
    await rig.call("timer_set", { durationSeconds: 1, action: { tool: "door", arguments: {} } });
    await advance(rig, 1_000);
    expect(opened).toEqual([0]);
  });

  it("leaves a row that it cannot read, and the others ring", async () => {
    await using rig = openTimers();
    rig.store.run("INSERT INTO timers (id, record) VALUES ('tm_bad', '{\"timerId\":7}')");
    await rig.call("timer_set", { durationSeconds: 60 });
    await rig.reopen();
    expect(rig.timers.list().map(({ timerId }) => timerId)).toEqual(["tm_1"]);
    expect(rig.logged.map(({ event }) => event)).toContain("home.timer_unreadable");
  });
});

describe("the wall clock, when it is set", () => {
  it("neither cuts nor stretches a duration, and a restart goes by the new time", async () => {
    await using rig = openTimers(Date.UTC(2024, 0, 1));
    await rig.call("timer_set", { durationSeconds: 600, message: "鸡蛋" });
    await advance(rig, MINUTE_MS);
    rig.clock.jump(700 * DAY_MS);
    await advance(rig, MINUTE_MS);
    expect(rig.sent).toEqual([]);
    expect(rig.timers.list()[0]).toMatchObject({
      remainingMs: 8 * MINUTE_MS,
      dueAt: rig.clock.now() + 8 * MINUTE_MS,
    });
    await rig.reopen();
    rig.timers.start();
    await settle();
    expect(rig.sent).toEqual([]);
    await advance(rig, 8 * MINUTE_MS);
    expect(rig.sent).toEqual(["鸡蛋"]);
  });

  it("moves a timer that names a time of day", async () => {
    await using rig = openTimers(Date.UTC(2026, 10, 30, 8));
    // 16:00 in Shanghai now.
    await rig.call("timer_set", { at: "18:00", message: "六点" });
    rig.clock.jump(60 * MINUTE_MS);
    await advance(rig, 59 * MINUTE_MS);
    expect(rig.sent).toEqual([]);
    await advance(rig, MINUTE_MS);
    expect(rig.sent).toEqual(["六点"]);
  });

  it("rings a timer kept from before, whose time a wrong clock had hidden", async () => {
    await using rig = openTimers(Date.UTC(2026, 10, 30, 8));
    await rig.call("timer_set", { durationSeconds: 3_600, message: "药" });
    rig.clock.jump(-300 * DAY_MS);
    await rig.reopen();
    rig.timers.start();
    await advance(rig, 2 * 60 * MINUTE_MS);
    expect(rig.sent).toEqual([]);
    rig.clock.jump(300 * DAY_MS);
    await advance(rig, MINUTE_MS);
    expect(rig.sent).toHaveLength(1);
  });

  it("lets a timer of forty days ring, longer than a platform's timer reaches", async () => {
    await using rig = openTimers();
    rig.maxDurationMs = 100 * DAY_MS;
    await rig.call("timer_set", { durationSeconds: (40 * DAY_MS) / 1_000 });
    await advance(rig, 40 * DAY_MS - 1);
    expect(rig.sent).toEqual([]);
    await advance(rig, 1);
    expect(rig.sent).toHaveLength(1);
  });
});

describe("a running timer", () => {
  it("can be paused, go on, and be given or taken time", async () => {
    await using rig = openTimers();
    await rig.call("timer_set", { durationSeconds: 600 });
    await advance(rig, 4 * MINUTE_MS);
    const [paused] = timersOf(await rig.call("timer_pause", { timerId: "tm_1" }));
    expect(paused).toMatchObject({ state: "paused", dueAt: null, remainingMs: 6 * MINUTE_MS });
    await advance(rig, DAY_MS);
    const [more] = timersOf(await rig.call("timer_adjust", { timerId: "tm_1", deltaSeconds: 60 }));
    expect(more).toMatchObject({ state: "paused", remainingMs: 7 * MINUTE_MS });
    const [going] = timersOf(await rig.call("timer_resume", { timerId: "tm_1" }));
    expect(going).toMatchObject({ state: "running", dueAt: rig.clock.now() + 7 * MINUTE_MS });
    const [less] = timersOf(
      await rig.call("timer_adjust", { timerId: "tm_1", deltaSeconds: -120 }),
    );
    expect(less).toMatchObject({ remainingMs: 5 * MINUTE_MS, durationMs: 9 * MINUTE_MS });
    await advance(rig, 5 * MINUTE_MS - 1);
    expect(rig.sent).toEqual([]);
    await advance(rig, 1);
    expect(rig.sent).toHaveLength(1);
  });

  it("rings at once when nothing is left of it, running or paused", async () => {
    await using rig = openTimers();
    await rig.call("timer_set", { durationSeconds: 600 });
    await rig.call("timer_set", { durationSeconds: 600 });
    await rig.call("timer_pause", { timerId: "tm_2" });
    for (const timerId of ["tm_1", "tm_2"]) {
      const [timer] = timersOf(await rig.call("timer_adjust", { timerId, deltaSeconds: -900 }));
      expect(timer?.remainingMs).toBe(0);
    }
    await advance(rig, 0);
    expect(rig.sent).toHaveLength(2);
  });

  it("that is canceled never rings, also after a restart", async () => {
    await using rig = openTimers();
    await rig.call("timer_set", { durationSeconds: 60 });
    await rig.call("timer_set", { durationSeconds: 60 });
    expect(timersOf(await rig.call("timer_cancel", { all: true }))).toHaveLength(2);
    await rig.reopen();
    rig.timers.start();
    await advance(rig, DAY_MS);
    expect(rig.sent).toEqual([]);
    expect(rig.clock.waiting).toBe(0);
  });

  it("ends with the hub: nothing rings after it was closed", async () => {
    await using rig = openTimers();
    await rig.call("timer_set", { durationSeconds: 60 });
    await rig.timers[Symbol.asyncDispose]();
    await advance(rig, DAY_MS);
    expect(rig.sent).toEqual([]);
  });
});

describe("the timers", () => {
  it("are bounded in number, length and text", async () => {
    await using rig = openTimers();
    const request = { channel: "cli", principal: owner, cause: [] };
    const set = (changes: object) => () =>
      rig.timers.set({ durationMs: 1_000, ...request, ...changes });
    expect(set({ durationMs: DAY_MS + 1 })).toThrow("too long for a timer");
    expect(set({ durationMs: 0 })).toThrow("needs some time");
    expect(set({ durationMs: Number.NaN })).toThrow("needs some time");
    expect(set({ message: "x".repeat(1_001) })).toThrow("message is 1001 characters long");
    const action = { tool: "probe", arguments: { text: "x".repeat(9_000) } };
    expect(set({ action })).toThrow("action is");
    for (let count = 0; count < 100; count += 1) set({})();
    expect(set({})).toThrow("already 100 timers");
    expect(() => rig.timers.adjust("tm_1", DAY_MS)).toThrow("too long for a timer");
    expect(() => rig.timers.cancel({ timerId: "tm_999" })).toThrow("no timer tm_999");
    expect(() => rig.timers.cancel({})).toThrow("which timer?");
  });
});
