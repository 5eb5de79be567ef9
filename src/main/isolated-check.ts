/** The self-check's isolated probes in a process of their own: its memory goes when it ends. */
import { deadline, messageOf, runProgram, systemClock, systemProcesses } from "#base";
import { type CheckResult, readCheckResults } from "#builtin";
import { removeLeftovers, temporaryRoot } from "./isolated-hub.ts";
import { selfCommand } from "./runtime.ts";

/** Findings of all probes are a few kilobytes. */
const OUTPUT_BYTES_MAX = 64 * 1024;
/** A process that has not ended by then is ended; each probe has its own, shorter time in it. */
const CHECK_TIMEOUT_MS = 60_000;

/** Runs isolated probes elsewhere; that one failed to run is a finding too. */
export async function checkElsewhere(
  dataDir: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly CheckResult[]> {
  const [program = process.execPath, ...words] = selfCommand;
  const begin = systemClock.monotonic();
  using limit = deadline(systemClock, CHECK_TIMEOUT_MS, signal);
  try {
    const ended = await runProgram(
      systemProcesses(systemClock),
      {
        argv: [program, ...words, "__check", temporaryRoot(), dataDir, ...names],
        cwd: "/",
        outputBytesMax: OUTPUT_BYTES_MAX,
      },
      limit.signal,
    );
    signal.throwIfAborted();
    if (ended.code !== 0) throw new Error(endOf(ended));
    return readCheckResults(ended.stdout);
  } catch (error) {
    signal.throwIfAborted();
    removeLeftovers(dataDir);
    return [
      {
        part: "kernel",
        name: "kernel.isolation",
        state: "failed",
        detail: `the check's own process: ${messageOf(error)}`,
        todo: "see the hub's log; if it stays, restart the hub",
        ms: Math.round(systemClock.monotonic() - begin),
      },
    ];
  }
}

function endOf({ code, signal, stderr }: Awaited<ReturnType<typeof runProgram>>): string {
  const how = signal === null ? `exit code ${code}` : `ended by ${signal}`;
  return `${how} ${stderr.trim().split("\n").at(-1) ?? ""}`.trim().slice(0, 300);
}
