/** Front door of the self-check. */
export { readCheckResults, runIsolatedProbes } from "./isolated-run.ts";
export type { IsolatedHub, LiveHub, Machine, Probe } from "./probe.ts";
export type { CheckResult } from "./run-probes.ts";
export {
  createSelfCheck,
  type HealthReport,
  type SelfCheck,
  type SelfCheckParts,
} from "./self-check.ts";
export {
  HEALTH_OWNER,
  type HealthInterval,
  healthDefinitions,
  healthInterval,
} from "./settings.ts";
export { registerHealthTools } from "./tools.ts";
