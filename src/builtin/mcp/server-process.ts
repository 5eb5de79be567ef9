/** The process of a stdio server: a fresh environment, a home of its own, and an end for all of its group. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  CanceledError,
  type ChildProcess,
  type Clock,
  type ExitStatus,
  type KillSignal,
  type Logger,
  messageOf,
  type OutputListener,
  type ProcessPort,
  sleep,
} from "#base";
import { problem } from "#contract";
import {
  LOG_LINE_CHARS_MAX,
  LOG_LINES_BURST,
  LOG_LINES_PER_SECOND,
  REAP_MS,
  REASON_CHARS_MAX,
  STDERR_BYTES_PER_SECOND,
  STDERR_LINE_BYTES_MAX,
  STDERR_TAIL_LINES,
  STOP_GRACE_MS,
  TERM_GRACE_MS,
} from "./limits.ts";
import { createLineReader } from "./line-reader.ts";
import { shortServerName } from "./names.ts";
import { oneLine, type Scrubber } from "./outside-text.ts";
import { createFlow, createLineGate } from "./rates.ts";

/** Where programs are looked for, unless the server's own environment says otherwise. */
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Lines as programs begin the one that matters. */
const ERROR_LINE = /^\s*(?:\w*Error|error|panic|fatal)\b.*:/i;

/** What a process is started with. */
export interface ServerProcessOptions {
  readonly server: string;
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** The folder that holds one home for each server. */
  readonly homesDir: string;
  readonly processes: ProcessPort;
  readonly clock: Clock;
  readonly log: Logger;
  readonly scrub: Scrubber;
  readonly onStdout: OutputListener;
}

/** A running server. */
export interface ServerProcess {
  readonly pid: number;
  /** Resolves when the process has ended, with what a person should read of it. */
  readonly ended: Promise<string>;
  /** Whether the process ends within that time. */
  endsWithin(timeoutMs: number): Promise<boolean>;
  write(text: string): Promise<unknown> | undefined;
  /** Kills the whole group at once. */
  kill(): void;
  /** Asks it to end, kills what is left of its group, and waits until it is gone. */
  stop(): Promise<void>;
}

/** Starts the program. Throws `PLUGIN_FAILED` where that is not possible. */
export function startServerProcess(options: ServerProcessOptions): ServerProcess {
  const { clock, log } = options;
  const over = new AbortController();
  const stderr = createStderr(options, over.signal);
  const child = spawn(options, stderr.take);
  const signalGroup = (signal: KillSignal) => {
    // Once it is over its number may be another's.
    if (!over.signal.aborted) killGroup(child.pid, signal);
  };
  const exited = child.exited.then((status) => {
    // Whom it left behind goes with it: nobody speaks for them any more.
    signalGroup("SIGKILL");
    over.abort(new CanceledError("gone"));
    return status;
  });
  const isGoneWithin = (timeoutMs: number) => within(clock, timeoutMs, exited);
  const ended = exited.then(async (status) => {
    await child.outputEnded;
    const words = stderr.lastWords();
    return words === "" ? exitText(status) : `${exitText(status)}: ${words}`;
  });
  return {
    pid: child.pid,
    ended,
    endsWithin: isGoneWithin,
    write: (text) => child.write(text),
    kill: () => signalGroup("SIGKILL"),
    async stop() {
      child.closeStdin();
      if (await isGoneWithin(STOP_GRACE_MS)) return;
      signalGroup("SIGTERM");
      if (await isGoneWithin(TERM_GRACE_MS)) return;
      log.warn("mcp.stop_killed", { server: options.server });
      signalGroup("SIGKILL");
      if (await isGoneWithin(REAP_MS)) return;
      log.error("mcp.not_reaped", { server: options.server, pid: child.pid });
    },
  };
}

function spawn(options: ServerProcessOptions, onStderr: OutputListener): ChildProcess {
  const { argv, env, homesDir, processes, server, onStdout } = options;
  const home = join(homesDir, shortServerName(server));
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const whole = { PATH, HOME: home, TMPDIR: home, LANG: "C.UTF-8", ...env };
  try {
    return processes.spawn({ argv, env: whole, cwd: home, stdin: "pipe", onStdout, onStderr });
  } catch (cause) {
    throw problem("PLUGIN_FAILED", `"${argv[0]}" cannot be started: ${messageOf(cause)}`, {
      cause,
      hint: "is it installed, and in the PATH of the hub or named by its whole path?",
    });
  }
}

/** Lines of stderr for the log, and the last of them for the reason of the exit. */
function createStderr(options: ServerProcessOptions, signal: AbortSignal) {
  const { clock, log, scrub, server } = options;
  const passes = createLineGate(clock, LOG_LINES_PER_SECOND, LOG_LINES_BURST, (dropped) =>
    log.warn("mcp.stderr_flood", { server, dropped }),
  );
  const flow = createFlow(clock, STDERR_BYTES_PER_SECOND, () => undefined, signal);
  const tail: string[] = [];
  const reader = createLineReader({
    bytesMax: STDERR_LINE_BYTES_MAX,
    onTooLong: () => undefined,
    onLine(text) {
      const line = oneLine(scrub(text), LOG_LINE_CHARS_MAX);
      if (line === "") return;
      tail.push(line);
      if (tail.length > STDERR_TAIL_LINES) tail.shift();
      if (passes()) log.info("mcp.stderr", { server, line });
    },
  });
  return {
    take: (bytes: Uint8Array) => {
      reader.feed(bytes);
      return flow(bytes.length);
    },
    lastWords() {
      const rest = scrub(reader.rest());
      const words = rest || tail.findLast((line) => ERROR_LINE.test(line)) || tail.at(-1);
      return oneLine(words ?? "", REASON_CHARS_MAX);
    },
  };
}

/**
 * Signals the process and all that it started, unless they left its group. The group's number is
 * the process's own, since it was started in a session of its own.
 */
function killGroup(pid: number, signal: KillSignal): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in it, which is what was wanted.
  }
}

async function within(clock: Clock, timeoutMs: number, done: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const late = sleep(clock, timeoutMs, over.signal).then(
    () => false,
    () => true,
  );
  try {
    return await Promise.race([done.then(() => true), late]);
  } finally {
    over.abort(new CanceledError("stopped"));
  }
}

function exitText({ code, signal }: ExitStatus): string {
  return signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
}
