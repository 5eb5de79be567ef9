/** A child process of ours that takes descriptors and talks in lines: JSON out, plain text in. */
import { type ChildProcess, systemClock, systemProcesses } from "#base";

/** A running child. Disposing kills it. */
export interface LineChild extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Its next line, parsed; rejects when it ends without one. */
  next<Line>(): Promise<Line>;
  /** Writes a line to its standard input. */
  say(line: string): void;
  /** Kills it with SIGKILL and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a script with arguments; it finds the descriptors as 3, 4, … */
export function startLineChild(
  script: string,
  args: readonly string[],
  descriptors: readonly number[] = [],
): LineChild {
  const lines: unknown[] = [];
  const waiting: PromiseWithResolvers<unknown>[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  let errors = "";
  const child = systemProcesses(systemClock).spawn({
    argv: [process.execPath, script, ...args],
    env: {},
    cwd: import.meta.dirname,
    stdin: "pipe",
    descriptors,
    onStdout(bytes) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const first = waiting.shift();
        if (first) first.resolve(JSON.parse(part));
        else lines.push(JSON.parse(part));
      }
      return undefined;
    },
    onStderr(bytes) {
      errors += Buffer.from(bytes).toString();
      return undefined;
    },
  });
  const hasEnded = child.outputEnded.then(() => {
    for (const one of waiting) one.reject(new Error(`the child ended: ${errors}`));
    waiting.length = 0;
    return true;
  });
  let isOver = false;
  void hasEnded.then(() => {
    isOver = true;
  });
  return {
    process: child,
    next<Line>() {
      if (lines.length > 0) return Promise.resolve(lines.shift() as Line);
      if (isOver) return Promise.reject(new Error(`the child ended: ${errors}`));
      const one = Promise.withResolvers<unknown>();
      waiting.push(one);
      return one.promise as Promise<Line>;
    },
    say(line) {
      if (isOver) throw new Error(`the child ended: ${errors}`);
      void child.write(`${line}\n`);
    },
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
