/** How a plugin's process is started: the runtime, its fresh environment, and the sandbox around both. */
import { chmodSync, mkdirSync } from "node:fs";
import type { ChildProcess, Logger, OutputListener, ProcessPort } from "#base";
import type { SandboxKind } from "#contract";
import type { Blueprint } from "./blueprint.ts";
import {
  type LaunchTarget,
  pluginEnvironment,
  runtimeTarget,
  type SandboxLimits,
  type SandboxSupport,
  sandboxCommand,
  sandboxPolicy,
} from "./sandbox/index.ts";

/** The programs that plugins are run with. */
export interface PluginRuntime {
  /** The file of the runtime: `homed` itself, or `bun` when run from source. */
  readonly path: string;
  /** `homed` acts as a runtime when it is told so; `bun` always does. */
  readonly compiled: boolean;
  /** Program and arguments of the launcher, such as `[homed, "__launch"]`. */
  readonly launcher: readonly string[];
  /** The `node_modules` folder that holds `@homeagent/sdk` (see `installSdk`). */
  readonly sdkModules: string;
}

/** How far plugins are held. */
export interface SandboxOptions {
  readonly support: SandboxSupport;
  /** Refuse to start plugins at all where the sandbox is missing; else they are shown unsandboxed. */
  readonly required: boolean;
  readonly limits?: Partial<SandboxLimits>;
}

export interface IsolationOptions {
  readonly processes: ProcessPort;
  readonly runtime: PluginRuntime;
  readonly sandbox: SandboxOptions;
  readonly hubDataDir: string;
  readonly timeZone: () => string;
}

/** A plugin about to be spawned. */
export interface Launch {
  readonly sandbox: SandboxKind;
  spawn(output: {
    readonly onStdout: OutputListener;
    readonly onStderr: OutputListener;
  }): ChildProcess;
}

/** Prepares the process of a plugin. Throws `MANIFEST_INVALID` for paths that no plugin may have. */
export function prepareLaunch(
  options: IsolationOptions,
  blueprint: Blueprint,
  dataDir: string,
  log: Logger,
): Launch {
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
  const { runtime, sandbox } = options;
  const { program, manifest } = blueprint;
  const { policy, missing } = sandboxPolicy(manifest.capabilities ?? {}, {
    hubDataDir: options.hubDataDir,
    pluginDataDir: dataDir,
    codeDir: program.kind === "entry" ? program.folder : runtime.sdkModules,
    sdkDir: runtime.sdkModules,
    runtimePath: runtime.path,
    ...(program.kind === "command" ? { extraRead: program.read, extraList: program.list } : {}),
    ...(sandbox.limits ? { limits: sandbox.limits } : {}),
  });
  if (missing.length > 0) log.warn("plugin.paths_missing", { missing });
  const command = sandboxCommand({
    launcherCommand: runtime.launcher,
    target: targetOf(options, blueprint, dataDir),
    policy,
    support: sandbox.support,
    parentPid: process.pid,
    requireSandbox: sandbox.required,
  });
  if (command.notEnforced.length > 0) {
    log.warn("plugin.not_enforced", { gaps: command.notEnforced });
  }
  const [path = runtime.path, ...args] = command.argv;
  return {
    sandbox: command.sandbox,
    spawn: (output) =>
      options.processes.spawn({
        argv: [path, ...args],
        env: command.env,
        cwd: command.cwd,
        stdin: "pipe",
        ...output,
      }),
  };
}

function targetOf(
  { runtime, timeZone }: IsolationOptions,
  { program }: Blueprint,
  dataDir: string,
): LaunchTarget {
  const env = pluginEnvironment({
    pluginDataDir: dataDir,
    nodePath: runtime.sdkModules,
    timeZone: timeZone(),
  });
  if (program.kind === "command") return { argv: program.argv, env, cwd: dataDir };
  return runtimeTarget({
    runtimePath: runtime.path,
    compiled: runtime.compiled,
    entry: program.path,
    env,
    cwd: dataDir,
  });
}
