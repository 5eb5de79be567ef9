/** Runs one program to its end: output bounded, ended as a group, nothing of ours in its environment. */
import { messageOf, OperationalError } from "./errors.ts";
import type { ProcessPort } from "./spawn.ts";

/** Nothing of the hub's own environment; programs are found by their full path. */
const ENVIRONMENT = { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" };

/** What to run. No shell reads `argv`. */
export interface ProgramRequest {
  readonly argv: readonly [string, ...string[]];
  /** Programs read files of the folder that they start in. */
  readonly cwd: string;
  /** Bytes that are kept of each of the two outputs; what comes after them is thrown away. */
  readonly outputBytesMax: number;
}

/** How a program ended. */
export interface ProgramResult {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** More was written than is told here. */
  readonly isCut: boolean;
  /** `limit` ended it. */
  readonly isTimedOut: boolean;
}

/**
 * Runs a program until it ends or `limit` aborts, which kills it with all of its group. Throws
 * `NOT_FOUND` for one that cannot be started.
 */
export async function runProgram(
  processes: ProcessPort,
  request: ProgramRequest,
  limit: AbortSignal,
): Promise<ProgramResult> {
  const stdout = createBoundedText(request.outputBytesMax);
  const stderr = createBoundedText(request.outputBytesMax);
  const child = spawn(processes, request, stdout, stderr);
  const end = () => killGroup(child.pid);
  limit.addEventListener("abort", end, { once: true });
  if (limit.aborted) end();
  try {
    const { code, signal } = await child.exited;
    await child.outputEnded;
    return {
      code,
      signal,
      stdout: stdout.text(),
      stderr: stderr.text(),
      isCut: stdout.isCut() || stderr.isCut(),
      isTimedOut: limit.aborted,
    };
  } finally {
    limit.removeEventListener("abort", end);
    // What it left running in its group has nobody any more who would end it.
    end();
  }
}

function spawn(
  processes: ProcessPort,
  { argv, cwd }: ProgramRequest,
  stdout: BoundedText,
  stderr: BoundedText,
) {
  try {
    return processes.spawn({
      argv,
      env: ENVIRONMENT,
      cwd,
      stdin: "ignore",
      onStdout: stdout.take,
      onStderr: stderr.take,
    });
  } catch (cause) {
    const message = `${argv[0]} cannot be started: ${messageOf(cause)}`;
    throw new OperationalError("NOT_FOUND", message, { cause });
  }
}

/** The first bytes of an output; the rest is read too, or the program would wait for ever. */
interface BoundedText {
  take(bytes: Uint8Array): undefined;
  text(): string;
  isCut(): boolean;
}

function createBoundedText(bytesMax: number): BoundedText {
  const pieces: Uint8Array[] = [];
  let left = bytesMax;
  let cut = false;
  return {
    take(bytes) {
      if (bytes.length > left) cut = true;
      if (left > 0) pieces.push(bytes.slice(0, left));
      left = Math.max(0, left - bytes.length);
      return undefined;
    },
    text: () => new TextDecoder().decode(Buffer.concat(pieces)),
    isCut: () => cut,
  };
}

/** The group's number is the process's own, since it was started in a session of its own. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left in it, which is what was wanted.
  }
}
