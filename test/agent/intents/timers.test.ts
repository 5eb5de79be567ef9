/** Timers by voice: started, changed, found by name, length or room; commands and reminders for later. */
import { describe, expect, it } from "vitest";
import type { Timer } from "#contract";
import { home } from "./turn.ts";

const timer = (timerId: string, extra: Partial<Timer>): Timer => ({
  timerId,
  name: null,
  state: "running",
  durationMs: 600_000,
  dueAt: null,
  remainingMs: 95_000,
  areaId: null,
  message: null,
  action: null,
  ...extra,
});
const noodles = timer("t1", { name: "泡面", durationMs: 180_000 });
const kitchen = timer("t2", { areaId: "kitchen", state: "paused", remainingMs: 300_000 });

/** The tool calls of a sentence in short. */
async function calls(text: string, timers: readonly Timer[] = [noodles, kitchen]) {
  const turn = await home({ timers }).say(text);
  return turn.calls.map(({ name, arguments: args }) => [name, args]);
}

describe("starting", () => {
  it.each([
    ["设一个20分钟的计时器", { durationSeconds: 1200 }],
    ["定时一个半小时", { durationSeconds: 5400 }],
    ["倒计时5分半", { durationSeconds: 330 }],
    ["煮面计时器三分钟", { durationSeconds: 180, name: "煮面" }],
    ["設定一個2小時的泡麵計時器", { durationSeconds: 7200, name: "泡麵" }],
    ["set a timer for an hour and a half", { durationSeconds: 5400 }],
    ["set a pizza timer for 12 minutes", { durationSeconds: 720, name: "pizza" }],
    ["90 seconds timer", { durationSeconds: 90 }],
    ["十分钟后提醒我关火", { durationSeconds: 600, name: "关火", message: "关火" }],
    [
      "remind me in 20 minutes to take out the trash",
      { durationSeconds: 1200, name: "take out the trash", message: "take out the trash" },
    ],
  ])("%s", async (text, args) => {
    expect(await calls(text)).toEqual([["timer_set", args]]);
  });

  it.each([
    ["5分钟后关掉客厅灯", 300],
    ["过五分钟关掉客厅灯", 300],
    ["关掉客厅灯设置5分钟计时器", 300],
    ["turn off the living room light in 5 minutes", 300],
    ["in half an hour turn off the living room light", 1800],
  ])("%s runs the command later, not now", async (text, durationSeconds) => {
    const action = {
      tool: "device_command",
      arguments: { targets: ["flat.living_light"], capability: "on", value: false },
    };
    expect(await calls(text)).toEqual([["timer_set", { durationSeconds, action }]]);
  });

  it("a later command that is doubtful or cannot be done sets no timer", async () => {
    for (const text of [
      "5分钟后打开空调",
      "5分钟后打开洗碗机",
      "5分钟后厨房灯调到30%",
      "10分钟后客厅几度",
      "in 5 minutes turn on the light",
    ]) {
      expect(await calls(text)).toEqual([]);
    }
  });
});

describe("changing", () => {
  it.each([
    ["给泡面计时器加两分钟", [["timer_adjust", { timerId: "t1", deltaSeconds: 120 }]]],
    ["把泡面计时器缩短30秒", [["timer_adjust", { timerId: "t1", deltaSeconds: -30 }]]],
    ["给10分钟的计时器延长1小时", [["timer_adjust", { timerId: "t2", deltaSeconds: 3600 }]]],
    ["暂停泡面计时器", [["timer_pause", { timerId: "t1" }]]],
    ["继续厨房计时器", [["timer_resume", { timerId: "t2" }]]],
    ["取消3分钟的计时器", [["timer_cancel", { timerId: "t1" }]]],
    ["取消所有计时器", [["timer_cancel", { all: true }]]],
    [
      "take 5 minutes off the 10 minute timer",
      [["timer_adjust", { timerId: "t2", deltaSeconds: -300 }]],
    ],
    ["cancel the timer in the kitchen", [["timer_cancel", { timerId: "t2" }]]],
    ["cancel all timers", [["timer_cancel", { all: true }]]],
  ])("%s", async (text, expected) => {
    expect(await calls(text)).toEqual(expected);
  });

  it("asks which of several, and says when there is none", async () => {
    const { say } = home({ timers: [noodles, kitchen] });
    expect(await say("取消计时器")).toEqual({
      reply: "有 2 个计时器，你说的是哪一个：泡面还是10 分钟的（还剩 5 分钟）？",
      calls: [],
    });
    expect(await say("取消披萨计时器")).toEqual({ reply: "没有这样的计时器。", calls: [] });
    expect(await calls("取消计时器", [noodles])).toEqual([["timer_cancel", { timerId: "t1" }]]);
    expect((await home().say("cancel the timer")).reply).toBe("There is no such timer.");
  });
});

describe("asking", () => {
  it.each([
    ["泡面计时器还有多久", "「泡面」还剩 1 分钟 35 秒。"],
    ["厨房计时器状态", "还剩 5 分钟（暂停中）。"],
    ["how much time is left on the kitchen timer", "5 minutes left (paused)."],
    ["计时器还剩多少时间", "「泡面」还剩 1 分钟 35 秒，10 分钟的还剩 5 分钟（暂停中）。"],
  ])("%s", async (text, reply) => {
    const turn = await home({ timers: [noodles, kitchen] }).say(text);
    expect(turn).toMatchObject({ reply, calls: [{ name: "timer_query" }] });
  });
});
