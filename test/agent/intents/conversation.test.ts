/** A conversation: pronouns, follow-ups and answers to asking back hold for five minutes and no longer. */
import { describe, expect, it } from "vitest";
import { CONVERSATION_MS, CONVERSATIONS_MAX } from "../../../src/agent/intents/limits.ts";
import { Conversations } from "../../../src/agent/intents/memory.ts";
import { home, moves, standingClock } from "./turn.ts";

/** Says sentences in turn; returns what each of them moved. */
async function talk(...sentences: string[]): Promise<string[][]> {
  const { say } = home();
  const moved: string[][] = [];
  for (const sentence of sentences) moved.push(moves(await say(sentence)));
  return moved;
}

describe("pronouns and elliptic commands", () => {
  it("mean what was spoken of last", async () => {
    expect(await talk("打开客厅灯", "再亮一点", "调到50%", "把它关掉")).toEqual([
      ["living_light.on=true"],
      ["living_light.brightness=70"],
      ["living_light.brightness=50"],
      ["living_light.on=false"],
    ]);
    expect(await talk("turn on the reading lamp", "make it red", "dim it", "turn it off")).toEqual([
      ["reading.on=true"],
      ["reading.color=#ff0000"],
      ["reading.brightness=76"],
      ["reading.on=false"],
    ]);
  });

  it("mean all of several things", async () => {
    expect((await talk("打开客厅灯和阅读灯", "把它们关了")).at(-1)).toEqual([
      "living_light.on=false",
      "reading.on=false",
    ]);
    expect(
      (await talk("turn on the living room light and the reading lamp", "turn them off")).at(-1),
    ).toEqual(["living_light.on=false", "reading.on=false"]);
  });

  it("work after a question, and within one sentence", async () => {
    expect((await talk("客厅灯开着吗", "关掉它")).at(-1)).toEqual(["living_light.on=false"]);
    expect(await talk("打开阅读灯，然后调到30%")).toEqual([
      ["reading.on=true", "reading.brightness=76"],
    ]);
  });

  it("keep to what the thing can do", async () => {
    expect((await talk("音量调到20", "再大一点")).at(-1)).toEqual(["speaker.volume=30"]);
    expect((await talk("打开客厅灯", "音量调到20")).at(-1)).toEqual(["speaker.volume=20"]);
  });

  it("mean nothing without anything before them", async () => {
    for (const text of ["关掉它", "turn it off", "把它们打开", "make it red"]) {
      const { calls, reply } = await home().say(text);
      expect(calls).toEqual([]);
      expect(reply).toMatch(/哪个设备|Which device/);
    }
  });
});

describe("follow-up questions", () => {
  it("repeat what was asked for another room", async () => {
    const { say } = home();
    expect((await say("客厅有几盏灯开着")).reply).toBe("1 个开着。");
    expect((await say("厨房呢")).reply).toBe("1 个开着。");
    expect((await say("主卧呢？")).reply).toBe("0 个开着。");
  });

  it("repeat what was done for things of the same kind only", async () => {
    expect((await talk("打开客厅灯", "主卧呢")).at(-1)).toEqual(["master_light.on=true"]);
    expect(
      (await talk("turn off the reading lamp", "what about the kitchen light")).at(-1),
    ).toEqual(["kitchen_light.on=false"]);
  });
});

describe("answers to asking back", () => {
  it.each([
    ["开灯", "厨房的", ["kitchen_light.on=true"]],
    ["开灯", "第二个", ["reading.on=true"]],
    ["打开空调", "都开", ["living_ac.on=true", "master_ac.on=true"]],
    ["打开空调", "客厅空调", ["living_ac.on=true"]],
    ["turn on the AC", "the master bedroom one", ["master_ac.on=true"]],
    ["turn on the light", "the first one", ["living_light.on=true"]],
    ["turn on the AC", "both", ["living_ac.on=true", "master_ac.on=true"]],
  ])("%s → %s", async (question, answer, expected) => {
    expect((await talk(question, answer)).at(-1)).toEqual(expected);
  });

  it("an answer that was not offered moves nothing", async () => {
    expect((await talk("打开空调", "厨房的")).at(-1)).toEqual([]);
    expect((await talk("打开空调", "第五个")).at(-1)).toEqual([]);
  });

  it("asks for the room, then answers for it", async () => {
    const { say } = home();
    expect((await say("卧室几度？")).reply).toBe("你说的是哪个房间：主卧还是次卧？");
    expect((await say("主卧")).reply).toBe("主卧温湿度计的温度是 22.1°C。");
  });
});

describe("memory", () => {
  it("fades after five minutes", async () => {
    const { say, clock } = home();
    await say("打开客厅灯");
    clock.advance(CONVERSATION_MS - 1);
    expect(moves(await say("关掉它"))).toEqual(["living_light.on=false"]);
    clock.advance(CONVERSATION_MS + 1);
    expect(moves(await say("把它打开"))).toEqual([]);
  });

  it("belongs to its conversation", async () => {
    const { say } = home();
    await say("打开客厅灯", "phone/anna");
    expect(moves(await say("关掉它", "phone/ben"))).toEqual([]);
    expect(moves(await say("关掉它", "phone/anna"))).toEqual(["living_light.on=false"]);
  });

  it("holds a bounded number of conversations, the newest ones", () => {
    const conversations = new Conversations(standingClock());
    for (let index = 0; index < CONVERSATIONS_MAX + 50; index += 1) {
      conversations.remember(`c${index}`, {
        devices: [`d${index}`],
        meaning: undefined,
        pending: undefined,
      });
    }
    expect(conversations.size).toBe(CONVERSATIONS_MAX);
    expect(conversations.recall("c0").devices).toEqual([]);
    expect(conversations.recall(`c${CONVERSATIONS_MAX + 49}`).devices).toEqual([
      `d${CONVERSATIONS_MAX + 49}`,
    ]);
  });
});
