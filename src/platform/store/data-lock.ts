/** The lock of a data folder: one hub at a time, released by the system however the hub ends. */
import { dlopen, FFIType, read } from "bun:ffi";
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { messageOf, OperationalError } from "#base";

/** The name of the lock file in the data folder (contract §1). */
const LOCK_NAME = "hub.lock";

const LOCK_EXCLUSIVE = 2;
const LOCK_NON_BLOCKING = 4;
const ERRNO_WOULD_BLOCK = 11;

/** The held lock; disposing it frees the folder. */
export interface DataLock extends Disposable {
  readonly dir: string;
  /** The lock file, which holds the process id of the holder. */
  readonly path: string;
}

/**
 * Takes the data folder for this process; makes the folder itself if only it is missing (a missing
 * parent is more likely a disk that is not mounted than a wish). Throws `DATA_LOCKED`, which names
 * the holder, or `DATA_UNWRITABLE`.
 */
export function lockDataFolder(dir: string): DataLock {
  const path = join(dir, LOCK_NAME);
  const file = openLockFile(dir, path);
  const errno = lockFile(file);
  if (errno !== 0) {
    closeSync(file);
    throw errno === ERRNO_WOULD_BLOCK ? lockedError(dir, path) : unlockableError(dir, errno);
  }
  signLockFile(file);
  let held = true;
  return {
    dir,
    path,
    [Symbol.dispose]() {
      // The file stays: removing it would let a third process lock a new one beside the second.
      if (held) closeSync(file);
      held = false;
    },
  };
}

/** The process that holds the folder's lock as far as its file tells; undefined when it does not. */
export function lockHolder(dir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(dir, LOCK_NAME), "utf8"), 10);
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    // No file, no holder that we could name.
    return undefined;
  }
}

function openLockFile(dir: string, path: string): number {
  try {
    try {
      mkdirSync(dir, { mode: 0o700 });
    } catch (error) {
      if ((error as { code?: unknown }).code !== "EEXIST") throw error;
    }
    // Neither truncated nor replaced: until the lock is ours, its text belongs to the holder.
    return openSync(path, "a+", 0o600);
  } catch (cause) {
    throw new OperationalError(
      "DATA_UNWRITABLE",
      `the data folder ${dir} cannot be written: ${messageOf(cause)}`,
      { hint: "check that its disk is mounted, not full, and belongs to the hub's user", cause },
    );
  }
}

/** Who holds the lock, for people. On a full disk it stays unsigned: the lock itself holds. */
function signLockFile(file: number): void {
  try {
    ftruncateSync(file, 0);
    writeSync(file, `${process.pid}\n`, 0);
  } catch {
    // The store tells that the disk is full, and what to do.
  }
}

/** Zero, or the system's error number. */
function lockFile(file: number): number {
  const libc = dlopen("libc.so.6", {
    flock: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    __errno_location: { args: [], returns: FFIType.ptr },
  });
  try {
    if (libc.symbols.flock(file, LOCK_EXCLUSIVE | LOCK_NON_BLOCKING) === 0) return 0;
    const location = libc.symbols.__errno_location();
    return location === null ? ERRNO_WOULD_BLOCK : read.i32(location);
  } finally {
    libc.close();
  }
}

function lockedError(dir: string, path: string): OperationalError {
  const pid = lockHolder(dir);
  const who = pid === undefined ? "another process" : `process ${pid}`;
  const stop = pid === undefined ? "stop it" : `stop it (waiter stop, or kill ${pid})`;
  return new OperationalError("DATA_LOCKED", `another hub uses ${dir}: ${who} holds ${path}`, {
    hint: `${stop}, or start this hub with another --data folder`,
  });
}

function unlockableError(dir: string, errno: number): OperationalError {
  return new OperationalError(
    "DATA_UNWRITABLE",
    `the data folder ${dir} cannot be locked (system error ${errno})`,
    { hint: "use a local disk: this file system knows no locks" },
  );
}
