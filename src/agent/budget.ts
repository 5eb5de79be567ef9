/** The budget of a turn's request: how many tokens each part may have, and what happens above (F08). */
import { type Logger, OperationalError } from "#base";
import type { Config, ConfigDefinition, Models } from "#kernel/state";

/** A model's window where nobody said how large it is. */
export const CONTEXT_WINDOW_DEFAULT = 32_768;
/** More than this is not aimed at, whatever the window: long prompts cost time and money. */
export const TARGET_TOKENS_MAX = 600_000;
/** A request may grow to this many times its target before it is made smaller. */
const OVERFLOW_FACTOR = 1.25;
/** How often one turn may be saved from an overflow. */
const RECOVERIES_MAX = 2;

/** Whose definitions these are. */
export const BUDGET_OWNER = "core.agent";

/** What `config` has to know before a budget is made. */
export const budgetDefinitions: readonly ConfigDefinition[] = [
  {
    key: "core.agent.utilization_percent",
    type: "int",
    default: 80,
    min: 10,
    max: 100,
    description: "模型窗口用到百分之几 · Percent of the model's window that is aimed at",
  },
  {
    key: "core.agent.max_target_tokens",
    type: "int",
    default: 0,
    min: -1,
    max: 100_000_000,
    description: `目标的上限（token）；0 为 ${TARGET_TOKENS_MAX}，-1 不限 · Most tokens aimed at; 0 for ${TARGET_TOKENS_MAX}, -1 for no limit`,
  },
  {
    key: "core.agent.memory_ratio_percent",
    type: "int",
    default: 0,
    min: 0,
    max: 100,
    description:
      "记忆占余量百分之几，其余给对话；0 为三分之一 · Percent of the rest for memory, what is left for the conversation; 0 for a third",
  },
];

/** The settings of the budget. Zeros mean what they mean in the definitions. */
export interface BudgetSettings {
  readonly utilizationPercent: number;
  readonly targetTokensMax: number;
  readonly memoryPercent: number;
}

/** The settings as the owner has them. */
export function budgetSettings(config: Config): BudgetSettings {
  return {
    utilizationPercent: Number(config.get("core.agent.utilization_percent")),
    targetTokensMax: Number(config.get("core.agent.max_target_tokens")),
    memoryPercent: Number(config.get("core.agent.memory_ratio_percent")),
  };
}

/** Tokens for the parts of a request; `fixed + memory + context` is `target`, to the token. */
export interface Budget {
  readonly target: number;
  /** System prompt and tools. */
  readonly fixed: number;
  /** What is recalled. */
  readonly memory: number;
  /** What was said before in this conversation. */
  readonly context: number;
  /** Above this a request is made smaller or not sent. */
  readonly limit: number;
}

/** Divides a model's window. `contextWindow` is 0 where unknown; `fixed` is what cannot be helped. */
export function splitBudget(
  contextWindow: number,
  fixed: number,
  settings: BudgetSettings,
): Budget {
  const window = contextWindow > 0 ? contextWindow : CONTEXT_WINDOW_DEFAULT;
  const wanted = Math.floor((window * settings.utilizationPercent) / 100);
  const target = Math.min(wanted, targetMax(settings.targetTokensMax));
  const taken = Math.min(fixed, target);
  const rest = target - taken;
  const memory =
    settings.memoryPercent === 0
      ? Math.floor(rest / 3)
      : Math.floor((rest * settings.memoryPercent) / 100);
  const limit = Math.min(window, Math.floor(target * OVERFLOW_FACTOR));
  return { target, fixed: taken, memory, context: rest - memory, limit };
}

function targetMax(setting: number): number {
  if (setting < 0) return Number.POSITIVE_INFINITY;
  return setting === 0 ? TARGET_TOKENS_MAX : setting;
}

/** Whether a part has outgrown its share by so much that something has to be done. */
export function isOverShare(tokens: number, share: number): boolean {
  return tokens > share * OVERFLOW_FACTOR;
}

/** The window of the source that would be asked first; 0 where nobody said. */
export function contextWindowOf(models: Models, config: Config): number {
  const first = models.status().find(({ state }) => state !== "off")?.name;
  const isConfigured = first !== undefined && config.names("core.llm.sources.*").includes(first);
  return isConfigured ? Number(config.get(`core.llm.sources.${first}.context_window`)) : 0;
}

/** What a request is made of, in tokens. */
export interface RequestTokens {
  readonly fixed: number;
  readonly context: number;
  /** This turn's own: the input, what was recalled for it, tool calls and their results. */
  readonly turn: number;
}

/** A request that can be made smaller. */
export interface Shrinkable {
  measure(): RequestTokens;
  /** Brings the context down to `tokensMax` as far as it can; answers how many tokens it freed. */
  shrink(tokensMax: number, signal: AbortSignal): Promise<number>;
}

/** Keeps one turn's requests within the model's window, or ends the turn with a clear error. */
export class OverflowGuard {
  readonly #turnId: string;
  readonly #log: Logger;
  #recoveries = 0;
  /** A source has refused a request that we took to be within its window. */
  #isRefused = false;

  constructor(turnId: string, log: Logger) {
    this.#turnId = turnId;
    this.#log = log;
  }

  /** How often this turn was saved so far. */
  get recoveries(): number {
    return this.#recoveries;
  }

  /** Makes a request smaller until it is within the limit. Throws `CONTEXT_OVERFLOW`. */
  async ensure(budget: Budget, request: Shrinkable, signal: AbortSignal): Promise<void> {
    for (;;) {
      const tokens = request.measure();
      if (totalOf(tokens) <= budget.limit) return;
      await this.#recover(budget, request, budget.target - tokens.fixed - tokens.turn, signal);
    }
  }

  /** The provider says that its window is full: our estimate was too low. Throws `CONTEXT_OVERFLOW`. */
  async full(budget: Budget, request: Shrinkable, signal: AbortSignal): Promise<void> {
    this.#isRefused = true;
    const { fixed, context, turn } = request.measure();
    const half = Math.floor(context / 2);
    await this.#recover(budget, request, Math.min(half, budget.target - fixed - turn), signal);
  }

  async #recover(
    budget: Budget,
    request: Shrinkable,
    contextMax: number,
    signal: AbortSignal,
  ): Promise<void> {
    const before = request.measure();
    if (this.#recoveries >= RECOVERIES_MAX) {
      throw this.#overflow(budget, before, `after ${RECOVERIES_MAX} recoveries`);
    }
    this.#recoveries += 1;
    const freed = await request.shrink(Math.max(0, contextMax), signal);
    const { limit } = budget;
    this.#log.warn("turn.context_overflow", { turnId: this.#turnId, ...before, limit, freed });
    if (freed <= 0) throw this.#overflow(budget, before, "nothing is left to prune");
  }

  #overflow({ limit }: Budget, tokens: RequestTokens, why: string): OperationalError {
    const { fixed, context, turn } = tokens;
    const takes = this.#isRefused
      ? `the source takes fewer than the ${limit} that we reckoned with`
      : `the model takes ${limit}`;
    return new OperationalError(
      "CONTEXT_OVERFLOW",
      `turn ${this.#turnId} needs about ${totalOf(tokens)} tokens (prompt and tools ${fixed}, ` +
        `earlier talk ${context}, this turn ${turn}), ${takes}; ${why}`,
      { hint: "ask for less at once, or set the source's context_window to what the model has" },
    );
  }
}

function totalOf({ fixed, context, turn }: RequestTokens): number {
  return fixed + context + turn;
}
