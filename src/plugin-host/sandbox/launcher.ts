/**
 * The launcher face: restricts itself and becomes the plugin. Landlock and seccomp restrict the
 * calling thread only, and a runtime has several; `execve` leaves just that one, so that the new
 * program is restricted whole. Imports as little as possible: this runs before every plugin.
 */
import { landlockAbi, restrictSelf, type StepFailure } from "./landlock.ts";
import { LAUNCH_FAILED_EXIT_CODE, type LaunchSpec, readLaunchSpec } from "./launch-spec.ts";
import { dropPrivileges } from "./privileges.ts";
import { applyLimits } from "./rlimits.ts";
import { installFilter, seccompProgram } from "./seccomp.ts";
import { cString, cStrings, errorName, openSystemCalls, type SystemCalls } from "./syscall.ts";

const ESRCH = 3;
const ENOSYS = 38;
const PR_SET_PDEATHSIG = 1;
const SIGKILL = 9;
const F_SETFD = 2;
const FD_CLOEXEC = 1;
const CLOSE_RANGE_CLOEXEC = 4;
const DESCRIPTORS_MAX = 0xffff_ffff;
const FIRST_INHERITED = 3;
const OLD_DESCRIPTORS = 4096;

/** Starts what the one argument describes. Comes back only by ending the process with an error. */
export function runLauncher(argv: readonly string[]): never {
  const spec = argv.length === 1 ? readLaunchSpec(argv[0] ?? "") : undefined;
  const system = openSystemCalls();
  if (!spec) return fail(system, "the launch description is malformed");
  if (!system) return fail(system, "this system has no door to Linux");
  const failure = launch(system, spec);
  return fail(system, `${failure.step} failed: ${errorName(failure.result)}`);
}

/** The steps, in an order that matters: each needs something that a later one takes away. */
function launch(system: SystemCalls, spec: LaunchSpec): StepFailure {
  return (
    tieToParent(system, spec.parentPid) ??
    closeDescriptors(system, spec.keepDescriptors) ??
    dropPrivileges(system, spec.policy.listenPorts) ??
    applyLimits(system, spec.policy.limits) ??
    restrictFiles(system, spec) ??
    filterCalls(system, spec) ??
    become(system, spec)
  );
}

/** Dies with the hub. The hub may have died before this was set: then somebody else is the parent. */
function tieToParent(system: SystemCalls, parentPid: number): StepFailure | undefined {
  const result = system.call("prctl", PR_SET_PDEATHSIG, SIGKILL);
  if (result < 0) return { step: "prctl", result };
  const parent = system.call("getppid");
  return parent === parentPid ? undefined : { step: "finding the hub", result: -ESRCH };
}

/** Nothing that the hub holds open leaks into a plugin, whatever flags it was opened with. */
function closeDescriptors(system: SystemCalls, keep: readonly number[]): StepFailure | undefined {
  const closed = system.call("close_range", FIRST_INHERITED, DESCRIPTORS_MAX, CLOSE_RANGE_CLOEXEC);
  // Before Linux 5.11, where there is no Landlock either: one by one, as far as the hub ever gets.
  for (let descriptor = FIRST_INHERITED; closed < 0 && descriptor < OLD_DESCRIPTORS; descriptor++) {
    system.call("fcntl", descriptor, F_SETFD, FD_CLOEXEC);
  }
  for (const descriptor of keep) {
    const result = system.call("fcntl", descriptor, F_SETFD, 0);
    if (result < 0) return { step: `keeping descriptor ${descriptor}`, result };
  }
  return undefined;
}

function restrictFiles(
  system: SystemCalls,
  { landlockAbi: abi, policy }: LaunchSpec,
): StepFailure | undefined {
  if (abi === 0) return undefined;
  if (landlockAbi(system) < abi) return { step: "landlock", result: -ENOSYS };
  return restrictSelf(system, abi, {
    paths: [
      ...policy.readExec.map((path) => ({ path, grant: "readExec" as const })),
      ...policy.read.map((path) => ({ path, grant: "read" as const })),
      ...policy.list.map((path) => ({ path, grant: "list" as const })),
      ...policy.readWrite.map((path) => ({ path, grant: "readWrite" as const })),
      ...policy.devices.map((path) => ({ path, grant: "device" as const })),
    ],
    connectPorts: policy.connectPorts,
    listenPorts: policy.listenPorts,
  });
}

/**
 * Last, since the filter refuses what the earlier steps need. `execve` itself stays allowed for good:
 * Landlock gives the right to execute on the runtime alone, and a program that takes the plugin's
 * place keeps all its restrictions.
 */
function filterCalls(
  system: SystemCalls,
  { landlockAbi: abi, policy, seccomp }: LaunchSpec,
): StepFailure | undefined {
  if (!seccomp) return undefined;
  return installFilter(
    system,
    seccompProgram(system.arch, {
      pid: system.call("getpid"),
      tcp: policy.connectPorts.length > 0 || policy.listenPorts.length > 0,
      listen: policy.listenPorts.length > 0,
      udp: policy.udp,
      refuseTruncate: abi >= 1 && abi < 3,
    }),
  );
}

/** Changes to the target's folder only now: the launcher must not read settings that lie there. */
function become(system: SystemCalls, { target }: LaunchSpec): StepFailure {
  const moved = system.call("chdir", cString(target.cwd));
  if (moved < 0) return { step: `chdir ${target.cwd}`, result: moved };
  const argv = cStrings(target.argv);
  const env = cStrings(Object.entries(target.env).map(([name, value]) => `${name}=${value}`));
  const program = target.argv[0] ?? "";
  const result = system.call("execve", cString(program), argv.array, env.array);
  return { step: `execve ${program} (${argv.texts.length + env.texts.length} texts)`, result };
}

function fail(system: SystemCalls | undefined, message: string): never {
  const line = Buffer.from(`launcher: ${message}\n`);
  system?.call("write", 2, line, line.length);
  process.exit(LAUNCH_FAILED_EXIT_CODE);
}
