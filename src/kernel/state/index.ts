/** Front door of the kernel's shared state: typed slots and the ports through which wings meet. */
export { createHealth } from "./health.ts";
export {
  type Base,
  createKernelState,
  type DataPaths,
  type KernelState,
  type SlotName,
  type Slots,
} from "./kernel-state.ts";
export { get, mount } from "./mount.ts";
export type {
  AttemptFailure,
  CarriedStage,
  DeliveryOutcome,
  HandlerReport,
  Input,
  Io,
  ModelAttempt,
  Models,
  ModelsRequest,
  OutputChannel,
  OutputMessage,
  Outputs,
  OutputWatcher,
  PromptSections,
  Provider,
  StageCarrier,
  StageHandler,
  Stages,
} from "./ports/agent.ts";
export type {
  AskedConfirmation,
  ConfirmationRequest,
  Confirmations,
  ConfirmingSurface,
} from "./ports/confirmations.ts";
export type { PluginConsents } from "./ports/consents.ts";
export type { CommandRequest, DeviceDriver, House, StateReport } from "./ports/house.ts";
export type {
  ArchivedDocument,
  Context,
  ContextDraft,
  ContextWindow,
  Documents,
  Embedding,
  EmbeddingInfo,
  EmbeddingPurpose,
  EmbeddingVector,
  Modality,
  WindowRequest,
} from "./ports/memory.ts";
export type {
  BrowsePage,
  BrowseRequest,
  DocumentDraft,
  DocumentMemory,
  Knowledge,
  Media,
  Memory,
  MemoryRow,
  Neighborhood,
  People,
  RecallRequest,
  Removal,
  SentenceDraft,
  StoredMedia,
  TextLogLine,
  TextLogPort,
} from "./ports/memory-tiers.ts";
export type { PluginPackages } from "./ports/packages.ts";
export type { Persona } from "./ports/persona.ts";
export type {
  Access,
  Config,
  ConfigDefinition,
  ConfigType,
  Health,
  PluginCatalog,
  Reported,
} from "./ports/platform.ts";
export type { Skill, SkillFile, SkillNeeds, Skills } from "./ports/skills.ts";
export type {
  TimerMatch,
  TimerRecord,
  TimerRecords,
  TimerRequest,
  Timers,
} from "./ports/timers.ts";
export type { ToolHandler, Tools } from "./ports/tools.ts";
export { createPromptSections } from "./prompt-sections.ts";
