/** Clocks that the runtime does not offer: one that all processes share, and the time of one thread. */
import { dlopen, FFIType, ptr } from "bun:ffi";

const { symbols } = dlopen("libc.so.6", {
  clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
});
const parts = new BigInt64Array(2);
const address = ptr(parts);

function read(clock: number): number {
  symbols.clock_gettime(clock, address);
  return Number(parts[0] ?? 0n) * 1e9 + Number(parts[1] ?? 0n);
}

/** Nanoseconds of a clock that is the same in every process of this machine. */
export const sharedNs = (): number => read(1);
/** Nanoseconds that this thread has been running. */
export const threadNs = (): number => read(3);

/** Milliseconds that a process has been running so far, with threads that have ended. */
export function processMs(pid: number): number {
  // The clock that `clock_getcpuclockid` would name: the process's own, in nanoseconds.
  return read((~pid << 3) | 2) / 1e6;
}
