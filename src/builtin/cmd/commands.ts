/** Programs for the owner's agent: those on his list at once, all others after his own yes, once. */
import {
  type Clock,
  deadline,
  type Logger,
  type ProcessPort,
  type ProgramResult,
  runProgram,
} from "#base";
import {
  type ArgumentVector,
  problem,
  requireVector,
  sameVector,
  type ToolContext,
  type ToolResult,
  visible,
} from "#contract";
import type { AskedConfirmation, Confirmations } from "#kernel/state";
import { waitsForOwner } from "../outcome.ts";
import { OUTPUT_BYTES_MAX, RESULTS_TOLD_MAX, RUNS_MAX } from "./limits.ts";
import type { CmdSettings } from "./settings.ts";

/** The area of its confirmations. */
const AREA = "cmd";
/** Programs read files of the folder that they start in; in this one lies nothing that a model wrote. */
const NEUTRAL_FOLDER = "/";

/** What commands stand on. */
export interface CommandParts {
  readonly processes: ProcessPort;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: CmdSettings;
  readonly confirmations: Confirmations;
  /** Opens a folder below the allowed roots. Throws for any other. */
  readonly openFolder: (path: string) => Promise<WorkFolder>;
}

/** An open folder that a program starts in. */
export interface WorkFolder extends AsyncDisposable {
  /** Leads to this very folder while it is open. */
  readonly path: string;
}

/** What is to be run. */
export interface Command {
  readonly argv: readonly string[];
  readonly timeoutMs?: number;
  readonly workdir?: string;
}

export class Commands {
  readonly #parts: CommandParts;
  #running = 0;

  constructor(parts: CommandParts) {
    this.#parts = parts;
  }

  /** Runs it, or asks the owner. Throws for what cannot be run at all. */
  async run(command: Command, context: ToolContext, signal: AbortSignal): Promise<ToolResult> {
    const { settings, confirmations } = this.#parts;
    const argv = requireVector(command.argv);
    const { timeoutMs = settings.timeoutMs(), workdir } = command;
    const isAllowed = settings.allowed().some((listed) => sameVector(listed, argv));
    // In a folder of its own choice the same vector is another command: it may lie in wait there.
    if (isAllowed && workdir === undefined) {
      return await this.#execute(argv, NEUTRAL_FOLDER, timeoutMs, signal);
    }
    if (workdir !== undefined) await this.#requireFolder(workdir);
    const where = workdir === undefined ? "" : ` in ${visible(workdir)}`;
    const asked = confirmations.ask({
      area: AREA,
      action: `[${argv.map(visible).join(", ")}]${where}, ${timeoutMs / 1_000} s`,
      context,
      perform: async (stopping) => {
        if (workdir === undefined) {
          return await this.#execute(argv, NEUTRAL_FOLDER, timeoutMs, stopping);
        }
        await using folder = await this.#parts.openFolder(workdir);
        return await this.#execute(argv, folder.path, timeoutMs, stopping);
      },
    });
    return waitsForOwner(asked);
  }

  /** How the last few ended that a person asked the owner for. */
  results(personId: string): ToolResult {
    const asked = this.#parts.confirmations.asked(personId, AREA).slice(0, RESULTS_TOLD_MAX);
    const content = asked.length === 0 ? "nothing was asked for" : asked.map(told).join("\n\n");
    return { outcome: "ok", content };
  }

  /** What could never run is refused before anybody is asked. */
  async #requireFolder(workdir: string): Promise<void> {
    await using _folder = await this.#parts.openFolder(workdir);
  }

  async #execute(
    argv: ArgumentVector,
    cwd: string,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<ToolResult> {
    const { clock, processes, log } = this.#parts;
    if (this.#running >= RUNS_MAX) throw problem("BUSY", `${RUNS_MAX} programs run already`);
    this.#running += 1;
    try {
      using limit = deadline(clock, timeoutMs, signal);
      const request = { argv, cwd, outputBytesMax: OUTPUT_BYTES_MAX };
      const result = await runProgram(processes, request, limit.signal);
      const { code, signal: endedBy, isTimedOut } = result;
      log.info("cmd.run", { argv, cwd, code, endedBy, isTimedOut });
      signal.throwIfAborted();
      return answerOf(result, timeoutMs);
    } finally {
      this.#running -= 1;
    }
  }
}

function answerOf(result: ProgramResult, timeoutMs: number): ToolResult {
  const { code, signal, stdout, stderr, isCut, isTimedOut } = result;
  const end = isTimedOut
    ? `ended after ${timeoutMs / 1_000} s`
    : signal === null
      ? `exit ${code}`
      : `ended by ${signal}`;
  const parts = [end, stdout, stderr === "" ? "" : `stderr:\n${stderr}`, isCut ? "[cut]" : ""];
  const content = parts.filter((part) => part !== "").join("\n");
  // A program that ended by itself was run, whatever it answered.
  return { outcome: isTimedOut ? "timeout" : "ok", content, data: result };
}

function told({ action, state, result }: AskedConfirmation): string {
  return `${action}: ${state}${result === null ? "" : `, ${result.outcome}\n${result.content}`}`;
}
