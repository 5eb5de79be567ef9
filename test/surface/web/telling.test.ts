/** What happened, in a family's words: causes, changes, actions of the agent, moments, problems. */
import { describe, expect, test } from "vitest";
import type { Cause, HistoryEntry, ToolCallRecord } from "#contract";
import { ApiError } from "../../../src/surface/admin/web/api/http.ts";
import { wordsOf } from "../../../src/surface/admin/web/i18n/index.ts";
import { causeText } from "../../../src/surface/admin/web/model/cause.ts";
import { changesOf, curveOf } from "../../../src/surface/admin/web/model/history.ts";
import { problemText } from "../../../src/surface/admin/web/model/problem.ts";
import {
  describedIn,
  filterSettings,
  settingValue,
} from "../../../src/surface/admin/web/model/setting.ts";
import { agoText, countdownText } from "../../../src/surface/admin/web/model/time.ts";
import { toolChips } from "../../../src/surface/admin/web/model/tool-chip.ts";
import { flatDevices } from "../../support/fake-flat.ts";

const zh = wordsOf("zh");
const house = new Map(flatDevices().map((device) => [device.id, device]));
const lamp = house.get("sim.living_light");
const climate = house.get("sim.living_climate");
if (!lamp || !climate) throw new Error("the flat lacks its lamp or its sensor");

const chain = (...links: readonly `${Cause["kind"]}:${string}`[]): Cause[] =>
  links.map((link) => {
    const [kind = "", id = ""] = link.split(":");
    return { kind: kind as Cause["kind"], id };
  });

describe("a cause", () => {
  const people = new Map([["mama", "妈妈"]]);
  test.for([
    [chain("person:mama", "turn:t_1", "tool:c_1", "command:m_1"), "妈妈说了一句话"],
    [chain("person:mama", "command:m_1"), "妈妈在手机上操作"],
    [chain("person:owner", "command:m_1"), "主人在手机上操作"],
    [chain("person:p_77", "turn:t_1"), "家里人说了一句话"],
    [chain("timer:x", "tool:c_1"), "定时到了"],
    [chain("automation:夜灯", "command:m_1"), "自动化「夜灯」"],
    [chain("plugin:rules", "command:m_1"), "插件 rules 操作"],
    [chain("device:sim.lamp"), "设备自己变的"],
    [[], "设备自己变的"],
  ] as const)("%o reads %s", ([cause, text]) => {
    expect(causeText(cause, people, zh)).toBe(text);
  });
});

describe("the past of a device", () => {
  const entry = (minute: number, state: HistoryEntry["state"]): HistoryEntry => ({
    at: new Date(Date.UTC(2026, 10, 30, 8, minute)).toISOString(),
    state,
    cause: [],
  });

  test("is its changes, newest first, whether entries are whole or in part", () => {
    const entries = [
      entry(0, { on: false, brightness: 90 }),
      entry(1, { on: true, brightness: 90 }),
      entry(2, { brightness: 204 }),
      entry(3, { brightness: 204, unheard_of: 1 }),
    ];
    expect(changesOf(lamp, entries, 2).map(({ values }) => values)).toEqual([
      [{ capability: "brightness", before: 90, after: 204 }],
      [{ capability: "on", before: false, after: true }],
    ]);
  });

  test("leaves what is only measured to the curve", () => {
    const entries = [entry(0, { temperature: 20 }), entry(30, { temperature: 24 })];
    expect(changesOf(climate, entries, 9)).toEqual([]);
    const from = Date.UTC(2026, 10, 30, 8);
    expect(curveOf(entries, "temperature", from, from + 3_600_000)).toEqual({
      points: [
        [0, 0],
        [0.5, 1],
      ],
      low: 20,
      high: 24,
    });
    expect(curveOf(entries.slice(1), "temperature", from, from + 1)).toBeNull();
  });

  test("is drawn with a bounded number of points", () => {
    const entries = Array.from({ length: 1_000 }, (_, index) =>
      entry(index, { temperature: index }),
    );
    const curve = curveOf(entries, "temperature", 0, 1);
    expect(curve?.points.length).toBeLessThanOrEqual(241);
    expect(curve?.high).toBe(999);
  });
});

describe("an action of the agent", () => {
  const call = (args: unknown, more: Partial<ToolCallRecord> = {}): ToolCallRecord => ({
    name: "device_command",
    arguments: args,
    outcome: "ok",
    ...more,
  });
  const dim = { targets: ["sim.living_light"], capability: "brightness", value: 76 };

  test("tells device, before → after, and what takes it back", () => {
    expect(toolChips(call(dim), house, zh)).toEqual([
      {
        key: "sim.living_light",
        title: "客厅主灯",
        change: "亮度 80% → 30%",
        done: true,
        outcome: "",
        undo: { deviceId: "sim.living_light", capability: "brightness", value: 204 },
      },
    ]);
  });

  test("a lamp that was off goes off again", () => {
    const args = { targets: ["sim.bed_light"], capability: "brightness", value: 254 };
    expect(toolChips(call(args), house, zh)[0]?.undo).toEqual({
      deviceId: "sim.bed_light",
      capability: "on",
      value: false,
    });
  });

  test("that did not work says so and offers nothing to undo", () => {
    const [chip] = toolChips(call(dim, { outcome: "unconfirmed" }), house, zh);
    expect(chip).toMatchObject({ done: false, outcome: "还没收到设备的回应", undo: null });
  });

  test("on many devices is cut short, on unknown ones still told, and nonsense does no harm", () => {
    const many = [...house.keys()].slice(0, 9);
    const chips = toolChips(call({ targets: many, capability: "on", value: true }), house, zh);
    expect([chips.length, chips.at(-1)?.title]).toEqual([7, "还有 3 个"]);
    expect(toolChips(call({ targets: ["x.gone"] }), house, zh)[0]?.title).toBe("x.gone");
    expect(toolChips(call(null), house, zh)).toEqual([]);
    const timer = { durationSeconds: 600, name: "关火" };
    expect(toolChips(call(timer, { name: "timer_set" }), house, zh)[0]?.title).toBe(
      "定时 10 分钟 · 关火",
    );
    expect(toolChips(call({}, { name: "scene_apply" }), house, zh)[0]?.title).toBe("scene apply");
  });
});

test("moments read as people say them", () => {
  const now = new Date(2026, 10, 30, 21, 30).getTime();
  const before = (minutes: number) =>
    agoText(new Date(now - minutes * 60_000).toISOString(), now, zh);
  expect([before(0), before(3), before(90), before(60 * 24)]).toEqual([
    "刚刚",
    "3 分钟前",
    "今天 20:00",
    "昨天 21:30",
  ]);
  expect(agoText("nonsense", now, zh)).toBe("还不知道");
  expect([countdownText(299.2), countdownText(5), countdownText(-1)]).toEqual([
    "5:00",
    "0:05",
    "0:00",
  ]);
});

test("a problem is told in words; ranges keep the hub's hint; unknown codes have a word too", () => {
  const problem = (code: string, hint?: string) =>
    problemText(new ApiError(code, 422, "inside talk", { hint: hint ?? null }), zh);
  expect(problem("VALUE_OUT_OF_RANGE", "0–100")).toBe("超出了它能调的范围。 (0–100)");
  expect(problem("DEVICE_UNAVAILABLE", "look at the plug")).toBe("它现在连不上。看看电源和网络。");
  expect(problem("SOMETHING_NEW")).toBe("出了点问题，请再试一次。");
  expect(problemText(new TypeError("Failed to fetch"), zh)).toContain("连不上中枢");
});

describe("settings", () => {
  const entry = (key: string, description: string) => ({
    key,
    description,
    value: 1,
    default: 1,
    type: "int",
    hidden: false,
    requiresRestart: false,
  });

  test("are found by every word of the search, in groups", () => {
    const list = [entry("core.log.level", "日志 · Log"), entry("plugin.sim.seed", "种子 · Seed")];
    expect(filterSettings(list, "").map(([group]) => group)).toEqual(["core.log", "plugin.sim"]);
    expect(filterSettings(list, "SIM seed").map(([group]) => group)).toEqual(["plugin.sim"]);
    expect(filterSettings(list, "sim log")).toEqual([]);
  });

  test("are described in the page's language", () => {
    const text = "保留多久 · How long · and more";
    expect([describedIn(text, "zh"), describedIn(text, "en")]).toEqual([
      "保留多久",
      "How long · and more",
    ]);
    expect([describedIn("only one", "zh"), describedIn("only one", "en")]).toEqual([
      "only one",
      "only one",
    ]);
  });

  test("are sent as numbers only where numbers are meant", () => {
    expect(settingValue("int", " 12 ")).toBe(12);
    expect(settingValue("int", "1.5")).toBeUndefined();
    expect(settingValue("float", "1.5")).toBe(1.5);
    expect(settingValue("int", "")).toBeUndefined();
    expect(settingValue("duration", "2d")).toBe("2d");
  });
});
