/** The few calls of the C library that shared memory needs, through bun:ffi; opened at first use. */

import { dlopen, FFIType, ptr, read } from "bun:ffi";
import { getSystemErrorName } from "node:util";
import { problem } from "#contract";

const { i32, i64, u32, u64, i64_fast } = FFIType;

function load() {
  try {
    return dlopen("libc.so.6", {
      memfd_create: { args: [FFIType.ptr, u32], returns: i32 },
      ftruncate: { args: [i32, i64], returns: i32 },
      fcntl: { args: [i32, i32, i32], returns: i32 },
      mmap: { args: [u64, u64, i32, i32, i32, i64], returns: i64_fast },
      munmap: { args: [u64, u64], returns: i32 },
      fallocate: { args: [i32, i32, i64, i64], returns: i32 },
      pipe2: { args: [FFIType.ptr, i32], returns: i32 },
      write: { args: [i32, FFIType.ptr, u64], returns: i64_fast },
      __errno_location: { args: [], returns: FFIType.ptr },
    }).symbols;
  } catch (cause) {
    throw problem("NOT_AVAILABLE", "shared memory needs Linux with the GNU C library", {
      hint: "run the hub on such a system",
      cause,
    });
  }
}

let opened: ReturnType<typeof load> | undefined;

/** The C library; throws `NOT_AVAILABLE` on a system that has another one. */
export function linux(): ReturnType<typeof load> {
  opened ??= load();
  return opened;
}

/** The error that the call before this one left behind. */
export function lastErrorName(): string {
  const address = linux().__errno_location();
  return address === null ? "an unknown error" : getSystemErrorName(-read.i32(address, 0));
}

/** The result of a call, or `NOT_AVAILABLE` with its name and the system's error where it is below 0. */
export function requireDone(step: string, result: number | bigint): number {
  const done = Number(result);
  if (done >= 0) return done;
  throw problem("NOT_AVAILABLE", `shared memory: ${step} failed: ${lastErrorName()}`);
}

/** The address of memory that stays where it is for the length of a call. */
export { ptr as addressOf };
