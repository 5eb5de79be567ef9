/** What the running system can enforce, known before the first plugin starts. */
import type { SandboxKind } from "#contract";
import { LANDLOCK_ABI_USED, landlockAbi } from "./landlock.ts";
import type { SandboxPolicy } from "./launch-spec.ts";
import { seccompAvailable } from "./seccomp.ts";
import { openSystemCalls } from "./syscall.ts";

/** What is there. */
export interface SandboxSupport {
  /** `landlock` when both Landlock and the filter work; anything less is shown as *unsandboxed*. */
  readonly kind: SandboxKind;
  /** The interface version that launches will use; 0 is none. */
  readonly landlockAbi: number;
  readonly seccomp: boolean;
}

/** What stays open although the policy says otherwise. Stable words, for status and doctor. */
export type SandboxGap =
  | "files"
  | "system-calls"
  | "tcp-connect-ports"
  | "tcp-listen-ports"
  | "device-control";

/** Looks once; changes nothing. `landlockAbiMax` pretends an older kernel, 0 one without Landlock. */
export function sandboxSupport(options: { landlockAbiMax?: number } = {}): SandboxSupport {
  const system = openSystemCalls();
  if (!system) return { kind: "none", landlockAbi: 0, seccomp: false };
  const most = options.landlockAbiMax ?? LANDLOCK_ABI_USED;
  const abi = Math.min(landlockAbi(system), most, LANDLOCK_ABI_USED);
  const seccomp = seccompAvailable(system);
  return { kind: abi >= 1 && seccomp ? "landlock" : "none", landlockAbi: abi, seccomp };
}

/** What this system leaves open of a policy. Empty on a kernel with everything (Linux 6.10 on). */
export function sandboxGaps(
  { landlockAbi: abi, seccomp }: SandboxSupport,
  policy: SandboxPolicy,
): readonly SandboxGap[] {
  const gaps: SandboxGap[] = [];
  if (abi < 1) gaps.push("files");
  if (!seccomp) gaps.push("system-calls");
  // Before version 3 truncation is open too, but the filter closes it. With no port granted it
  // refuses sockets altogether, so that nothing is open.
  if (abi < 4) {
    if (!seccomp || policy.connectPorts.length > 0 || policy.listenPorts.length > 0) {
      gaps.push("tcp-connect-ports");
    }
    if (!seccomp || policy.listenPorts.length > 0) gaps.push("tcp-listen-ports");
  }
  const devices = policy.devices.filter((path) => path !== "/dev/null");
  if (abi >= 1 && abi < 5 && devices.length > 0) gaps.push("device-control");
  return gaps;
}
