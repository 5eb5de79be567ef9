/**
 * Front door of the sandbox. `launcher.ts` is deliberately not in it: `main.ts` imports that file
 * alone and lazily, since a launcher that loads the rest would slow every plugin's start.
 */
export {
  pluginEnvironment,
  runtimeTarget,
  type SandboxCommand,
  type SandboxCommandOptions,
  sandboxCommand,
} from "./command.ts";
export type { LaunchTarget, SandboxLimits, SandboxPolicy } from "./launch-spec.ts";
export { LAUNCH_FAILED_EXIT_CODE } from "./launch-spec.ts";
export { type LookAtPath, lookAtPath } from "./path-kind.ts";
export { type BuiltPolicy, DEFAULT_LIMITS, type SandboxFacts, sandboxPolicy } from "./policy.ts";
export { probeSandbox } from "./probe.ts";
export { type SandboxGap, type SandboxSupport, sandboxGaps, sandboxSupport } from "./support.ts";
