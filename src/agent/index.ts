/** Front door of the agent: event loop, turns, tools, stages, outputs, models and intents. */
export { createAgent } from "./agent.ts";
export type { EventLoop } from "./event-loop.ts";
export { createIntentsProvider } from "./intents/index.ts";
export { createOutputs } from "./outputs.ts";
export {
  createConfiguredSources,
  createModels,
  LLM_OWNER,
  llmDefinitions,
} from "./providers/index.ts";
export { createStages } from "./stages.ts";
export { createTools, type ToolsOptions } from "./tools.ts";
