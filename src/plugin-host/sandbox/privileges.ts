/**
 * Privileges of a child: none. Landlock and the filter hold for root as well, but much of what they
 * cannot see (stopping foreign processes, reading past file modes) hangs on capabilities.
 */
import type { StepFailure } from "./landlock.ts";
import type { SystemCalls } from "./syscall.ts";

const PR_SET_NO_NEW_PRIVS = 38;
const PR_CAPBSET_DROP = 24;
const PR_CAP_AMBIENT = 47;
const AMBIENT_RAISE = 2;
const AMBIENT_CLEAR_ALL = 4;

const CAP_SETPCAP = 8;
const CAP_NET_BIND_SERVICE = 10;
const CAPABILITIES_MAX = 63;
const CAPABILITY_VERSION_3 = 0x2008_0522;
/** Ports below this are Linux's to give. */
const FIRST_FREE_PORT = 1024;

/**
 * Drops every capability, for good: with `no_new_privs` no later program gets one back, also as root.
 * The right to listen on a low port stays if such a port was granted and the hub itself has the right.
 */
export function dropPrivileges(
  system: SystemCalls,
  listenPorts: readonly number[],
): StepFailure | undefined {
  const header = new Uint32Array([CAPABILITY_VERSION_3, 0]);
  // Two halves of 32 capabilities each: effective, permitted, inheritable.
  const held = new Uint32Array(6);
  const read = system.call("capget", header, held);
  if (read < 0) return { step: "capget", result: read };
  const permitted = held[1] ?? 0;
  const has = (capability: number) => (permitted & (1 << capability)) !== 0;
  const wantsLowPort = listenPorts.some((port) => port < FIRST_FREE_PORT);
  const kept = wantsLowPort && has(CAP_NET_BIND_SERVICE) ? 1 << CAP_NET_BIND_SERVICE : 0;

  if (has(CAP_SETPCAP)) {
    for (let capability = 0; capability <= CAPABILITIES_MAX; capability++) {
      if (kept !== 0 && capability === CAP_NET_BIND_SERVICE) continue;
      // Past the last capability that this kernel knows the answer is EINVAL, which is as good.
      system.call("prctl", PR_CAPBSET_DROP, capability);
    }
  }
  system.call("prctl", PR_CAP_AMBIENT, AMBIENT_CLEAR_ALL);
  const set = system.call("capset", header, new Uint32Array([kept, kept, kept, 0, 0, 0]));
  if (set < 0) return { step: "capset", result: set };
  if (kept !== 0) system.call("prctl", PR_CAP_AMBIENT, AMBIENT_RAISE, CAP_NET_BIND_SERVICE);
  const result = system.call("prctl", PR_SET_NO_NEW_PRIVS, 1);
  return result < 0 ? { step: "no_new_privs", result } : undefined;
}
