/** The command that starts a plugin in its sandbox: what the host spawns, and what it may promise. */
import { problem, type SandboxKind } from "#contract";
import type { LaunchSpec, LaunchTarget, SandboxPolicy } from "./launch-spec.ts";
import { MEMORY_ENVIRONMENT } from "./rlimits.ts";
import { type SandboxGap, type SandboxSupport, sandboxGaps } from "./support.ts";

export interface SandboxCommandOptions {
  /** Program and arguments that reach `runLauncher`, such as `[homed, "__launch"]`. */
  readonly launcherCommand: readonly string[];
  readonly target: LaunchTarget;
  readonly policy: SandboxPolicy;
  readonly support: SandboxSupport;
  /** The process that spawns: the launcher refuses to run for anybody else. */
  readonly parentPid: number;
  /** Descriptors above 2 that the plugin gets, such as the shared segment. */
  readonly keepDescriptors?: readonly number[];
  /** Refuse to start at all where the sandbox is missing. */
  readonly requireSandbox: boolean;
}

export interface SandboxCommand {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly sandbox: SandboxKind;
  readonly notEnforced: readonly SandboxGap[];
}

/** One argument of a program may have 128 KiB on Linux. */
const ARGUMENT_BYTES_MAX = 128 * 1024 - 1;

/** Builds the command. Throws `NOT_AVAILABLE` where a required sandbox is missing. */
export function sandboxCommand(options: SandboxCommandOptions): SandboxCommand {
  const { support, policy, target } = options;
  if (options.requireSandbox && support.kind === "none") {
    throw problem("NOT_AVAILABLE", "this system has no Landlock or no seccomp to hold a plugin", {
      hint: "boot a kernel with Landlock, or allow unsandboxed plugins",
    });
  }
  const spec: LaunchSpec = {
    parentPid: options.parentPid,
    landlockAbi: support.landlockAbi,
    seccomp: support.seccomp,
    keepDescriptors: options.keepDescriptors ?? [],
    policy,
    target: { ...target, env: { ...target.env, ...MEMORY_ENVIRONMENT } },
  };
  const description = JSON.stringify(spec);
  if (Buffer.byteLength(description) > ARGUMENT_BYTES_MAX) {
    throw problem("TOO_LARGE", "the plugin's paths and environment do not fit into one argument");
  }
  return {
    argv: [...options.launcherCommand, description],
    // Nothing of the hub's environment, and a folder that no plugin writes: the runtime reads
    // settings of its own (`bunfig.toml`) from where it starts, and the launcher is not yet held.
    env: MEMORY_ENVIRONMENT,
    cwd: "/",
    sandbox: support.kind,
    notEnforced: sandboxGaps(support, policy),
  };
}

/** How the plugin's program is run: by the hub's own file, which is a whole runtime, or by `bun`. */
export function runtimeTarget(options: {
  readonly runtimePath: string;
  readonly compiled: boolean;
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}): LaunchTarget {
  return {
    // Without `--no-install` the runtime would fetch missing packages from the network.
    argv: [options.runtimePath, "run", "--no-install", options.entry],
    env: options.compiled ? { ...options.env, BUN_BE_BUN: "1" } : options.env,
    cwd: options.cwd,
  };
}

/** The whole environment of a plugin: nothing of the hub's, and no folder but its own. */
export function pluginEnvironment(options: {
  readonly pluginDataDir: string;
  /** The folder that holds `@homeagent/sdk`. */
  readonly nodePath: string;
  readonly timeZone: string;
}): Readonly<Record<string, string>> {
  return {
    HOME: options.pluginDataDir,
    TMPDIR: options.pluginDataDir,
    NODE_PATH: options.nodePath,
    TZ: options.timeZone,
    LANG: "C.UTF-8",
    // The runtime would keep translated sources somewhere under HOME.
    BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
  };
}
