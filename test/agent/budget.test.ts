/** The budget: how tokens are guessed and divided, and what a request that outgrows them meets. */
import { expect, test } from "vitest";
import {
  type Budget,
  budgetSettings,
  contextWindowOf,
  estimateMessages,
  estimateTokens,
  estimateTools,
  OverflowGuard,
  type RequestTokens,
  splitBudget,
} from "#agent";
import { seededRandom, silentLogger } from "#base";
import { historyState } from "../support/history-state.ts";
import { tempDir } from "../support/temp-dir.ts";

const signal = new AbortController().signal;
const untuned = { utilizationPercent: 80, targetTokensMax: 0, memoryPercent: 0 };

test.each([
  ["", 0],
  ["hello", 1],
  ["turn on the light", 4],
  ["internationalization", 4],
  ["客厅的灯", 4],
  ["把客厅灯调到30%", 9],
  ["25.5°C", 5],
  ["a\n\n\nb", 3],
  ["   ", 1],
  ['{"on":true}', 5],
  ["💡", 3],
  ["Включи", 3],
])("%j is about %i tokens", (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

/** Counted once by the real tokenizers: [text, o200k_base, Qwen 2.5]. */
const COUNTED = [
  ["今天北京的天气怎么样？需要带伞吗？明天早上八点提醒我给阳台的茉莉花浇水。", 32, 25],
  ["Turn the living room lights down to thirty percent and remind me in ten minutes.", 16, 16],
  ['{"targets":["sim.living_light"],"capability":"brightness","value":204}', 18, 18],
] as const;

test.each(COUNTED)("the guess for %j is near what tokenizers say", (text, ...counts) => {
  for (const count of counts) {
    expect(estimateTokens(text) / count).toBeGreaterThan(0.9);
    expect(estimateTokens(text) / count).toBeLessThan(1.8);
  }
});

test("calls, results and schemas count; each message has its overhead", () => {
  const content = "客厅的灯";
  expect(estimateMessages([{ role: "user", content }])).toBe(8);
  const call = { id: "c_1", name: "device_query", arguments: { area: "living" } };
  const calling = estimateMessages([{ role: "assistant", content: "", toolCalls: [call] }]);
  expect(calling).toBeGreaterThan(12);
  expect(
    estimateMessages([{ role: "assistant", content: "", reasoning: content, toolCalls: [call] }]),
  ).toBe(calling + 4);
  const parameters = { type: "object", properties: { area: { type: "string" } } };
  const short = estimateTools([{ name: "a", description: "b", parameters }]);
  const long = estimateTools([{ name: "a", description: "b".repeat(600), parameters }]);
  expect([short > 10, long - short]).toEqual([true, 99]);
});

test("an unknown window is 32 768, four fifths are aimed at, a third of the rest is memory's", () => {
  expect(splitBudget(0, 2_000, untuned)).toEqual({
    target: 26_214,
    fixed: 2_000,
    memory: 8_071,
    context: 16_143,
    limit: 32_767,
  });
});

test("the target is capped at 600 000 unless told otherwise", () => {
  const targetOf = (targetTokensMax: number, utilizationPercent = 80) =>
    splitBudget(2_000_000, 0, { ...untuned, targetTokensMax, utilizationPercent }).target;
  expect([targetOf(0), targetOf(-1), targetOf(1_000), targetOf(-1, 100)]).toEqual([
    600_000, 1_600_000, 1_000, 2_000_000,
  ]);
});

test("whatever the window, the prompt and the settings: the shares are the target, to the token", () => {
  const random = seededRandom(71);
  const upTo = (max: number) => Math.floor(random.next() * (max + 1));
  for (let round = 0; round < 5_000; round += 1) {
    const contextWindow = upTo(round % 2 === 0 ? 5_000 : 2_000_000);
    const settings = {
      utilizationPercent: 10 + upTo(90),
      targetTokensMax: upTo(3) - 1 || upTo(100_000),
      memoryPercent: upTo(100),
    };
    const prompt = upTo(40_000);
    const budget = splitBudget(contextWindow, prompt, settings);
    const { target, fixed, memory, context, limit } = budget;
    const at = JSON.stringify({ contextWindow, prompt, settings, budget });
    expect(fixed + memory + context, at).toBe(target);
    expect(Math.min(fixed, memory, context), at).toBeGreaterThanOrEqual(0);
    expect(Math.max(target, limit), at).toBeLessThanOrEqual(contextWindow || 32_768);
    expect(Number.isInteger(memory) && Number.isInteger(context), at).toBe(true);
  }
});

test("each setting changes the shares; the defaults are the untuned ones", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  const { config } = opened;
  const budget = () => splitBudget(100_000, 1_000, budgetSettings(config));
  expect(budget()).toEqual(splitBudget(100_000, 1_000, untuned));
  config.set("core.agent.utilization_percent", 50);
  expect(budget().target).toBe(50_000);
  config.set("core.agent.max_target_tokens", 20_000);
  expect(budget().target).toBe(20_000);
  config.set("core.agent.memory_ratio_percent", 10);
  expect(budget()).toMatchObject({ memory: 1_900, context: 17_100 });
  expect(() => config.set("core.agent.max_target_tokens", -2)).toThrow("from -1");
});

test("the window is that of the source that would be asked first", async () => {
  using dir = tempDir();
  await using opened = historyState(dir.path);
  const { config, providers, state } = opened;
  const windowNow = () => contextWindowOf(state.models, config);
  expect(windowNow()).toBe(0);
  config.set("core.llm.sources.main.context_window", 8_192);
  config.set("core.llm.sources.other.context_window", 4_096);
  expect(windowNow()).toBe(8_192);
  providers[0] = { name: "main", state: "off", lastError: "401" };
  providers.push({ name: "other", state: "probing", lastError: null });
  expect(windowNow()).toBe(4_096);
  providers.splice(0, 2, { name: "intents", state: "ready", lastError: null });
  expect(windowNow()).toBe(0);
});

const budget: Budget = { target: 100, fixed: 20, memory: 26, context: 54, limit: 125 };

/** A request whose context can be brought down to `least`. */
function request(tokens: RequestTokens, least = 0) {
  const wanted: number[] = [];
  let { context } = tokens;
  return {
    wanted,
    measure: () => ({ ...tokens, context }),
    async shrink(tokensMax: number) {
      wanted.push(tokensMax);
      const before = context;
      context = Math.min(context, Math.max(least, tokensMax));
      return before - context;
    },
  };
}

test("up to a quarter above the target nothing happens; above, the context makes room", async () => {
  const guard = new OverflowGuard("t_1", silentLogger);
  const within = request({ fixed: 20, context: 80, turn: 25 });
  await guard.ensure(budget, within, signal);
  expect([within.wanted, guard.recoveries]).toEqual([[], 0]);
  const above = request({ fixed: 20, context: 81, turn: 25 });
  await guard.ensure(budget, above, signal);
  expect([above.wanted, above.measure().context, guard.recoveries]).toEqual([[55], 55, 1]);
});

test("where nothing is left to prune the turn ends, and says what took the room", async () => {
  const guard = new OverflowGuard("t_1", silentLogger);
  const full = request({ fixed: 20, context: 30, turn: 90 }, 30);
  await expect(guard.ensure(budget, full, signal)).rejects.toMatchObject({
    code: "CONTEXT_OVERFLOW",
    message:
      "turn t_1 needs about 140 tokens (prompt and tools 20, earlier talk 30, this turn 90), " +
      "the model takes 125; nothing is left to prune",
    hint: expect.stringContaining("context_window"),
  });
});

test("a turn is saved twice, not more", async () => {
  const guard = new OverflowGuard("t_1", silentLogger);
  const growing = request({ fixed: 20, context: 100, turn: 40 });
  await guard.ensure(budget, growing, signal);
  await guard.full(budget, growing, signal);
  expect(growing.wanted).toEqual([40, 20]);
  await expect(guard.full(budget, growing, signal)).rejects.toMatchObject({
    code: "CONTEXT_OVERFLOW",
    message: expect.stringContaining("after 2 recoveries"),
  });
  const other = new OverflowGuard("t_2", silentLogger);
  await other.full(budget, growing, signal);
  expect(other.recoveries).toBe(1);
});
