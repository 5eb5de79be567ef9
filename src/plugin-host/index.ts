/** Front door of the plugin host. */
export { type PluginFault, pluginFaults } from "./examine.ts";
export { createGrants, type Grants } from "./grants/index.ts";
export type { PluginRuntime, SandboxOptions } from "./isolation.ts";
export { buildPackage } from "./packages/index.ts";
export { createPluginHost, type PluginHost, type PluginHostOptions } from "./plugin-host.ts";
export {
  probeSandbox,
  type SandboxLimits,
  type SandboxSupport,
  sandboxSupport,
} from "./sandbox/index.ts";
export { installSdk, type SdkSource } from "./sdk-files.ts";
export { createSharedStages, type SharedStages } from "./shared-stages.ts";
export type { BuiltInChild, ShippedPlugin } from "./sources.ts";
