/** The only place that reads the environment, once, into a frozen value. */

/** What the environment tells us. Empty strings count as absent. */
export interface Env {
  /** `HOMEAGENT_DATA`: the data folder, where `--data` is not given. */
  readonly dataDir: string | undefined;
  /** `HOMEAGENT_SOCKET`: the kernel's socket for `waiter`, where `--socket` is not given. */
  readonly socketPath: string | undefined;
  /** `NOTIFY_SOCKET`: where systemd wants to hear READY and WATCHDOG. */
  readonly notifySocket: string | undefined;
  /** `WATCHDOG_USEC`: how often systemd wants to hear WATCHDOG, in microseconds. */
  readonly watchdogUsec: number | undefined;
  /** `TZ`: the IANA time zone, where the settings name none. */
  readonly timeZone: string | undefined;
}

/** Reads the environment. */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): Env {
  const text = (name: string) => source[name] || undefined;
  const usec = Number(text("WATCHDOG_USEC"));
  return Object.freeze({
    dataDir: text("HOMEAGENT_DATA"),
    socketPath: text("HOMEAGENT_SOCKET"),
    notifySocket: text("NOTIFY_SOCKET"),
    watchdogUsec: Number.isFinite(usec) && usec > 0 ? usec : undefined,
    timeZone: text("TZ"),
  });
}
