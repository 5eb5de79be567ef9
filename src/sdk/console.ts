/** Keeps stdout for the wire: what a plugin prints goes to stderr, which the hub puts into its log. */

/** Redirects `console` and `process.stdout`; a print in some library must not break the wire. */
export function keepStdoutForTheWire(): void {
  const { console: out } = globalThis;
  const error = out.error.bind(out);
  Object.assign(out, {
    log: error,
    info: error,
    debug: error,
    dirxml: error,
    dir: (value: unknown) => error(value),
    table: (data: unknown) => error(Bun.inspect.table(data as object[])),
    group: error,
    groupCollapsed: error,
    count: (label = "default") => error(label),
    timeEnd: (label = "default") => error(label),
    timeLog: (label = "default") => error(label),
    write: (...data: unknown[]) => error(...data),
  });
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
}
