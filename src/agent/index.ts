/** Front door of the agent: event loop, turns, tools, stages, outputs, models and intents. */
export { createAgent } from "./agent.ts";
export {
  BUDGET_OWNER,
  type Budget,
  type BudgetSettings,
  budgetDefinitions,
  budgetSettings,
  CONTEXT_WINDOW_DEFAULT,
  contextWindowOf,
  OverflowGuard,
  type RequestTokens,
  type Shrinkable,
  splitBudget,
  TARGET_TOKENS_MAX,
} from "./budget.ts";
export { eventMessages, eventTokens, windowMessages } from "./event-messages.ts";
export {
  History,
  openHistory,
  type RequestShares,
  type TurnAnswer,
  type TurnInput,
} from "./history.ts";
export { createIntentsProvider } from "./intents/index.ts";
export { createOutputs, createOutputTools, type OutputToolsParts } from "./outputs/index.ts";
export { createPersona, type PersonaParts } from "./persona/index.ts";
export { promptView } from "./prompt-view.ts";
export {
  createConfiguredSources,
  createModels,
  LLM_OWNER,
  llmDefinitions,
  registerModelTools,
} from "./providers/index.ts";
export type { EventLoop, LoopLoad } from "./scheduler/index.ts";
export { createStages } from "./stages.ts";
export { estimateMessages, estimateTokens, estimateTools } from "./tokens.ts";
export { createTools, type ToolsOptions } from "./tools.ts";
