/** Names: slips of the tongue and homophones, never where they name something else; odd characters. */
import { describe, expect, it } from "vitest";
import type { Capability, Device } from "#contract";
import { device } from "./flat.ts";
import { home, moves } from "./turn.ts";

const onOff: Capability = {
  name: "on",
  kind: "binary",
  access: ["read", "write"],
  valueOn: true,
  valueOff: false,
};
const lamp = (id: string, name: string, area: string | null = null, extra: Partial<Device> = {}) =>
  device(id, name, area, "light", [onOff], { on: false }, extra);

describe("slips of the tongue", () => {
  it.each([
    ["打开客听灯", "living_light.on=true"],
    ["打开阅渎灯", "reading.on=true"],
    ["打开客厅登", "living_light.on=true"],
    ["关闭厨防灯", "kitchen_light.on=false"],
    ["打开住卧灯", "master_light.on=true"],
    ["关闭扫帝机器人的灯", undefined],
    ["把阅毒灯调到30%", "reading.brightness=76"],
    ["打开观影摸式", "movie.on=true"],
    ["turn on the kitchn light", "kitchen_light.on=true"],
    ["turn on the livingroom light", "living_light.on=true"],
    ["turn on the raeding lamp", "reading.on=true"],
  ])("%s", async (text, expected) => {
    expect(moves(await home().say(text))).toEqual(expected === undefined ? [] : [expected]);
  });

  it("an exact name always wins over a near one", async () => {
    const { say } = home({ extra: [lamp("du", "阅渎灯"), lamp("ting", "客听灯")] });
    expect(moves(await say("打开阅渎灯"))).toEqual(["du.on=true"]);
    expect(moves(await say("打开阅读灯"))).toEqual(["reading.on=true"]);
    expect(moves(await say("打开客听灯"))).toEqual(["ting.on=true"]);
  });

  it("what tells things apart is no slip", async () => {
    const extra = [lamp("lamp1", "走廊灯1"), lamp("left", "左侧壁灯")];
    const { say } = home({ extra });
    // 书房灯 differs from 厨房灯 in one character, 走廊灯2 from 走廊灯1, 右侧壁灯 from 左侧壁灯.
    for (const text of [
      "打开书房灯",
      "打开走廊灯2",
      "打开右侧壁灯",
      "打开走廊灯二",
      "打开三卧灯",
      "turn on the study light",
    ]) {
      expect(moves(await say(text))).toEqual([]);
    }
    expect(moves(await say("打开走廊灯一"))).toEqual(["lamp1.on=true"]);
  });

  it("a slip that fits two names moves neither", async () => {
    const { say } = home({ extra: [lamp("a", "彩虹灯带"), lamp("b", "彩云灯带")] });
    expect(moves(await say("打开彩什灯带"))).toEqual([]);
  });
});

describe("odd names", () => {
  const odd: readonly (readonly [string, string, string])[] = [
    ["emoji", "💡落地灯🔥", "打开落地灯"],
    ["emoji said", "💡落地灯🔥", "打开💡落地灯🔥"],
    ["right-to-left marks", "\u202E落\u2067地灯\u2069", "打开落地灯"],
    ["HTML", "<b>落地灯</b>", "打开<b>落地灯</b>"],
    ["quotes", '妈妈的"落地灯"', "打开妈妈的落地灯"],
    ["a newline", "落\n地灯", "打开落地灯"],
    ["full-width letters", "ＬＥＤ灯带", "打开led灯带"],
    ["a regular expression", "灯(.*)+$[a-z]", "打开灯(.*)+$[a-z]"],
    ["an apostrophe", "Mom's lamp", "turn on mom's lamp"],
    ["a curly apostrophe", "Mom’s lamp", "turn on Mom's lamp"],
    ["traditional characters", "閱讀角燈", "打开阅读角灯"],
    ["simplified, said in traditional", "阅读角灯", "打開閱讀角燈"],
    ["accents", "Café lamp", "turn on the café lamp"],
    ["digits for numerals", "2号台灯", "打开二号台灯"],
    ["the word for off", "关公灯", "打开关公灯"],
    ["a verb", "Turn Table", "turn on turn table"],
  ];

  it.each(odd)("%s", async (_what, name, text) => {
    const turn = await home({ extra: [lamp("odd", name)] }).say(text);
    expect(moves(turn)).toEqual(["odd.on=true"]);
  });

  it("are shown without what would garble a reply", async () => {
    const { reply } = await home({ extra: [lamp("odd", "\u202E落\n地灯")] }).say("打开落地灯");
    expect(reply).toBe("好的，落地灯打开了。");
  });

  it("the short name of a thing is understood without its room", async () => {
    const { say } = home({ extra: [lamp("star", "次卧星空投影", "guest")] });
    expect(moves(await say("打开星空投影"))).toEqual(["star.on=true"]);
    expect(moves(await say("关掉次卧的星空投影"))).toEqual(["star.on=false"]);
  });

  it("new names are known with the house's next revision", async () => {
    const { createUnderstander } = await import("../../../src/agent/intents/index.ts");
    const { flat } = await import("./flat.ts");
    const { standingClock } = await import("./turn.ts");
    const understander = createUnderstander({ clock: standingClock() });
    const before = await understander.understand("打开北极星", flat(), {});
    const after = await understander.understand(
      "打开北极星",
      flat([lamp("star", "北极星")], 2),
      {},
    );
    const plans = [before, after].map((one) =>
      one.kind === "commands" ? one.commands[0]?.plan.kind : one.kind,
    );
    expect(plans).toEqual(["unknown_device", "devices"]);
  });
});

describe("names that mean the whole house", () => {
  it.each([
    ["全部", "全部打开"],
    ["所有灯", "打开所有灯"],
    ["all lights", "turn on all lights"],
    ["everything", "turn everything on"],
  ])("a lamp called %s does not take %s for itself", async (name, text) => {
    const house = home({ extra: [lamp("trap", name)] });
    const moved = moves(await house.say(text));
    expect(moved).not.toEqual(["trap.on=true"]);
    expect(moved.length).not.toBe(1);
  });
});
