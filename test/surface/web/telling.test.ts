/** What happened, in a family's words: causes, changes, actions of the agent, moments, problems. */
import { describe, expect, test } from "vitest";
import type { Cause, ConfigEntry, HistoryEntry, ToolCallRecord } from "#contract";
import { ApiError } from "../../../src/surface/admin/web/api/http.ts";
import { wordsOf } from "../../../src/surface/admin/web/i18n/index.ts";
import { causeText } from "../../../src/surface/admin/web/model/cause.ts";
import { changesOf, curveOf } from "../../../src/surface/admin/web/model/history.ts";
import { problemText } from "../../../src/surface/admin/web/model/problem.ts";
import { providerErrorText } from "../../../src/surface/admin/web/model/provider-error.ts";
import {
  describedIn,
  filterSettings,
  isLocked,
  settingText,
  settingTitle,
  settingValue,
} from "../../../src/surface/admin/web/model/setting.ts";
import { agoText, countdownText } from "../../../src/surface/admin/web/model/time.ts";
import {
  commandOf,
  hasReached,
  toolChips,
} from "../../../src/surface/admin/web/model/tool-chip.ts";
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
    [chain("person:mama", "channel:cli", "command:m_1"), "妈妈在命令行操作"],
    [chain("person:mama", "channel:cli", "turn:t_1"), "妈妈在命令行操作"],
    [chain("channel:cli", "command:m_1"), "命令行"],
    [chain("channel:api", "command:m_1"), "一次操作"],
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

  describe("as one movement", () => {
    const curtain = house.get("sim.curtain");
    if (!curtain) throw new Error("the flat lacks its curtain");
    const at = (second: number, position: number, command: string): HistoryEntry => ({
      at: new Date(Date.UTC(2026, 10, 30, 8, 0, second)).toISOString(),
      state: { position },
      cause: chain("person:mama", `command:${command}`),
    });
    const told = (entries: readonly HistoryEntry[]) =>
      changesOf(curtain, entries, 9).map(({ moved, values: [value] }) => [
        value?.before,
        value?.after,
        moved,
      ]);

    test("tells only where it began and where it ended", () => {
      const steps = [at(0, 0, "m_1"), at(10, 17, "m_2"), at(11, 33, "m_2"), at(12, 50, "m_2")];
      expect(told(steps)).toEqual([
        [0, 50, true],
        [undefined, 0, false],
      ]);
    });

    test("ends with another cause, and after half a minute", () => {
      expect(told([at(0, 0, "m_1"), at(5, 17, "m_2"), at(6, 0, "m_3")])).toHaveLength(3);
      expect(told([at(0, 0, "m_1"), at(30, 17, "m_1"), at(31, 20, "m_1")])).toEqual([
        [17, 20, false],
        [0, 17, true],
      ]);
    });

    test("is for numbers: a light that flickers is told each time", () => {
      const flicker = [true, false, true].map((on, minute) => entry(0, { on: !on, minute }));
      expect(changesOf(lamp, flicker, 9)).toHaveLength(3);
    });
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
        parts: [],
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

  const lights = ["living_light", "reading_light", "strip", "bed_light"].map((id) => `sim.${id}`);
  const off = { targets: lights, capability: "on", value: false };

  test("on up to three devices is told of each, on more in one chip that holds them", () => {
    const three = call({ ...off, targets: lights.slice(0, 3) });
    expect(toolChips(three, house, zh).map(({ title }) => title)).toEqual([
      "客厅主灯",
      "阅读灯",
      "电视灯带",
    ]);
    const [group, ...others] = toolChips(call(off), house, zh);
    expect(others).toEqual([]);
    expect(group).toMatchObject({ title: "4 个设备", change: "· 关了", done: true, outcome: "" });
    expect(group?.parts.map(({ undo }) => undo?.value)).toEqual([true, undefined, true, undefined]);
  });

  test("that failed at some devices says which: those that did change are done", () => {
    const failed = call({ ...off, targets: lights.slice(0, 2) }, { outcome: "failed" });
    const reached = new Set(["sim.living_light"]);
    expect(toolChips(failed, house, zh, reached)).toMatchObject([
      { title: "客厅主灯", done: true, outcome: "", undo: { value: true } },
      { title: "阅读灯", done: false, outcome: "没成功", undo: null },
    ]);
    const [group] = toolChips(
      call(off, { outcome: "failed" }),
      house,
      zh,
      new Set(lights.slice(1)),
    );
    expect(group).toMatchObject({
      change: "· 3 个关了",
      done: false,
      outcome: "· 1 个没成功",
    });
    const [none] = toolChips(call(off, { outcome: "timeout" }), house, zh);
    expect(none).toMatchObject({ change: "", outcome: "· 等太久了" });
  });

  test("that was not allowed is done nowhere, whatever the lamps say", () => {
    const denied = call(off, { outcome: "denied" });
    const [group] = toolChips(denied, house, zh, new Set(lights));
    expect(group).toMatchObject({ done: false, outcome: "· 你没有权限", change: "" });
  });

  test.for([
    [204, true],
    [204.4, true],
    [205, false],
    ["204", false],
  ] as const)("a lamp at 204 is where %o was wanted: %o", ([value, expected]) => {
    expect(hasReached(lamp, commandOf(call({ ...dim, value })))).toBe(expected);
  });

  test("on unknown devices is still told, and nonsense does no harm", () => {
    const many = Array.from({ length: 900 }, (_, index) => `x.${index}`);
    const [group] = toolChips(call({ targets: many, capability: "on" }), house, zh);
    expect([group?.title, group?.parts.length]).toEqual(["900 个设备", 51]);
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
  expect([problem("CONTEXT_OVERFLOW"), problem("STORE_FULL")]).toEqual([
    "内容太多，模型装不下。说短一点再试。",
    "中枢的磁盘满了，存不下新的东西。清理出一些空间再试。",
  ]);
  expect(problem("SOMETHING_NEW")).toBe("出了点问题，请再试一次。");
  expect(problemText(new TypeError("Failed to fetch"), zh)).toContain("连不上中枢");
});

test.for([
  ["main: HTTP 401: invalid api key", "密钥不对"],
  ["main: HTTP 402: insufficient balance", "余额"],
  ["main: HTTP 429", "太频繁"],
  ["main: HTTP 503", "正忙"],
  ["main: base_url is missing", "地址、模型名"],
  ["no answer within 15000 ms", "没有回答"],
  ["main: Unable to connect. Is the computer able to access the url?", "连不上它"],
  ["main: the request exceeds its window of 8192 tokens", "装不下"],
  ["a thing that nobody foresaw", "出了点问题"],
] as const)("a source that failed with %s says %s", ([told, words]) => {
  expect(providerErrorText(told, zh)).toContain(words);
});

test.for([
  // What the sentence alone would be taken for is another thing each time.
  ["PROVIDER_AUTH", "main: the server says 429 things", "密钥不对"],
  ["PROVIDER_TIMEOUT", "main: connect failed", "没有回答"],
  ["PROVIDER_CONTEXT", "main: HTTP 400", "装不下"],
  ["PROVIDER_BUSY", "", "正忙"],
  ["PROVIDER_CUT", "main: the stream ended in mid-answer", "连不上它"],
  ["PROVIDER_RATE_LIMITED", "main: slow down, your api key is fine", "太频繁"],
  ["PROVIDER_RATE_LIMITED", "main: HTTP 402: insufficient balance", "余额"],
  ["PROVIDER_UNAVAILABLE", "main: HTTP 503: authentication service down", "正忙"],
  ["PROVIDER_UNAVAILABLE", "main: it said nothing", "出了点问题"],
  ["PROVIDER_NEW", "main: HTTP 401", "密钥不对"],
] as const)("the code %s decides over the sentence %s: %s", ([code, told, words]) => {
  expect(providerErrorText(told, zh, code)).toContain(words);
});

describe("settings", () => {
  const entry = (key: string, description: string, more: Partial<ConfigEntry> = {}) => ({
    key,
    description,
    value: 1,
    default: 1,
    type: "int",
    hidden: false,
    requiresRestart: false,
    ...more,
  });
  const inChinese = { words: zh, language: "zh" } as const;
  const inEnglish = { words: wordsOf("en"), language: "en" } as const;
  const list = [
    entry("core.house.time_zone", "时区 · Time zone"),
    entry("core.daemon.log_level", "日志 · Log"),
    entry("core.llm.sources.main.model", "模型名 · Name of the model"),
    entry("core.home.history_retention", "保留多久 · How long"),
    entry("plugin.sim.enabled", "是否运行 · Whether it runs"),
    entry("plugin.sim.seed", "Seed of the simulation."),
    entry("core.brand_new.thing", "新的 · New"),
  ];
  const titles = (wanted: string, reading: typeof inChinese | typeof inEnglish = inChinese) =>
    filterSettings(list, wanted, reading).map(({ title, entries }) => [title, entries.length]);

  test("stand under family words, those that only speak English apart", () => {
    expect(titles("")).toEqual([
      ["家里", 2],
      ["中枢本身", 1],
      ["模型来源 main", 1],
      ["插件 sim", 1],
      ["插件 sim（说明只有英文）", 1],
      ["其他", 1],
    ]);
    expect(titles("", inEnglish)).toContainEqual(["Plugin sim", 2]);
  });

  test("are found by every word of the search: key, description or what is shown", () => {
    expect(titles("SIM seed")).toEqual([["插件 sim（说明只有英文）", 1]]);
    expect(titles("家里 时区")).toEqual([["家里", 1]]);
    expect(titles("sim log")).toEqual([]);
  });

  test("show choices and lengths in words, and what is in no table as it is", () => {
    const language = entry("core.house.language", "", {
      type: "select",
      options: ["auto", "zh", "en", "fr"],
    });
    const choices = ["auto", "zh", "en", "fr"].map((value) => settingText(language, value, zh));
    expect(choices).toEqual(["跟随说话人", "中文", "英文", "fr"]);
    const wait = entry("core.x.wait", "", { type: "duration" });
    const lengths = ["15s", "2m", "7d", "1h30m"].map((value) => settingText(wait, value, zh));
    expect(lengths).toEqual(["15 秒", "2 分钟", "7 天", "1h30m"]);
    const warmth = entry("core.llm.temperature", "随机性 · Temperature");
    expect(settingTitle(warmth, inChinese)).toContain("随机性：越小越稳");
    expect(settingText(wait, "x".repeat(99), zh)).toHaveLength(61);
  });

  test("the page's own switch is not for the page", () => {
    expect(["admin", "sim"].map((name) => isLocked(entry(`plugin.${name}.enabled`, "")))).toEqual([
      true,
      false,
    ]);
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
