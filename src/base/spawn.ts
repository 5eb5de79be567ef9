/** Child processes as a port: a fresh environment, bounded output, and an exit that waits for no pipe. */
import type { Clock } from "./clock.ts";

/** Signals that we send. */
export type KillSignal = "SIGTERM" | "SIGKILL" | "SIGINT" | "SIGHUP";

/** How a process ended. Exactly one of both is set. */
export interface ExitStatus {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Takes output. While a promise that it answers is pending, nothing more is read from the child. */
export type OutputListener = (bytes: Uint8Array) => Promise<void> | undefined;

export interface SpawnRequest {
  readonly argv: readonly [string, ...string[]];
  /** The whole environment of the child; nothing of ours is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Hears what the child writes; without it the output is thrown away. Must not throw. */
  readonly onStdout?: OutputListener;
  readonly onStderr?: OutputListener;
  /** Whether the child gets a pipe that {@link ChildProcess.write} fills; else /dev/null. */
  readonly stdin: "pipe" | "ignore";
  /** Descriptors handed down as 3, 4, … */
  readonly descriptors?: readonly number[];
}

/** A running child. Disposing kills it and waits for its exit. */
export interface ChildProcess extends AsyncDisposable {
  readonly pid: number;
  /** Resolves when the process itself has ended, whoever may still hold its pipes (F43). */
  readonly exited: Promise<ExitStatus>;
  /** Resolves when its output has been read: at end-of-file, or a moment after the exit. */
  readonly outputEnded: Promise<void>;
  /** Writes to stdin. A promise while the child does not read; it rejects when the pipe breaks. */
  write(text: string): Promise<unknown> | undefined;
  /** Ends stdin, which asks a well-behaved child to go. */
  closeStdin(): void;
  /** Sends a signal; does nothing once the process has ended. */
  kill(signal: KillSignal): void;
}

/** Starts processes. */
export interface ProcessPort {
  /** Throws what the system says when the program cannot be started. */
  spawn(request: SpawnRequest): ChildProcess;
}

/** How long output is read on after the exit where something else holds the pipe open. */
const OUTPUT_GRACE_MS = 250;

/** Starts processes on this machine. */
export function systemProcesses(clock: Clock): ProcessPort {
  return { spawn: (request) => spawn(clock, request) };
}

function spawn(clock: Clock, request: SpawnRequest): ChildProcess {
  const child = Bun.spawn({
    cmd: [...request.argv],
    env: { ...request.env },
    cwd: request.cwd,
    // A session of its own: Ctrl-C on a terminal is meant for the hub, which then ends its children.
    detached: true,
    stdio: [
      request.stdin,
      request.onStdout ? "pipe" : "ignore",
      request.onStderr ? "pipe" : "ignore",
      ...(request.descriptors ?? []),
    ],
  });
  const stdin = child.stdin as Bun.FileSink | undefined;
  const readers = [
    startReading(child.stdout as ReadableStream<Uint8Array> | undefined, request.onStdout),
    startReading(child.stderr as ReadableStream<Uint8Array> | undefined, request.onStderr),
  ];
  const exited = child.exited.then(
    (code): ExitStatus =>
      child.signalCode === null
        ? { code, signal: null }
        : { code: null, signal: String(child.signalCode) },
  );
  const outputEnded = (async () => {
    const ended = Promise.all(readers.map((reader) => reader.ended));
    await exited;
    // What the child wrote last is in the pipe already; only a grandchild can keep it open.
    const late = Promise.withResolvers<void>();
    using _timer = clock.after(OUTPUT_GRACE_MS, late.resolve);
    await Promise.race([ended, late.promise]);
    for (const reader of readers) reader.cancel();
  })();
  return {
    pid: child.pid,
    exited,
    outputEnded,
    write(text) {
      if (!stdin) return Promise.reject(new Error("the child has no stdin"));
      const written = stdin.write(text) as number | Promise<number>;
      const flushed = stdin.flush() as number | Promise<number>;
      if (typeof written === "number" && typeof flushed === "number") return undefined;
      return Promise.all([written, flushed]);
    },
    closeStdin() {
      // A pipe that broke before its end has nothing left to say.
      Promise.resolve(stdin?.end()).catch(() => undefined);
    },
    kill(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    },
    async [Symbol.asyncDispose]() {
      this.kill("SIGKILL");
      await exited;
      await outputEnded;
    },
  };
}

/** Reads a stream to its end, handing over every chunk as it comes. */
function startReading(
  stream: ReadableStream<Uint8Array> | undefined,
  onChunk: OutputListener | undefined,
): { readonly ended: Promise<void>; cancel(): void } {
  if (!stream || !onChunk) return { ended: Promise.resolve(), cancel: () => undefined };
  const reader = stream.getReader();
  const read = async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const pause = onChunk(value);
      if (pause) await pause;
    }
  };
  return {
    // A broken pipe is the end of the output like any other.
    ended: read().catch(() => undefined),
    cancel: () => void reader.cancel().catch(() => undefined),
  };
}
