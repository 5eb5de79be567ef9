/** Keeps stdout for the wire: what a plugin prints becomes lines of the hub's log. */
import { format } from "node:util";
import type { Logger } from "#base";

/** Where prints go once there is a hub; before that, and after, to stderr, which the hub logs too. */
export interface ConsoleSink {
  log: Logger | undefined;
}

type Level = "debug" | "info" | "warn";

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
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
  return sink;
}
