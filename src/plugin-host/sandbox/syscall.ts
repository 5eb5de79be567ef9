/**
 * The door to Linux: one `syscall()` through bun:ffi, with the error number in the result. The whole
 * sandbox is built on it, because Landlock and seccomp have no other binding and a launcher that
 * imports little starts fast.
 */
import { dlopen, FFIType, ptr, read } from "bun:ffi";
import { type Arch, knownArch, type SyscallName, syscallNumber } from "./syscall-numbers.ts";

/** An argument of a call: a number, or memory whose address is passed. */
export type SyscallArgument = number | NodeJS.TypedArray;

/** Makes system calls of the calling thread. */
export interface SystemCalls {
  readonly arch: Arch;
  /** The result of the call, or the negative error number, as Linux itself answers. */
  call(name: SyscallName, ...args: readonly SyscallArgument[]): number;
}

/** What a call answers on a processor that does not have it. */
const ENOSYS = 38;

/** Opens the door, or answers undefined where there is no Linux with glibc on a known processor. */
export function openSystemCalls(): SystemCalls | undefined {
  const arch = knownArch(process.arch);
  if (process.platform !== "linux" || arch === undefined) return undefined;
  const symbols = load();
  if (!symbols) return undefined;
  const errno = symbols.__errno_location();
  if (errno === null) return undefined;
  return {
    arch,
    call(name, ...args) {
      const number = syscallNumber(arch, name);
      if (number === undefined) return -ENOSYS;
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args.map(toWord);
      const result = Number(symbols.syscall(number, a, b, c, d, e, f));
      return result === -1 ? -read.i32(errno, 0) : result;
    },
  };
}

function load() {
  try {
    return dlopen("libc.so.6", {
      syscall: { args: Array<typeof FFIType.i64>(7).fill(FFIType.i64), returns: FFIType.i64_fast },
      __errno_location: { args: [], returns: FFIType.ptr },
    }).symbols;
  } catch {
    // Another C library (musl, Android): the sandbox is reported as missing, never guessed at.
    return undefined;
  }
}

function toWord(argument: SyscallArgument): number {
  return typeof argument === "number" ? argument : ptr(argument);
}

/** A text as C wants it. */
export function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

/** A NUL-terminated array of C strings as `execve` wants it, with the texts that it points to. */
export function cStrings(texts: readonly string[]): { array: BigUint64Array; texts: Buffer[] } {
  const buffers = texts.map(cString);
  const array = new BigUint64Array(buffers.length + 1);
  buffers.forEach((buffer, index) => {
    array[index] = BigInt(ptr(buffer));
  });
  return { array, texts: buffers };
}

/** The address of memory, for structures that hold addresses. */
export function addressOf(memory: NodeJS.TypedArray): bigint {
  return BigInt(ptr(memory));
}

const ERROR_NAMES: Readonly<Record<number, string>> = {
  1: "EPERM",
  2: "ENOENT",
  3: "ESRCH",
  7: "E2BIG",
  8: "ENOEXEC",
  9: "EBADF",
  13: "EACCES",
  14: "EFAULT",
  20: "ENOTDIR",
  22: "EINVAL",
  24: "EMFILE",
  26: "ETXTBSY",
  38: "ENOSYS",
  40: "ELOOP",
  95: "EOPNOTSUPP",
};

/** The name of a negative result, for messages. */
export function errorName(result: number): string {
  return ERROR_NAMES[-result] ?? `errno ${-result}`;
}
