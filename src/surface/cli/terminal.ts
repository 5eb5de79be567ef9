/** Where a command writes: results to standard output, errors to standard error. */
import { codeOf, isCanceled, messageOf, OperationalError } from "#base";

/** The two streams of a command. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
}

/** The terminal of this process. */
export const processTerminal: Terminal = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
};

/** Exit codes (contract §1). */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Wrong usage of a command: says what is allowed. */
export class UsageError extends OperationalError {
  override readonly name = "UsageError";
  constructor(message: string, hint: string) {
    super("USAGE", message, { hint });
  }
}

/** Tells an error in one line, or as JSON, and answers the exit code. */
export function report(terminal: Terminal, error: unknown, json: boolean): number {
  const code = isCanceled(error) ? "COMMAND_TIMEOUT" : codeOf(error);
  const hint = error instanceof OperationalError ? error.hint : undefined;
  const message = messageOf(error);
  terminal.err(
    json
      ? JSON.stringify({ error: { code, message, ...(hint === undefined ? {} : { hint }) } })
      : linesOf(
          `${message}${hint === undefined || message.endsWith(hint) ? "" : ` — ${hint}`} (${code})`,
          code,
        ),
  );
  return error instanceof UsageError ? EXIT.usage : EXIT.failed;
}

/** The bundler's faults stand one a line; of others' messages no part may look like a line of ours. */
function linesOf(text: string, code: string): string {
  return code === "BUILD_FAILED" ? text.split("\n").map(plain).join("\n") : plain(text);
}

/** A text from outside made safe for a terminal: no control characters, no direction tricks. */
export function plain(text: string): string {
  // Escapes could move the cursor or rewrite what stands above; bidi marks could swap words.
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (mark) => (mark === "\u200d" ? mark : "�"));
}

/** Rows as aligned columns. Wide (East Asian) characters count two. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, Bun.stringWidth(cell));
    });
  }
  const pad = (cell: string, index: number) =>
    cell + " ".repeat(Math.max(0, (widths[index] ?? 0) - Bun.stringWidth(cell)));
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}
