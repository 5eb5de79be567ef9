/** Front door of the plugins that are compiled in: the MCP client and the timer. */
export {
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
  registerHealthTools,
  type SelfCheck,
  type SelfCheckParts,
} from "./health/index.ts";
export { createMcp, type McpParts, type McpServers } from "./mcp/mcp.ts";
export type { ServerState, ServerStatus } from "./mcp/server.ts";
export { MCP_OWNER, mcpDefinitions } from "./mcp/settings.ts";
export { createTimers, type TimerBook, type TimerParts } from "./timer/timers.ts";
export { registerTimerTools, type TimerToolsParts } from "./timer/tools.ts";
