/**
 * F10: NoMemory dropped whole turns, and a cleaner altered stored text. Both touch only what is
 * derived: such a turn is remembered, shown and archived to the letter.
 */
import { expect, test } from "vitest";
import { openHistory, type TurnInput } from "#agent";
import type { Embedding } from "#kernel/state";
import { historyState } from "../support/history-state.ts";
import { openMemory, person } from "../support/memory.ts";
import { tempDir } from "../support/temp-dir.ts";

const signal = new AbortController().signal;
const ann = person("ann");
const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
const request = { principal: ann, channel: "phone", text: "x" };

const turnOf = (turnId: string, text: string, more: Partial<TurnInput> = {}): TurnInput => ({
  turnId,
  text,
  input: { text, channel: "phone", principal: ann, origin: "person", cause: [] },
  noMemory: false,
  ...more,
});

test("a turn without memory is part of the conversation, word by word", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  const first = await openHistory(
    opened.state,
    turnOf("t_1", "  门锁密码是  1234\n", { noMemory: true }),
    signal,
  );
  first.close({ reply: "记下了：1234。", messages: [], noMemory: true });
  const second = await openHistory(opened.state, turnOf("t_2", "刚才说的是什么"), signal);
  expect(await second.messages({ fixed: 100, turn: 10 }, signal)).toEqual([
    { role: "user", content: "  门锁密码是  1234\n" },
    { role: "assistant", content: "记下了：1234。", toolCalls: [] },
  ]);
  const { events } = await opened.memory.context.window(request, signal);
  expect(events.map(({ noMemory }) => noMemory)).toEqual([true, true, false]);
});

test("a cleaner's text is kept beside the original, for events and for results", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  const turn = turnOf("t_1", "【模板】开灯【/模板】", { derivedText: "开灯" });
  const first = await openHistory(opened.state, turn, signal);
  first.close({
    reply: "<b>好</b>",
    messages: [
      { role: "assistant", content: "", toolCalls: [{ id: "c_1", name: "a", arguments: {} }] },
      { role: "tool", callId: "c_1", name: "a", outcome: "ok", content: "<html>25</html>" },
    ],
    noMemory: false,
    derivedText: "好",
    derivedResults: new Map([["c_1", "25"]]),
  });
  const { events } = await opened.memory.context.window(request, signal);
  expect(events).toMatchObject([
    { input: "【模板】开灯【/模板】", derivedText: "开灯" },
    {
      response: "<b>好</b>",
      derivedText: "好",
      toolResults: [{ content: "<html>25</html>", derived: "25" }],
    },
  ]);
});

test("vectors are made of the cleaned text, and of nothing where nothing is to be remembered", async () => {
  using dir = tempDir();
  const seen: string[] = [];
  const embedding: Embedding = {
    info: () => ({ fingerprint: "spy", dimension: 1, modalities: ["text"] }),
    async embed(texts, purpose) {
      if (purpose === "document") seen.push(...texts);
      return texts.map(() => ({ kind: "dense", space: "spy", values: Float32Array.of(1) }));
    },
  };
  await using memory = openMemory(dir.path, { topK: 2, protectedCount: 1, embedding });
  const add = (input: string, noMemory: boolean, derivedText: string | null) =>
    memory.context.append({
      source: "user",
      channel: "phone",
      personId: "ann",
      input,
      noMemory,
      derivedText,
    });
  await add("secret", true, "even cleaned");
  await add("<p>raw</p>", false, "clean");
  await add("plain", false, null);
  await memory.context.window(request, signal);
  expect(seen).toEqual(["", "clean", "plain"]);
});

test("such events are archived to the letter, with their marks", async () => {
  using dir = tempDir();
  await using memory = openMemory(dir.path, { topK: 1, protectedCount: 1 });
  const secret = await memory.context.append({
    source: "user",
    channel: "phone",
    personId: "ann",
    input: "  a secret ",
    noMemory: true,
    derivedText: "other",
  });
  await memory.context.append({ source: "user", channel: "phone", personId: "ann", input: "b" });
  await memory.context.window(request, signal);
  expect(memory.documents.list(ann, all).map(({ event }) => event)).toEqual([secret]);
});
