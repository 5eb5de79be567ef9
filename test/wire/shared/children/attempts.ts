/** Tries what a child may not do with memory that it was given, and tells how each try went. */
import { ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { openSharedMemory } from "../../../../src/wire/shared/shared-memory.ts";

const DESCRIPTOR = 3;

/** "done", or why not. */
function attempt(action: () => unknown): string {
  try {
    action();
    return "done";
  } catch (error) {
    return /E[A-Z]{3,}/.exec(String(error))?.[0] ?? String(error);
  }
}

const reopened = () => openSync(`/proc/self/fd/${DESCRIPTOR}`, "r+");
const first = Buffer.alloc(5);
readSync(DESCRIPTOR, first, 0, 5, 0);

const told = JSON.stringify({
  read: first.toString(),
  mapToRead: attempt(() => openSharedMemory(DESCRIPTOR, "read")),
  mapToWrite: attempt(() => openSharedMemory(DESCRIPTOR, "write")),
  mapReopened: attempt(() => openSharedMemory(reopened(), "write")),
  write: attempt(() => writeSync(DESCRIPTOR, "false", 0)),
  writeReopened: attempt(() => writeSync(reopened(), "false", 0)),
  shrink: attempt(() => ftruncateSync(DESCRIPTOR, 1)),
  grow: attempt(() => ftruncateSync(DESCRIPTOR, 1 << 20)),
});
process.stdout.write(`${told}\n`);
