/** Front door of the plugins that are compiled in. */
export { registerSettingTools, type SettingToolsParts } from "./cfgmgr/tools.ts";
export {
  CMD_OWNER,
  type CommandParts,
  Commands,
  cmdDefinitions,
  cmdSettings,
  registerCommandTools,
  type WorkFolder,
} from "./cmd/index.ts";
export {
  FILES_OWNER,
  Files,
  filesDefinitions,
  type OpenFolder,
  openFolder,
  placeOf,
  type Roots,
  registerFileTools,
  rootsSetting,
} from "./files/index.ts";
export {
  type CheckResult,
  createSelfCheck,
  HEALTH_OWNER,
  type HealthInterval,
  type HealthReport,
  healthDefinitions,
  healthInterval,
  type IsolatedHub,
  type LiveHub,
  type Machine,
  type Probe,
  readCheckResults,
  registerHealthTools,
  runIsolatedProbes,
  type SelfCheck,
  type SelfCheckParts,
} from "./health/index.ts";
export { createMcp, type McpParts, type McpServers } from "./mcp/mcp.ts";
export type { ServerState, ServerStatus } from "./mcp/server.ts";
export { MCP_OWNER, mcpDefinitions } from "./mcp/settings.ts";
export { type PluginToolsParts, registerPluginTools } from "./pluginmgr/tools.ts";
export { registerSkillTools, type SkillToolsParts } from "./skillmgr/tools.ts";
export { createTimers, type TimerBook, type TimerParts } from "./timer/timers.ts";
export { registerTimerTools, type TimerToolsParts } from "./timer/tools.ts";
