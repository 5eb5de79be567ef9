/** Structured logging: a constant event name plus fields, one JSON object a line for journald. */
import type { Clock } from "./clock.ts";

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Facts about one event. Never payloads of people, never secrets. */
export type LogFields = Readonly<Record<string, unknown>>;

/** One log line as it goes to the sinks. */
export interface LogRecord {
  readonly at: number;
  readonly level: LogLevel;
  readonly area: string;
  readonly event: string;
  readonly fields: LogFields;
}

/** A logger scoped to one area. */
export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** A logger whose area is `<this area>.<area>`. */
  scope(area: string): Logger;
}

/** Receives every record at or above the level. Must not throw. */
export type LogSink = (record: LogRecord) => void;

/** A logger that hands records at or above `level` to `sink`. */
export function createLogger(clock: Clock, level: LogLevel, sink: LogSink, area = "hub"): Logger {
  const threshold = LOG_LEVELS.indexOf(level);
  const write =
    (at: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (LOG_LEVELS.indexOf(at) < threshold) return;
      sink({ at: clock.now(), level: at, area, event, fields });
    };
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    scope: (inner) => createLogger(clock, level, sink, area === "hub" ? inner : `${area}.${inner}`),
  };
}

/** A logger that keeps nothing; for tests and tools. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  scope: () => silentLogger,
};

/** A record as one line of JSON. An Error in a field becomes its code and message. */
export function formatRecord(record: LogRecord): string {
  const { at, level, area, event, fields } = record;
  const head = { time: new Date(at).toISOString(), level, area, event };
  return JSON.stringify({ ...head, ...fields }, (_key, value: unknown) =>
    value instanceof Error
      ? { code: (value as { code?: unknown }).code, message: value.message }
      : value,
  );
}
