/** Front door: the vocabulary that kernel, wire and plugins share. */
export {
  type AgentIdentity,
  type AgentKind,
  agentChannel,
  isAgentChannel,
  mayUseOutput,
  mayUseTool,
  ROOT_AGENT,
} from "./agent-identity.ts";
export { type ArgumentVector, requireVector, sameVector, visible } from "./arguments-vector.ts";
export type {
  CompletionChunk,
  CompletionRequest,
  FinishReason,
  Message,
  OpaqueState,
  TokenUsage,
} from "./completion.ts";
export {
  ConfirmationIdSchema,
  type DecidedConfirmation,
  type PendingConfirmation,
} from "./confirmation.ts";
export {
  CONTEXT_SOURCES,
  type ContextEvent,
  type ContextToolResult,
  type MediaReference,
  readContextEvent,
} from "./context-event.ts";
export { type ControlMethod, controlMethods } from "./control.ts";
export {
  type Area,
  type Capability,
  CapabilitySchema,
  type Cause,
  type CommandOutcome,
  type CommandResult,
  DEVICE_KINDS,
  type Device,
  type DeviceDeclaration,
  DeviceDeclarationSchema,
  type DeviceKind,
  type DeviceState,
  deviceDeclaration,
  type Floor,
  type HouseSnapshot,
  type LastChange,
  type StateValue,
} from "./device.ts";
export { EVENT_NAMES, type KernelEventName, type KernelEvents } from "./event.ts";
export {
  EVENT_MASK_ALL,
  EVENT_TYPES,
  type EventTypeName,
  eventMask,
  eventTypeName,
  RING_EVENTS,
} from "./event-type.ts";
export {
  type GrantDecision,
  GrantDecisionSchema,
  PLUGIN_CONSENTS,
  type PluginConsent,
  type PluginGrants,
} from "./grant.ts";
export { CONSOLIDATION_CHANNEL, type InputLevel } from "./input.ts";
export type { Intent, SlotValue } from "./intent.ts";
export {
  type Capabilities,
  CapabilitiesSchema,
  type CapabilityName,
  type LocalText,
  type Manifest,
  ManifestSchema,
  PLUGIN_NAME_PATTERN,
  readManifest,
} from "./manifest.ts";
export {
  type CommitResult,
  type DocumentView,
  type KnowledgeView,
  MEMORY_SCOPES,
  type MemoryAuthor,
  type MemoryEntity,
  type MemoryHit,
  type MemoryRelation,
  type MemoryScope,
  type MemorySentence,
  type MemoryStatistics,
  ORIGIN_CLASSES,
  type OriginClass,
  type PersonView,
  type Purge,
  PurgeSchema,
  RECALL_REASONS,
  type RecallReason,
  type RecallResult,
  type Triple,
  TripleSchema,
  TriplesSchema,
  triple,
} from "./memory.ts";
export {
  type ArenaSlot,
  adminMethods,
  type CleanerInvoke,
  type CleanerInvokeReply,
  type ConfigEntry,
  cleanerInvokeReply,
  type DeviceCommand,
  type ExecResult,
  type Handshake,
  type HandshakeReply,
  type HistoryEntry,
  handshakeReply,
  type IssuedToken,
  isMethodName,
  KERNEL_METHODS,
  type LlmSource,
  type LoadedPlugin,
  type Method,
  type MethodName,
  type MethodParams,
  type MethodResult,
  type MethodTable,
  methodTable,
  type OutputInvoke,
  type PluginInit,
  type PublishedApi,
  pluginMethods,
  type SayDelta,
  type SettingsDump,
  type StageInvoke,
  type StageInvokeReply,
  sayDelta,
  stageInvokeReply,
  type TokenInfo,
  type ToolInvoke,
  type ToolInvokeReply,
  toolInvokeReply,
} from "./methods/index.ts";
export {
  type InstalledPackage,
  PACKAGE_BYTES_MAX,
  PACKAGE_PART_BYTES_MAX,
  type PackagePart,
  PackagePartSchema,
  type PackageUpload,
  UploadIdSchema,
} from "./package.ts";
export { hasRole, type Principal, ROLES, type Role } from "./person.ts";
export {
  PERSONA_BYTES_MAX,
  PERSONA_CHOICES,
  type PersonaChoice,
  type PersonaView,
} from "./persona.ts";
export type { Probe } from "./probe.ts";
export { PROBLEMS, type Problem, type ProblemCode, problem, toProblem } from "./problem.ts";
export {
  type PromptSectionDeclaration,
  PromptSectionSchema,
  type PromptView,
  promptSectionDeclaration,
  type RenderedSection,
  type ToolCost,
} from "./prompt-section.ts";
export { SAY_TEXT_MAX, type SayReply, type SayRequest, sayRequest } from "./say.ts";
export { type Checker, checker, type Refusal } from "./schema.ts";
export { isOpenSetting } from "./setting-policy.ts";
export {
  STAGES,
  type Stage,
  type StageContext,
  type StageScope,
  type StageToolResult,
} from "./stage.ts";
export {
  STAGE_FIELD_RULES,
  STAGE_FIELDS,
  type StageField,
  type StageFieldRule,
} from "./stage-fields.ts";
export type {
  BootTiming,
  Degradation,
  HubStatus,
  PluginOrigin,
  PluginState,
  PluginStatus,
  ProviderStatus,
  SandboxKind,
} from "./status.ts";
export type { Timer } from "./timer.ts";
export type {
  InputOrigin,
  ToolCall,
  ToolCallRecord,
  ToolContext,
  ToolDefinition,
  ToolOutcomeKind,
  ToolResult,
} from "./tool.ts";
export { requireToolSchema, toolSchemaFault } from "./tool-schema.ts";
export type { TraceFields, TraceKind, TraceNode } from "./trace.ts";
export { HUB_VERSION, PROTOCOL_VERSION, SDK_VERSION } from "./version.ts";
