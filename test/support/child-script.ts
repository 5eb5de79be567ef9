/** Runs one of our own scripts in a real child process, to kill it or to read what it says. */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** A running script. Disposing kills it, as hard as a power cut would. */
export interface ChildScript extends AsyncDisposable {
  readonly pid: number;
  /** Its next line on standard output; undefined when it ended. */
  nextLine(): Promise<string | undefined>;
  /** Kills it with SIGKILL and waits until it is gone. */
  kill(): Promise<void>;
  /** Waits for its end; answers the exit code, -1 after a signal. */
  exit(): Promise<number>;
  /** What it wrote to standard error so far. */
  stderr(): string;
}

/** Starts `path` on this Bun with `args`. Its environment holds PATH and `env`, no more. */
export function runScript(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildScript {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    [path, ...args],
    { env: { PATH: process.env["PATH"] ?? "", ...env }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const exited = once(child, "exit") as Promise<[number | null]>;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  return {
    pid: child.pid ?? -1,
    nextLine: async () => {
      const { value, done } = await lines.next();
      return done ? undefined : value;
    },
    kill,
    exit: async () => (await exited)[0] ?? -1,
    stderr: () => errors,
    [Symbol.asyncDispose]: kill,
  };
}
