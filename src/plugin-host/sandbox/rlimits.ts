/**
 * Resource limits of a child. `RLIMIT_AS` is no use here: JavaScriptCore reserves gigabytes of
 * addresses. `RLIMIT_DATA` counts private writable memory, and becomes exact once the runtime is told
 * to reserve little and to commit step by step. Running into it is a `RangeError: Out of memory` in
 * the plugin, or its end where the engine cannot do without.
 */
import type { StepFailure } from "./landlock.ts";
import type { SandboxLimits } from "./launch-spec.ts";
import { cString, type SystemCalls } from "./syscall.ts";

const MIB = 1024 * 1024;
/** Addresses for machine code and for object shapes: reserved at start, counted by Linux at once. */
const JIT_RESERVED_MB = 64;
const STRUCTURES_RESERVED_MB = 128;

/** The runtime's own settings that make its memory countable; part of every child's environment. */
export const MEMORY_ENVIRONMENT: Readonly<Record<string, string>> = {
  // The allocator maps its arenas inaccessible and opens them as they are used.
  MIMALLOC_ARENA_EAGER_COMMIT: "0",
  BUN_JSC_jitMemoryReservationSize: String(JIT_RESERVED_MB * MIB),
  BUN_JSC_structureHeapSizeInKB: String(STRUCTURES_RESERVED_MB * 1024),
};

const RLIMIT = {
  fileSize: 1,
  data: 2,
  core: 4,
  openFiles: 7,
  lockedMemory: 8,
  messageQueues: 12,
  niceness: 13,
  realTimePriority: 14,
} as const;

/** Limits the calling process. What it already has less of stays so. */
export function applyLimits(system: SystemCalls, limits: SandboxLimits): StepFailure | undefined {
  const wanted: readonly (readonly [keyof typeof RLIMIT, number])[] = [
    ["core", 0],
    ["lockedMemory", 0],
    ["messageQueues", 0],
    ["niceness", 0],
    ["realTimePriority", 0],
    ["fileSize", limits.fileSizeMb * MIB],
    ["openFiles", limits.openFiles],
    ["data", (limits.memoryMb + JIT_RESERVED_MB + STRUCTURES_RESERVED_MB) * MIB],
  ];
  for (const [name, value] of wanted) {
    const result = lower(system, RLIMIT[name], BigInt(value));
    if (result < 0) return { step: `limit ${name}`, result };
  }
  return preferAsVictim(system, limits.oomScoreAdjust);
}

function lower(system: SystemCalls, resource: number, value: bigint): number {
  const current = new BigUint64Array(2);
  const read = system.call("prlimit64", 0, resource, 0, current);
  if (read < 0) return read;
  const hard = current[1] ?? value;
  const limit = hard < value ? hard : value;
  return system.call("prlimit64", 0, resource, new BigUint64Array([limit, limit]), 0);
}

const AT_FDCWD = -100;
const O_WRONLY = 1;

/** When memory runs out the plugin goes before the hub. Raising one's own score needs no privilege. */
function preferAsVictim(system: SystemCalls, score: number): StepFailure | undefined {
  const descriptor = system.call("openat", AT_FDCWD, cString("/proc/self/oom_score_adj"), O_WRONLY);
  if (descriptor < 0) return { step: "oom_score_adj", result: descriptor };
  const text = Buffer.from(String(score));
  const result = system.call("write", descriptor, text, text.length);
  system.call("close", descriptor);
  return result < 0 ? { step: "oom_score_adj", result } : undefined;
}
