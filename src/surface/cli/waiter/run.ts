/** The waiter: one command over the kernel's socket, its answer on the terminal, an exit code. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Clock, messageOf, silentLogger } from "#base";
import { connectToSocket } from "#wire";
import { EXIT, report, type Terminal, UsageError } from "../terminal.ts";
import type { Ask, Flags, Invocation } from "./command.ts";
import { commands, findCommand } from "./commands.ts";

/** Longest time for one command; a turn with a slow model takes its while. */
const COMMAND_TIMEOUT_MS = 300_000;

/** What the waiter stands on. */
export interface WaiterOptions {
  readonly clock: Clock;
  readonly terminal: Terminal;
  /** `$HOMEAGENT_SOCKET`. */
  readonly envSocket: string | undefined;
  /** `$HOMEAGENT_DATA`, or undefined for `./data`. */
  readonly envData: string | undefined;
}

const options = {
  socket: { type: "string" },
  user: { type: "string" },
  name: { type: "string" },
  role: { type: "string" },
  areas: { type: "string" },
  only: { type: "string" },
  trace: { type: "boolean", default: false },
  overwrite: { type: "boolean", default: false },
  "delete-data": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** Runs waiter with its arguments (without the program's own name) and answers the exit code. */
export async function runWaiter(
  argv: readonly string[],
  { clock, terminal, envSocket, envData }: WaiterOptions,
  signal: AbortSignal,
): Promise<number> {
  const json = argv.includes("--json");
  try {
    const { values, positionals } = parse(argv);
    const isHelp = values.help || positionals[0] === "help";
    if (isHelp || positionals.length === 0) {
      terminal[isHelp ? "out" : "err"](helpText());
      return isHelp ? EXIT.done : EXIT.usage;
    }
    const { command, args } = findCommand(positionals);
    const invocation = command.build(args, values as Flags);
    const socket = values.socket ?? envSocket ?? resolve(envData ?? "data", "homed.sock");
    const answer = await call(clock, socket, invocation, signal);
    terminal.out(json ? jsonOf(invocation, answer) : invocation.render(answer as never));
    return EXIT.done;
  } catch (error) {
    return report(terminal, error, json);
  }
}

function jsonOf({ json }: Invocation, answer: unknown): string {
  return JSON.stringify(json ? json(answer as never) : answer);
}

function parse(argv: readonly string[]) {
  try {
    // A text to say may begin with a dash; "--" before it makes that plain.
    return parseArgs({ args: withNumbersLast(argv), options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(messageOf(error), "waiter --help");
  }
}

/** A number below zero is a value and no option; where one is taken, it is the last of the words. */
function withNumbersLast(argv: readonly string[]): string[] {
  const end = argv.indexOf("--");
  const open = end === -1 ? argv : argv.slice(0, end);
  const negative = (word: string) => /^-\.?\d/.test(word);
  const numbers = open.filter(negative);
  if (numbers.length === 0) return [...argv];
  const words = open.filter((word) => !negative(word));
  return [...words, "--", ...numbers, ...(end === -1 ? [] : argv.slice(end + 1))];
}

async function call(
  clock: Clock,
  socket: string,
  { method, params, prepare }: Invocation,
  signal: AbortSignal,
): Promise<unknown> {
  using link = await connectToSocket({ path: socket, clock, log: silentLogger }, signal);
  const ask: Ask = (asked, given) =>
    link.peer.request(asked, given, signal, { timeoutMs: COMMAND_TIMEOUT_MS });
  return await ask(method, { ...params, ...(await prepare?.(ask, signal)) });
}

function helpText(): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  return [
    "waiter [--socket PATH] COMMAND … [--json]",
    "the socket: --socket, else $HOMEAGENT_SOCKET, else homed.sock in $HOMEAGENT_DATA or ./data",
    "",
    ...commands.map(({ usage, help }) => `  ${usage.padEnd(width)}  ${help}`),
  ].join("\n");
}
