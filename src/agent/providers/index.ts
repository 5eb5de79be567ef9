/** Front door of the model providers: ordered failover and the sources that the settings name. */
export { type ConfiguredSourcesOptions, createConfiguredSources } from "./configured-sources.ts";
export { LLM_OWNER, llmDefinitions } from "./definitions.ts";
export { PROVIDER_FAILURES, ProviderError, type ProviderErrorCode } from "./errors.ts";
export {
  createLuaAdaptedProvider,
  type LuaAdaptedProviderOptions,
} from "./lua-adapted-provider.ts";
export { type ModelToolsOptions, registerModelTools } from "./model-tools.ts";
export { createModels, type ModelsChunk, type ModelsOptions } from "./models.ts";
export type { SourceSettings } from "./source-settings.ts";
