/** What a child writes to stderr: lines for the log, and the last ones for the reason of its exit. */
import type { Clock, Logger } from "#base";
import {
  LOG_LINE_CHARS_MAX,
  LOG_LINES_BURST,
  LOG_LINES_PER_SECOND,
  STDERR_TAIL_LINES,
} from "./limits.ts";
import { createLineLimit } from "./rate-limit.ts";

/** Takes stderr of one run. */
export interface StderrLog {
  feed(bytes: Uint8Array): void;
  /** The line that best says why the child ended; undefined when it said nothing. */
  lastWords(): string | undefined;
}

/** Lines as Bun and others begin the one that matters. */
const ERROR_LINE = /^\s*(?:\w*Error|error|panic|fatal)\b.*:/i;
const LAST_WORDS_CHARS_MAX = 300;

/** Lines go to `log` as `plugin.stderr`, bounded; a plugin that floods is named there. */
export function createStderrLog(clock: Clock, log: Logger, onFlood: () => void): StderrLog {
  const decoder = new TextDecoder();
  const tail: string[] = [];
  let rest = "";
  const limit = createLineLimit(clock, LOG_LINES_PER_SECOND, LOG_LINES_BURST, onFlood);
  const take = (text: string) => {
    const line = text.trimEnd().slice(0, LOG_LINE_CHARS_MAX);
    if (line === "") return;
    tail.push(line);
    if (tail.length > STDERR_TAIL_LINES) tail.shift();
    if (limit.take()) log.info("plugin.stderr", { line });
  };
  return {
    feed(bytes) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      // A line without end is cut rather than kept for ever.
      rest = (lines.pop() ?? "").slice(0, LOG_LINE_CHARS_MAX);
      for (const line of lines) take(line);
    },
    lastWords() {
      take(rest);
      rest = "";
      const words = tail.findLast((line) => ERROR_LINE.test(line)) ?? tail.at(-1);
      return words?.trim().slice(0, LAST_WORDS_CHARS_MAX);
    },
  };
}
