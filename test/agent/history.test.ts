/** What a turn is given of its conversation, and what its conversation is given of the turn. */
import { expect, test } from "vitest";
import {
  estimateMessages,
  eventMessages,
  eventTokens,
  openHistory,
  type TurnInput,
  windowMessages,
} from "#agent";
import { seededRandom } from "#base";
import { CONTEXT_SOURCES, type ContextEvent, type Message } from "#contract";
import type { Input } from "#kernel/state";
import { type HistoryState, historyState } from "../support/history-state.ts";
import { person } from "../support/memory.ts";
import { tempDir } from "../support/temp-dir.ts";

const signal = new AbortController().signal;
const ann = person("ann");
const shares = { fixed: 500, turn: 100 };

function turnOf(turnId: string, text: string, input: Partial<Input> = {}): TurnInput {
  const from = { channel: "phone", principal: ann, origin: "person", cause: [], ...input } as const;
  return { turnId, text, input: { text, ...from }, noMemory: false };
}
async function say(opened: HistoryState, turnId: string, text: string, reply: string) {
  const history = await openHistory(opened.state, turnOf(turnId, text), signal);
  history.close({ reply, messages: [{ role: "user", content: text }], noMemory: false });
}
const contents = (messages: readonly Message[]) =>
  messages.map(({ role, content }) => `${role}: ${content}`);

test("a turn sees what was said before it, not itself, with calls and results in their pairs", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  const first = await openHistory(opened.state, turnOf("t_1", "开客厅灯"), signal);
  expect(await first.messages(shares, signal)).toEqual([]);
  const call = { id: "c_1", name: "device_command", arguments: { targets: ["a"], value: true } };
  first.close({
    reply: "好的，灯开了。",
    messages: [
      { role: "user", content: "开客厅灯" },
      { role: "assistant", content: "我来开", toolCalls: [call] },
      {
        role: "tool",
        callId: "c_1",
        name: "device_command",
        outcome: "ok",
        content: "ok",
        data: 1,
      },
    ],
    noMemory: false,
  });
  const second = await openHistory(opened.state, turnOf("t_2", "调暗一点"), signal);
  expect(await second.messages(shares, signal)).toEqual([
    { role: "user", content: "开客厅灯" },
    { role: "assistant", content: "", toolCalls: [call] },
    { role: "tool", callId: "c_1", name: "device_command", outcome: "ok", content: "ok" },
    { role: "assistant", content: "好的，灯开了。", toolCalls: [] },
  ]);
});

test("what is older than five minutes is told from the present talk", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  await say(opened, "t_1", "开卧室灯", "开了");
  opened.clock.advance(5 * 60_000 + 1);
  await say(opened, "t_2", "几点了", "八点");
  opened.clock.advance(5 * 60_000);
  const third = await openHistory(opened.state, turnOf("t_3", "关掉它"), signal);
  const note = expect.stringMatching(/^system: The messages above are from earlier/);
  expect(contents(await third.messages(shares, signal))).toEqual([
    "user: 开卧室灯",
    "assistant: 开了",
    note,
    "user: 几点了",
    "assistant: 八点",
  ]);
  third.close({ reply: "", messages: [], noMemory: false });
  opened.clock.advance(3_600_000);
  const fourth = await openHistory(opened.state, turnOf("t_4", "关掉它"), signal);
  expect(contents(await fourth.messages(shares, signal)).at(-1)).toEqual(note);
});

test("a person's words are marked by nobody, a plugin's and a timer's are, whatever the channel is called", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  const ways: Partial<Input>[] = [
    { origin: "person" },
    { origin: "timer" },
    { origin: "plugin", channel: "rss" },
    { origin: "plugin", channel: "user" },
    { origin: "agent", channel: "agent" },
  ];
  const sources: unknown[] = [];
  for (const [index, way] of ways.entries()) {
    const turn = turnOf(`t_${index}`, "text", way);
    await openHistory(opened.state, turn, signal);
    const request = { principal: ann, channel: turn.input.channel, text: "" };
    const { events } = await opened.memory.context.window(request, signal);
    const event = events.at(-1);
    sources.push([event?.source, contents(eventMessages(event as ContextEvent))]);
  }
  expect(sources).toEqual([
    ["user", ["user: text"]],
    ["timer", ["user: [timer] text"]],
    ["rss", ["user: [rss] text"]],
    ["plugin", ["user: [plugin] text"]],
    ["plugin", ["user: [plugin] text"]],
  ]);
});

test("pictures leave their trace in the messages, so that no turn is empty", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  const media = [{ digest: "ab".repeat(32), kind: "image" as const, mime: "image/png" }];
  await openHistory(opened.state, { ...turnOf("t_1", ""), media }, signal);
  const next = await openHistory(opened.state, turnOf("t_2", "这是什么"), signal);
  expect(contents(await next.messages(shares, signal))).toEqual(["user: [image abababababab]"]);
});

test("what is said into a turn is remembered with it", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  const first = await openHistory(opened.state, turnOf("t_1", "开灯"), signal);
  const { turnId: _turnId, ...said } = turnOf("t_1", "不，关灯");
  first.hear(said);
  expect(await first.messages(shares, signal)).toEqual([]);
  const second = await openHistory(opened.state, turnOf("t_2", "好"), signal);
  expect(contents(await second.messages(shares, signal))).toEqual(["user: 开灯", "user: 不，关灯"]);
});

test("enormous answers and results are cut, and say so, rather than lost", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  const first = await openHistory(opened.state, turnOf("t_1", "读文件"), signal);
  const huge = "长".repeat(200_000);
  const calls = ["c_1", "c_2"].map((id) => ({ id, name: "files_read", arguments: { text: huge } }));
  first.close({
    reply: huge,
    messages: [
      { role: "assistant", content: "", toolCalls: calls },
      { role: "tool", callId: "c_1", name: "files_read", outcome: "ok", content: huge },
      { role: "tool", callId: "c_2", name: "files_read", outcome: "ok", content: huge },
    ],
    noMemory: false,
  });
  const request = { principal: ann, channel: "phone", text: "" };
  const { events } = await opened.memory.context.window(request, signal);
  expect(events).toHaveLength(2);
  const { response, toolResults, toolsUsed } = events[1] as ContextEvent;
  expect(response.endsWith("[cut: 136000 more characters]")).toBe(true);
  expect(toolsUsed).toEqual(["files_read"]);
  expect(toolResults.map(({ callId, content }) => [callId, content.length < 65_000])).toEqual([
    ["c_1", true],
    ["c_2", true],
  ]);
  opened.memory.store.flush();
  expect(opened.memory.store.get("SELECT count(*) AS n FROM context_events")).toEqual({ n: 2 });
});

test("a write that the disk refuses is told, and the turn goes on", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  const { store } = opened.memory;
  store.run(
    "CREATE TRIGGER full BEFORE INSERT ON context_events BEGIN SELECT raise(FAIL, 'full'); END",
  );
  const history = await openHistory(opened.state, turnOf("t_1", "开灯"), signal);
  expect(await history.messages(shares, signal)).toEqual([]);
  store.flush();
  await expect
    .poll(() => opened.records.map(({ event }) => event))
    .toContain("turn.not_remembered");
});

test("shortened to any size: never above it, in order, the newest there for longest", () => {
  const random = seededRandom(5);
  const upTo = (max: number) => Math.floor(random.next() * (max + 1));
  for (let round = 0; round < 300; round += 1) {
    const events = Array.from({ length: 1 + upTo(12) }, (_, index): ContextEvent => {
      const isAnswer = random.next() < 0.5;
      const text = `#${index}# ${random.next() < 0.5 ? "灯".repeat(upTo(900)) : "light ".repeat(upTo(400))}`;
      return {
        id: `e_${index}`,
        at: index * 1_000,
        source: isAnswer ? CONTEXT_SOURCES.agent : CONTEXT_SOURCES.person,
        channel: "phone",
        personId: "ann",
        turnId: `t_${index}`,
        input: isAnswer ? "" : text,
        response: isAnswer ? text : "",
        toolsUsed: [],
        toolResults: isAnswer
          ? [{ callId: `c_${index}`, name: "a", outcome: "ok", content: "x ".repeat(upTo(500)) }]
          : [],
        media: [],
        noMemory: false,
        derivedText: null,
      };
    });
    const whole = events.reduce((sum, event) => sum + eventTokens(event), 0);
    const now = random.next() < 0.5 ? 20_000 : 10_000_000;
    const tokensMax = upTo(whole + 50);
    const messages = windowMessages(events, now, tokensMax);
    const at = JSON.stringify({ round, tokensMax, sizes: events.map(eventTokens) });
    expect(estimateMessages(messages), at).toBeLessThanOrEqual(tokensMax);
    const shown = messages.flatMap(({ content }) => /#(\d+)#/.exec(content)?.[1] ?? []).map(Number);
    expect(shown, at).toEqual(shown.toSorted((a, b) => a - b));
    if (tokensMax >= 200) expect(shown, at).toContain(events.length - 1);
    expect(windowMessages(events, now, Number.POSITIVE_INFINITY).length).toBeGreaterThanOrEqual(
      messages.length,
    );
  }
});
