/** Keeps stdout for the wire: what a plugin prints becomes lines of the hub's log, or goes to stderr. */
import { writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { format } from "node:util";
import type { Logger } from "#base";

/** Where prints go once there is a hub; before that, and after, to stderr, which the hub logs too. */
export interface ConsoleSink {
  log: Logger | undefined;
}

type Level = "debug" | "info" | "warn";

const STDERR = 2;
/** Tries of a millisecond each before text is dropped that a pipe does not take. */
const STDERR_TRIES_MAX = 1000;

/** Redirects `console` and `process.stdout`; a print in some library must not break the wire. */
export function keepStdoutForTheWire(): ConsoleSink {
  const sink: ConsoleSink = { log: undefined };
  // `console.error` stays on stderr, which is written before a process can end: a plugin's last words
  // are the reason that its owner is shown, and a line on its way over the wire would be lost.
  const { console: out } = globalThis;
  const error = out.error.bind(out);
  const at =
    (level: Level) =>
    (...data: unknown[]): void => {
      if (sink.log) sink.log[level]("console", { text: format(...data) });
      else error(...data);
    };
  const info = at("info");
  Object.assign(out, {
    log: info,
    info,
    debug: at("debug"),
    warn: at("warn"),
    trace: at("debug"),
    dirxml: info,
    dir: (value: unknown) => info(value),
    table: (data: unknown) => info(Bun.inspect.table(data as object[])),
    group: info,
    groupCollapsed: info,
    count: (label = "default") => info(label),
    timeEnd: (label = "default") => info(label),
    timeLog: (label = "default") => info(label),
    write: (...data: unknown[]) => info(...data),
  });
  let stderr: Writable | undefined;
  const get = () => {
    stderr ??= blockingStderr();
    return stderr;
  };
  Object.defineProperty(process, "stderr", { configurable: true, get });
  Object.defineProperty(process, "stdout", { configurable: true, get });
  return sink;
}

/**
 * A stream that waits until its text is written, as Node's does on Linux. Bun's own keeps what the hub
 * has not read yet, without end: a plugin that talks much died of it (400 MB within a second), and a
 * plugin that ends lost its last words.
 */
function blockingStderr(): Writable {
  // Made for who asks for it: few plugins do, and the module has its weight.
  const stream = process.getBuiltinModule("node:stream");
  const out = new stream.Writable({
    write(chunk: Buffer, _encoding, done) {
      writeWhole(chunk);
      done();
    },
  });
  return Object.assign(out, { fd: STDERR, isTTY: false });
}

function writeWhole(bytes: Buffer): void {
  let written = 0;
  for (let tries = 0; written < bytes.length && tries < STDERR_TRIES_MAX; ) {
    try {
      written += writeSync(STDERR, bytes, written);
      tries = 0;
    } catch (error) {
      // Whoever took Bun's stream before us has made the descriptor one that does not wait. Any other
      // error is a hub that is gone: there is nobody to tell.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      tries += 1;
      Bun.sleepSync(1);
    }
  }
}
