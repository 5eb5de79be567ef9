/** Front door of the plugin SDK: what every plugin author imports, and nothing else of ours. */

export { Type } from "typebox";
export {
  type Clock,
  deadline,
  isCanceled,
  type Logger,
  OperationalError,
  type Random,
  seededRandom,
  sleep,
} from "#base";
export {
  type Capability,
  type DeviceDeclaration,
  type DeviceKind,
  type DeviceState,
  type KernelEventName,
  type KernelEvents,
  type PromptSectionDeclaration,
  SDK_VERSION,
  type StateValue,
  type ToolDefinition,
} from "#contract";
export { definePlugin } from "./define-plugin.ts";
export {
  createPluginSession,
  type PluginSession,
  type PluginSessionOptions,
} from "./plugin-session.ts";
export type {
  DeviceCommandContext,
  DeviceCommandHandler,
  DeviceHandle,
  Hub,
  HubDevices,
  HubEvents,
  HubInputs,
  HubNet,
  HubOutputs,
  HubPrompt,
  HubSettings,
  HubTools,
  InjectOptions,
  PluginDefinition,
  PluginToolHandler,
} from "./types.ts";
