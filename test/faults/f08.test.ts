/**
 * F08: context grew to seven times the window. The budget follows the model's window: at 1.25 times it
 * is pruned at once; where nothing is left to prune the turn ends with a clear error, after at most
 * two recoveries.
 */
import { expect, test } from "vitest";
import { estimateMessages, openHistory, type TurnInput } from "#agent";
import type { ContextEvent } from "#contract";
import { owner } from "../support/agent-state.ts";
import { fate, input } from "../support/gated-agent.ts";
import { type HistoryState, historyState } from "../support/history-state.ts";
import { person } from "../support/memory.ts";
import { type ModelAgent, modelAgent } from "../support/model-agent.ts";
import {
  type ReceivedRequest,
  startScriptedOpenAi,
  statusReply,
  textReply,
} from "../support/scripted-openai.ts";
import { tempDir } from "../support/temp-dir.ts";

const signal = new AbortController().signal;
const ann = person("ann");
const WINDOW = 4_000;

const turnOf = (turnId: string, text: string): TurnInput => ({
  turnId,
  text,
  input: { text, channel: "phone", principal: ann, origin: "person", cause: [] },
  noMemory: false,
});
async function talk(opened: HistoryState, turns: number, words: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const text = `${turn} ${"word ".repeat(words)}`;
    const history = await openHistory(opened.state, turnOf(`t_${turn}`, text), signal);
    history.close({ reply: text, messages: [], noMemory: false });
  }
}
async function remembered(opened: HistoryState): Promise<readonly ContextEvent[]> {
  const request = { principal: ann, channel: "phone", text: "" };
  return (await opened.memory.context.window(request, signal)).events;
}

test("thirty long turns on a small window: every request fits, and nothing is lost", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  opened.config.set("core.llm.sources.main.context_window", WINDOW);
  const shares = { fixed: 500, turn: 300 };
  for (let turn = 0; turn < 30; turn += 1) {
    const text = `${turn} ${"word ".repeat(150)}`;
    const history = await openHistory(opened.state, turnOf(`t_${turn}`, text), signal);
    const messages = await history.messages(shares, signal);
    expect(shares.fixed + shares.turn + estimateMessages(messages)).toBeLessThanOrEqual(WINDOW);
    history.close({ reply: text, messages: [], noMemory: false });
  }
  const kept = await remembered(opened);
  const archived = opened.memory.documents.list(ann, { fromMs: 0, toMs: opened.clock.now() });
  expect(kept.length).toBeGreaterThanOrEqual(10);
  expect(archived.length).toBeGreaterThan(0);
  expect(kept.length + archived.length).toBe(60);
});

test("the budget follows the model: the same talk is untouched where the window is large", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  opened.config.set("core.llm.sources.main.context_window", 100_000);
  await talk(opened, 10, 150);
  const shares = { fixed: 500, turn: 300 };
  const large = await openHistory(opened.state, turnOf("t_l", "hello"), signal);
  expect(await large.messages(shares, signal)).toHaveLength(20);
  opened.config.set("core.llm.sources.main.context_window", WINDOW);
  const small = await openHistory(opened.state, turnOf("t_s", "hello"), signal);
  const messages = await small.messages(shares, signal);
  expect(estimateMessages(messages)).toBeLessThanOrEqual(WINDOW - 800);
  expect(messages.at(-1)).toMatchObject({
    role: "system",
    content: expect.stringContaining("archived"),
  });
});

test("a short question after long ones is still answered: the newest stay, and are shown shortened", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  opened.config.set("core.llm.sources.main.context_window", WINDOW);
  await talk(opened, 5, 2_000);
  const history = await openHistory(opened.state, turnOf("t_x", "开灯"), signal);
  const messages = await history.messages({ fixed: 500, turn: 20 }, signal);
  expect(estimateMessages(messages) + 520).toBeLessThanOrEqual(WINDOW);
  expect(messages.some(({ content }) => content.startsWith("4 word"))).toBe(true);
  const kept = await remembered(opened);
  expect(kept.filter(({ response }) => response.length > 9_000).length).toBeGreaterThanOrEqual(4);
});

test("where the turn itself is too much, it ends with an error that says so; the next one is well", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  opened.config.set("core.llm.sources.main.context_window", WINDOW);
  await talk(opened, 3, 100);
  const history = await openHistory(opened.state, turnOf("t_x", "x"), signal);
  await expect(history.messages({ fixed: 500, turn: 9_000 }, signal)).rejects.toMatchObject({
    code: "CONTEXT_OVERFLOW",
    message: expect.stringContaining("this turn 9000"),
  });
  const next = await openHistory(opened.state, turnOf("t_y", "y"), signal);
  expect(await next.messages({ fixed: 500, turn: 20 }, signal)).not.toEqual([]);
});

test("a turn that grows and grows is saved twice and then ended", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  opened.config.set("core.llm.sources.main.context_window", WINDOW);
  await talk(opened, 12, 60);
  const history = await openHistory(opened.state, turnOf("t_x", "x"), signal);
  const seen: number[] = [];
  const grow = async () => {
    for (let turn = 20; ; turn += 200) {
      await history.messages({ fixed: 500, turn }, signal);
      seen.push(turn);
    }
  };
  await expect(grow()).rejects.toMatchObject({ code: "CONTEXT_OVERFLOW" });
  expect(seen.at(-1)).toBeGreaterThan(2_000);
  const told = opened.records.filter(({ event }) => event === "turn.context_overflow");
  expect(told.length).toBeLessThanOrEqual(2);
});

test("a provider whose window is full after all is given less, twice at most", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  await talk(opened, 8, 100);
  const shares = { fixed: 500, turn: 20 };
  const history = await openHistory(opened.state, turnOf("t_x", "x"), signal);
  const sizes = [estimateMessages(await history.messages(shares, signal))];
  for (let time = 0; time < 2; time += 1) {
    await history.makeRoom(shares, signal);
    sizes.push(estimateMessages(await history.messages(shares, signal)));
  }
  const [first = 0, second = 0, third = 0] = sizes;
  expect(second).toBeLessThanOrEqual(first / 2);
  expect(third).toBeLessThanOrEqual(second / 2);
  await expect(history.makeRoom(shares, signal)).rejects.toMatchObject({
    code: "CONTEXT_OVERFLOW",
  });
});

const full = statusReply(400, {
  error: { message: "too many tokens", code: "context_length_exceeded" },
});
const sizeOf = ({ body }: ReceivedRequest) => JSON.stringify(body["messages"]).length;

/** Long turns, which the last resort answers. */
async function sayLong({ agent }: ModelAgent, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await agent.submit(input(`${turn} ${"word ".repeat(200)}`), signal);
  }
}

test("a source that says that it is full is asked again with less, and answers; nothing is lost", async () => {
  await using server = await startScriptedOpenAi(full, full, textReply("好"));
  const hub = modelAgent();
  await sayLong(hub, 8);
  hub.bench.add("main", server.url);
  const reply = await hub.agent.submit(input("你还记得吗"), signal);
  expect(reply).toMatchObject({ reply: "好", provider: "main" });
  const [first = 0, second = 0, third = 0] = server.requests.map(sizeOf);
  expect(second).toBeLessThan(first);
  expect(third).toBeLessThan(second);
  for (const { body } of server.requests) {
    const said = (body["messages"] as { content: string }[]).at(-1)?.content;
    expect(said?.endsWith("你还记得吗")).toBe(true);
  }
  const window = { principal: owner, channel: "cli", text: "" };
  const kept = (await hub.state.context.window(window, signal)).events.length;
  expect(kept + hub.state.documents.count(owner)).toBe(18);
  expect(hub.bench.models.status()[0]).toEqual({ name: "main", state: "ready", lastError: null });
});

test("a window that is full after two recoveries ends the turn, and the last resort hides nothing", async () => {
  await using server = await startScriptedOpenAi(full, full, full);
  const hub = modelAgent();
  await sayLong(hub, 8);
  hub.bench.add("main", server.url);
  await expect(hub.agent.submit(input("开灯"), signal)).rejects.toMatchObject({
    code: "CONTEXT_OVERFLOW",
    message: expect.stringContaining("after 2 recoveries"),
  });
  expect(server.requests).toHaveLength(3);
  // The turn is over, the hub is not.
  server.script(textReply("在"));
  expect(await fate(hub.agent.submit(input("在吗"), signal))).toBe("在");
});
