/** Runs of `hmapdev` from source, in a process and a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "..", "..", "src", "main.ts");
const environment = { PATH: process.env["PATH"] ?? "", HOME: tmpdir() };

export interface HmapdevResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** One that runs until it is ended; disposing kills it. */
export interface HmapdevRun extends Disposable {
  readonly child: ChildProcess;
  /** Waits until it has written the text. Rejects when it ends before. */
  wrote(text: string): Promise<void>;
  /** Ctrl-C; answers how it ended. */
  interrupt(): Promise<HmapdevResult>;
}

/** Starts a command in `cwd`. */
export function startHmapdev(cwd: string, ...words: readonly string[]): HmapdevRun {
  const child = spawn(process.execPath, [MAIN, "hmapdev", ...words], { cwd, env: environment });
  const written = { out: "", err: "" };
  const waiting = new Set<() => void>();
  const heard = () => {
    for (const look of [...waiting]) look();
  };
  child.stdout.on("data", (bytes) => {
    written.out += String(bytes);
    heard();
  });
  child.stderr.on("data", (bytes) => {
    written.err += String(bytes);
    heard();
  });
  const ended = new Promise<HmapdevResult>((resolve) => {
    child.once("close", (code) => resolve({ code, ...written }));
  });
  return {
    child,
    wrote: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!`${written.out}\n${written.err}`.includes(text)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        ended
          .then(({ out, err }) => reject(new Error(`ended without "${text}": ${out}${err}`)))
          .catch(reject);
      }),
    interrupt() {
      // Twice, as an impatient author does.
      child.kill("SIGINT");
      child.kill("SIGINT");
      return ended;
    },
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };
}

/** Runs a command to its end. */
export function runHmapdev(cwd: string, ...words: readonly string[]): Promise<HmapdevResult> {
  const run = startHmapdev(cwd, ...words);
  return new Promise((resolve) => {
    let out = "";
    let err = "";
    run.child.stdout?.on("data", (bytes) => {
      out += String(bytes);
    });
    run.child.stderr?.on("data", (bytes) => {
      err += String(bytes);
    });
    run.child.once("close", (code) => resolve({ code, out, err }));
  });
}
