/** Nothing moves by guess: daily talk, negations, reports, ambiguity, unknown things, too long sentences. */
import { describe, expect, it } from "vitest";
import { DAILY_EN, DAILY_ZH } from "./daily-talk.ts";
import { home, moves } from "./turn.ts";

/** Tools that change anything. */
const looks = new Set(["device_query", "timer_query"]);

describe("daily talk", () => {
  it("holds a hundred different sentences of each language", () => {
    expect([new Set(DAILY_ZH).size, new Set(DAILY_EN).size]).toEqual([100, 100]);
  });

  it("moves no device and sets no timer", async () => {
    const moved: string[] = [];
    for (const text of [...DAILY_ZH, ...DAILY_EN]) {
      const { calls, reply } = await home().say(text);
      if (calls.some(({ name }) => !looks.has(name))) moved.push(text);
      expect(reply).not.toBe("");
    }
    expect(moved).toEqual([]);
  });

  it("moves nothing in the speaker's own room and after a command either", async () => {
    const moved: string[] = [];
    for (const text of [...DAILY_ZH, ...DAILY_EN]) {
      const { say } = home({ areaId: "living" });
      await say("打开客厅灯");
      const { calls } = await say(text);
      if (calls.some(({ name }) => !looks.has(name))) moved.push(text);
    }
    // What follows a command may mean the same thing ("dimmer"), but a report never does.
    expect(moved).toEqual([]);
  });
});

describe("bare names", () => {
  it("of things, rooms and storeys move nothing, scenes excepted", async () => {
    const { flat } = await import("./flat.ts");
    const { areas, floors, devices } = flat();
    const moved: string[] = [];
    for (const { name, aliases } of [
      ...areas,
      ...floors,
      ...devices.filter(({ kind }) => kind !== "scene"),
    ]) {
      for (const word of [name, ...aliases]) {
        for (const text of [word, `${word}的`, `the ${word}`, `${word}。`]) {
          const { calls } = await home().say(text);
          if (calls.some((call) => !looks.has(call.name))) moved.push(text);
        }
      }
    }
    expect(moved).toEqual([]);
  });
});

describe("what is not to be done", () => {
  it.each([
    "别开灯",
    "不要关客厅灯",
    "千万别打开大门",
    "不用开灯了",
    "don't turn on the kitchen light",
    "never open the front door",
  ])("%s is acknowledged", async (text) => {
    const { calls, reply } = await home().say(text);
    expect(calls).toEqual([]);
    expect(reply).toMatch(/什么都不动|leaving everything/);
  });
});

describe("ambiguity is asked back", () => {
  it.each([
    ["开灯", "客厅主灯"],
    ["打开空调", "客厅空调还是主卧空调"],
    ["打开窗帘", "客厅窗帘还是主卧窗帘"],
    ["空调调到26度", "客厅空调还是主卧空调"],
    ["turn on the light", "living room main light"],
    ["set the AC to 24", "living room AC or master bedroom AC"],
  ])("%s", async (text, offered) => {
    const { calls, reply } = await home().say(text);
    expect(calls).toEqual([]);
    expect(reply).toContain(offered);
  });

  it("one name for two devices is told apart by their rooms", async () => {
    const { device } = await import("./flat.ts");
    const extra = ["living", "master"].map((area) =>
      device(
        `lamp_${area}`,
        "台灯",
        area,
        "light",
        [{ name: "on", kind: "binary", access: ["read", "write"], valueOn: true, valueOff: false }],
        { on: false },
      ),
    );
    const { say } = home({ extra });
    const asked = await say("打开台灯");
    expect(asked).toEqual({ reply: "你说的是哪一个：客厅的台灯还是主卧的台灯？", calls: [] });
    expect(moves(await say("主卧的"))).toEqual(["lamp_master.on=true"]);
    expect(moves(await say("关掉客厅的台灯"))).toEqual(["lamp_living.on=false"]);
  });

  it("plugs are never switched off all at once by one word", async () => {
    const { device } = await import("./flat.ts");
    const extra = [
      device(
        "fridge",
        "冰箱插座",
        "kitchen",
        "outlet",
        [{ name: "on", kind: "binary", access: ["read", "write"], valueOn: true, valueOff: false }],
        { on: true },
      ),
    ];
    const { say } = home({ extra });
    expect(await say("关掉插座")).toEqual({
      reply: "你说的是哪一个：厨房插座还是冰箱插座？",
      calls: [],
    });
    expect(
      moves(await say("关掉所有设备")).filter((move) => /plug|fridge|lock|curtain/.test(move)),
    ).toEqual([]);
  });

  it("a sentence with one doubtful part does nothing at all", async () => {
    expect((await home().say("打开客厅灯然后打开空调")).calls).toEqual([]);
    expect((await home().say("打开客厅灯和洗碗机")).calls).toEqual([]);
  });
});

describe("what the house does not have", () => {
  it.each([
    ["打开洗碗机", "家里没有叫「洗碗机」的设备。"],
    ["打开书房的灯", "家里没有「书房」这个房间。"],
    ["打开书房灯", "家里没有「书房」这个房间。"],
    ["打开厨房的吊扇", "厨房没有吊扇，它在客厅。"],
    ["turn on the dishwasher", 'There is no device called "dishwasher" here.'],
    ["turn on the lights in the garage", 'There is no room called "garage" here.'],
    ["open the window", "There is no window here."],
  ])("%s", async (text, reply) => {
    expect(await home().say(text)).toEqual({ reply, calls: [] });
  });

  it.each([
    ["今天天气怎么样", "天气"],
    ["把牛奶加到购物清单", "清单"],
    ["广播一下吃饭了", "广播"],
    ["播放晴天", "点播"],
    ["what's the weather like", "weather"],
    ["add milk to my shopping list", "list"],
  ])("%s is understood and declined", async (text, topic) => {
    const { calls, reply } = await home().say(text);
    expect(calls).toEqual([]);
    expect(reply).toContain(topic);
  });
});

describe("what devices cannot do", () => {
  it.each([
    ["厨房灯调到30%", "厨房灯不能调亮度。"],
    ["客厅空调调到45度", "客厅空调的范围是 16–30°C。"],
    ["把客厅灯色温调到9000K", "客厅主灯的范围是 2200–6500K。"],
    ["set the hallway light to 130%", "The range of hallway light is 0 to 100 %."],
  ])("%s", async (text, reply) => {
    expect(await home().say(text)).toEqual({ reply, calls: [] });
  });
});

describe("odd sentences", () => {
  const long: readonly (readonly [string, string])[] = [
    ["one character ten thousand times", "灯".repeat(10_000)],
    ["ten thousand letters", "a".repeat(10_000)],
    ["a command, repeated", "打开客厅灯，".repeat(1_600)],
    ["spaces", `${" ".repeat(9_990)}打开客厅灯`],
    ["open brackets", "(".repeat(10_000)],
    ["numerals", "九".repeat(10_000)],
    ["commands that never end", "turn on the kitchen light and ".repeat(24)],
    ["questions in a heap", "是不是有没有哪些灯开着吗".repeat(12)],
    ["pieces of timers", "计时器10分钟".repeat(20)],
  ];

  it.each(long)("%s are answered and move nothing but what they say", async (_name, text) => {
    const turn = await home().say(text);
    expect(turn.reply).not.toBe("");
    expect(moves(turn).every((move) => move === "living_light.on=true")).toBe(true);
  });

  it.each([
    "",
    "   ",
    "？？？",
    "😀",
    "\u202E\u202D",
    "\0\0",
    "。",
    "<script>alert(1)</script>",
    "'; DROP TABLE devices; --",
  ])("%j is not understood", async (text) => {
    const { calls, reply } = await home().say(text);
    expect(calls).toEqual([]);
    expect(reply).toMatch(/没听懂|did not understand/);
  });
});
