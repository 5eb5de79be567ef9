/** What `homed doctor` learns about holding plugins: each part tried, nothing left behind. */
import type { Probe } from "#contract";
import { landlockAbi } from "./landlock.ts";
import { seccompAvailable } from "./seccomp.ts";
import { cString, errorName, openSystemCalls, type SystemCalls } from "./syscall.ts";

const MFD_CLOEXEC = 1;
const MFD_ALLOW_SEALING = 2;
const EFD_CLOEXEC = 0o2_000_000;
const F_ADD_SEALS = 1033;
const F_SEAL_SHRINK = 2;
const F_SEAL_FUTURE_WRITE = 16;
const PAGE_BYTES = 4096;
const PROT_READ = 1;
const PROT_WRITE = 2;
const MAP_SHARED = 1;

/**
 * Landlock, seccomp, memfd, sealing and eventfd. None is needed in the doctor's sense: without the
 * first two plugins run unsandboxed, and are shown so. Must not throw.
 */
export function probeSandbox(): readonly Probe[] {
  const system = openSystemCalls();
  if (!system) {
    return [
      missing("landlock", "only on Linux with glibc, on x86-64 or arm64: plugins run unsandboxed"),
    ];
  }
  return [probeLandlock(system), probeSeccomp(system), ...probeMemory(system), probeEvent(system)];
}

function missing(name: string, detail: string): Probe {
  return { name, ok: false, needed: false, detail };
}

function well(name: string, detail: string): Probe {
  return { name, ok: true, needed: false, detail };
}

function probeLandlock(system: SystemCalls): Probe {
  const abi = landlockAbi(system);
  if (abi < 1) {
    return missing(
      "landlock",
      "switched off: plugins run unsandboxed; start Linux with lsm=landlock,… (5.13 or newer)",
    );
  }
  const later = abi < 4 ? "; granted TCP ports are only held to from Linux 6.7 on" : "";
  return well("landlock", `interface ${abi}${later}`);
}

function probeSeccomp(system: SystemCalls): Probe {
  return seccompAvailable(system)
    ? well("seccomp", "filters are taken")
    : missing("seccomp", "no filters: plugins run unsandboxed; the kernel needs CONFIG_SECCOMP");
}

/** Shared memory, and a seal that makes it read-only for everybody who maps it later. */
function probeMemory(system: SystemCalls): readonly Probe[] {
  const flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
  const descriptor = system.call("memfd_create", cString("homeagent-probe"), flags);
  if (descriptor < 0) return [missing("memfd", `memfd_create: ${errorName(descriptor)}`)];
  try {
    const sized = system.call("ftruncate", descriptor, PAGE_BYTES);
    if (sized < 0) return [missing("memfd", `ftruncate: ${errorName(sized)}`)];
    return [well("memfd", "shared memory can be made"), probeSealing(system, descriptor)];
  } finally {
    system.call("close", descriptor);
  }
}

function probeSealing(system: SystemCalls, descriptor: number): Probe {
  const seals = F_SEAL_FUTURE_WRITE | F_SEAL_SHRINK;
  const sealed = system.call("fcntl", descriptor, F_ADD_SEALS, seals);
  if (sealed < 0) return missing("sealing", `F_ADD_SEALS: ${errorName(sealed)}`);
  const map = (access: number) =>
    system.call("mmap", 0, PAGE_BYTES, access, MAP_SHARED, descriptor, 0);
  const writable = map(PROT_READ | PROT_WRITE);
  const readable = map(PROT_READ);
  for (const address of [writable, readable]) {
    if (address > 0) system.call("munmap", address, PAGE_BYTES);
  }
  if (writable >= 0) return missing("sealing", "sealed memory can still be mapped for writing");
  if (readable < 0) return missing("sealing", `sealed memory: ${errorName(readable)}`);
  return well("sealing", "later writable mappings are refused");
}

function probeEvent(system: SystemCalls): Probe {
  const descriptor = system.call("eventfd2", 0, EFD_CLOEXEC);
  if (descriptor < 0) return missing("eventfd", errorName(descriptor));
  system.call("close", descriptor);
  return well("eventfd", "wake-ups can be sent");
}
