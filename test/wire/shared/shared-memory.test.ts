/** Memory between processes: what a child can do with it, and what is left of it when it is closed. */
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  createSharedMemory,
  openSharedMemory,
  type Sharing,
} from "../../../src/wire/shared/shared-memory.ts";
import { startLineChild } from "../../support/line-child.ts";

const ATTEMPTS = join(import.meta.dirname, "children/attempts.ts");

/** What a child could do with memory that says "truth". */
async function attempts(sharing: Sharing) {
  using memory = createSharedMemory("test", 8192, sharing);
  const bytes = Buffer.from(memory.buffer);
  bytes.write("truth");
  await using child = startLineChild(ATTEMPTS, [], [memory.descriptor]);
  const told = await child.next<Record<string, string>>();
  return { ...told, after: bytes.toString("latin1", 0, 5) };
}

describe("shared memory", () => {
  test("that is read-only can be neither mapped for writing nor written nor resized by a child", async () => {
    expect(await attempts("read_only")).toEqual({
      read: "truth",
      mapToRead: "done",
      mapToWrite: "EPERM",
      mapReopened: "EPERM",
      write: "EPERM",
      writeReopened: "EPERM",
      shrink: "EPERM",
      grow: "EPERM",
      after: "truth",
    });
  });

  test("that is writable can still not be cut off under us", async () => {
    expect(await attempts("writable")).toMatchObject({
      mapToWrite: "done",
      shrink: "EPERM",
      grow: "EPERM",
      after: "false",
    });
  });

  test("leaves empty views behind when it is closed, and no crash", () => {
    const memory = createSharedMemory("test", 4096, "writable");
    const words = new Int32Array(memory.buffer);
    const bytes = Buffer.from(memory.buffer);
    words[0] = 7;
    memory[Symbol.dispose]();
    memory[Symbol.dispose]();
    expect([memory.isOpen, words.length, words[0], bytes.toString()]).toEqual([
      false,
      0,
      undefined,
      "",
    ]);
    expect(() => Atomics.store(words, 0, 1)).toThrow(TypeError);
    expect(() => memory.descriptor).toThrow("closed");
  });

  test("is not opened over a descriptor that holds none", () => {
    const nothing = openSync("/dev/null", "r");
    try {
      expect(() => openSharedMemory(nothing, "read")).toThrow("no shared memory");
    } finally {
      closeSync(nothing);
    }
  });
});
