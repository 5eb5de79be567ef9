/** How a plugin's process is started: the runtime, its fresh environment, and the sandbox around both. */
import { chmodSync, mkdirSync } from "node:fs";
import type { ChildProcess, Logger, OutputListener, ProcessPort } from "#base";
import { problem, type SandboxKind } from "#contract";
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
  /** Runs a Lua plugin; without it there are none. */
  readonly luaHost?: LuaHostProgram;
}

/** The program in which a Lua script runs; the script's path and its ports follow as arguments. */
export interface LuaHostProgram {
  readonly argv: readonly string[];
  /** Files and folders beside the runtime that it is read from. */
  readonly read: readonly string[];
  /** Folders whose names it looks through. */
  readonly list: readonly string[];
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

/** What is handed down begins here, in the order given. */
export const FIRST_INHERITED = 3;

/** Prepares the process of a plugin. Throws `MANIFEST_INVALID` for paths that no plugin may have. */
export function prepareLaunch(
  options: IsolationOptions,
  blueprint: Blueprint,
  dataDir: string,
  log: Logger,
  descriptors: readonly number[],
): Launch {
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
  const { runtime, sandbox } = options;
  const { program, manifest } = blueprint;
  const { policy, missing } = sandboxPolicy(manifest.capabilities ?? {}, {
    hubDataDir: options.hubDataDir,
    pluginDataDir: dataDir,
    codeDir: program.kind === "command" ? runtime.sdkModules : program.folder,
    sdkDir: runtime.sdkModules,
    runtimePath: runtime.path,
    ...extraPlaces(program, runtime),
    ...(sandbox.limits ? { limits: sandbox.limits } : {}),
  });
  if (missing.length > 0) log.warn("plugin.paths_missing", { missing });
  const command = sandboxCommand({
    launcherCommand: runtime.launcher,
    target: targetOf(options, blueprint, dataDir),
    policy,
    support: sandbox.support,
    parentPid: process.pid,
    keepDescriptors: descriptors.map((_, position) => FIRST_INHERITED + position),
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
        descriptors,
        ...output,
      }),
  };
}

/** What a program other than a plugin's own entry is read from. */
function extraPlaces(
  program: Blueprint["program"],
  runtime: PluginRuntime,
): { readonly extraRead?: readonly string[]; readonly extraList?: readonly string[] } {
  if (program.kind === "entry" || program.kind === "skill") return {};
  const { read, list } = program.kind === "command" ? program : luaHostOf(runtime);
  return { extraRead: read, extraList: list };
}

function luaHostOf({ luaHost }: PluginRuntime): LuaHostProgram {
  if (luaHost) return luaHost;
  throw problem("NOT_AVAILABLE", "this hub runs no Lua plugins");
}

function targetOf(
  { runtime, timeZone }: IsolationOptions,
  { program, manifest }: Blueprint,
  dataDir: string,
): LaunchTarget {
  const env = pluginEnvironment({
    pluginDataDir: dataDir,
    nodePath: runtime.sdkModules,
    timeZone: timeZone(),
  });
  if (program.kind === "command") return { argv: program.argv, env, cwd: dataDir };
  if (program.kind === "skill") throw problem("NOT_AVAILABLE", "a skill has no program to run");
  if (program.kind === "lua") {
    const ports = (manifest.capabilities?.net?.connect ?? []).join(",");
    return { argv: [...luaHostOf(runtime).argv, program.path, ports], env, cwd: dataDir };
  }
  return runtimeTarget({
    runtimePath: runtime.path,
    compiled: runtime.compiled,
    entry: program.path,
    env,
    cwd: dataDir,
  });
}
