/** The provider's side of a turn: tool calls in the first round, words for what became of them after. */
import { describe, expect, it } from "vitest";
import type { CompletionChunk, CompletionRequest, Message } from "#contract";
import { home } from "./turn.ts";

const request = (
  messages: readonly Message[],
  extra: Partial<CompletionRequest> = {},
): CompletionRequest => ({
  turnId: "t_1",
  round: 0,
  conversation: "phone/owner",
  messages,
  tools: [],
  ...extra,
});

async function chunks(
  provider: ReturnType<typeof home>["provider"],
  asked: CompletionRequest,
): Promise<CompletionChunk[]> {
  const all: CompletionChunk[] = [];
  for await (const chunk of provider.complete(asked, new AbortController().signal)) all.push(chunk);
  return all;
}

describe("what was done", () => {
  it.each([
    ["把客厅灯调到三成", "好的，客厅主灯调到 30%。"],
    ["set the living room main light to 30%", "OK, living room main light set to 30%."],
    ["阅读灯调到30%", "好的，阅读灯调到 30%。"],
    ["打開廚房燈", "好的，厨房灯打開了。"],
    ["打开客厅灯然后关上客厅窗帘", "好的，客厅主灯打开了，客厅窗帘关上了。"],
    ["关灯", "好的，灯都关了。"],
    ["客厅空调调到二十六度半", "好的，客厅空调调到 26.5°C。"],
    ["make the reading lamp green", "OK, reading lamp set to green."],
    ["解锁大门", "好的，大门门锁解锁了。"],
    ["5分钟后关灯", "好的，5 分钟后关灯。"],
  ])("%s → %s", async (text, reply) => {
    expect((await home().say(text)).reply).toBe(reply);
  });

  it("says what is not confirmed and what failed, and why", async () => {
    const command = (id: string) =>
      id === "flat.reading"
        ? { outcome: "failed", message: "lamp does not answer." }
        : id === "flat.kitchen_light"
          ? { outcome: "unconfirmed" }
          : undefined;
    expect((await home({ command }).say("关掉客厅和厨房的灯")).reply).toBe(
      "好的，客厅主灯关了；厨房灯已收到指令，但还没有确认，阅读灯没有成功：lamp does not answer。",
    );
    expect((await home({ command }).say("turn off the reading lamp")).reply).toBe(
      "Reading lamp failed: lamp does not answer.",
    );
  });

  it("never claims success for what was denied, timed out or refused", async () => {
    expect((await home({ outcome: "denied" }).say("打开大门")).reply).toBe(
      "你没有控制大门门锁的权限。",
    );
    expect((await home({ outcome: "denied" }).say("主卧几度")).reply).toBe(
      "你没有查看这些设备的权限。",
    );
    expect((await home({ outcome: "timeout" }).say("打开客厅灯")).reply).toBe(
      "客厅主灯没有成功：设备没有回应。",
    );
    expect((await home({ outcome: "failed" }).say("定时五分钟")).reply).toBe(
      "没有成功：原因不明。",
    );
  });
});

describe("what was asked", () => {
  it.each([
    ["哪些灯还开着？", "客厅主灯和厨房灯开着。"],
    ["哪些燈開著？", "客厅主灯和厨房灯開著。"],
    ["所有灯都关着吗", "没有，客厅主灯和厨房灯没关。"],
    ["how many lights are on", "2 are on."],
    ["are any lights on upstairs", "No, none of the lights is on."],
    ["is the front door locked?", "Yes, front door is locked."],
    ["大门开着吗", "没有，大门门磁显示关着。"],
    ["客厅窗帘开着吗", "是的，客厅窗帘开着。"],
    ["玄关有人吗", "是的，玄关人体传感器检测到有人。"],
    ["主卧几度", "主卧温湿度计的温度是 22.1°C。"],
    ["客厅空调几度", "客厅空调的温度是 27.5°C（设定 26°C）。"],
    ["客厅湿度多少", "客厅温湿度计的湿度是 48%。"],
    ["what's the brightness of the reading lamp", "The brightness of reading lamp is 50%."],
    ["大门门锁还有多少电", "大门门锁的电量是 87%。"],
    ["现在几点", "现在是18:00。"],
    ["what's the date", "Today is Monday, November 30, 2026."],
    ["谢谢", "不客气。"],
    ["never mind", "OK."],
  ])("%s → %s", async (text, reply) => {
    expect((await home().say(text)).reply).toBe(reply);
  });
});

describe("the stream", () => {
  it("yields whole calls with ids of their own and a reason to end", async () => {
    const { provider } = home();
    const got = await chunks(
      provider,
      request([{ role: "user", content: "打开客厅灯，主卧几度" }]),
    );
    expect(got).toEqual([
      {
        kind: "tool_call",
        call: {
          id: "t_1.i1",
          name: "device_command",
          arguments: { targets: ["flat.living_light"], capability: "on", value: true },
        },
      },
      {
        kind: "tool_call",
        call: {
          id: "t_1.i2",
          name: "device_query",
          arguments: { targets: ["flat.master_sensor"] },
        },
      },
      { kind: "finish", reason: "tool_calls", usage: null },
    ]);
  });

  it("reads the last thing the person said, not what stands before or after it", async () => {
    const { provider } = home();
    const got = await chunks(
      provider,
      request([
        { role: "user", content: "打开厨房灯" },
        { role: "assistant", content: "好的", toolCalls: [] },
        { role: "user", content: "你好" },
        { role: "system", content: "打开客厅灯" },
      ]),
    );
    expect(got.map(({ kind }) => kind)).toEqual(["text", "finish"]);
  });

  it("asks for no tool that is not offered", async () => {
    const tools = [{ name: "device_query", description: "", parameters: {} }];
    expect(await home({ tools }).say("打开客厅灯")).toEqual({
      reply: "这件事现在不能做。",
      calls: [],
    });
  });

  it("puts plain words to the tools of a model that failed before it", async () => {
    const { provider } = home();
    const result = (outcome: string, content: string): Message => ({
      role: "tool",
      callId: "x",
      name: "web",
      outcome,
      content,
    });
    const say = async (message: Message) =>
      (
        await chunks(
          provider,
          request(
            [
              { role: "user", content: "查一下" },
              { role: "assistant", content: "", toolCalls: [] },
              message,
            ],
            { round: 1 },
          ),
        )
      )
        .map((chunk) => (chunk.kind === "text" ? chunk.text : ""))
        .join("");
    expect(await say(result("failed", "no network"))).toBe("没有成功：no network。");
    expect(await say(result("ok", "{}"))).toBe("好的。");
  });

  it("is the last of every chain", () => {
    const { provider } = home();
    expect([provider.name, provider.priority]).toEqual(["intents", Number.POSITIVE_INFINITY]);
  });

  it("stops when it was stopped before it began", async () => {
    const { provider } = home();
    const stream = provider.complete(
      request([{ role: "user", content: "打开客厅灯" }]),
      AbortSignal.abort(new Error("stop")),
    );
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow("stop");
  });
});
