/** Where the hub's log goes: standard output for journald, a short form on a terminal, a ring for the page. */
import {
  type Clock,
  createLogger,
  formatRecord,
  LOG_LEVELS,
  type Logger,
  type LogLevel,
  type LogRecord,
} from "#base";
import type { KernelEvents } from "#contract";

/** Lines that the page can look back on. */
const RING_MAX = 500;

/** The hub's log with its memory. */
export interface HubLog {
  readonly log: Logger;
  /** The newest lines, oldest first. */
  recent(): readonly KernelEvents["log"][];
  /** Lines below it go nowhere; a setting may change it while the hub runs. */
  setLevel(level: LogLevel): void;
  /** Hears every line that is kept. Must not log. */
  listener: ((line: KernelEvents["log"]) => void) | undefined;
}

/** Makes the log. On a terminal only warnings are shown, in one short line each. */
export function createHubLog(clock: Clock, level: LogLevel, isTerminal: boolean): HubLog {
  const ring: KernelEvents["log"][] = [];
  let threshold = LOG_LEVELS.indexOf(level);
  const write = (record: LogRecord) => {
    if (LOG_LEVELS.indexOf(record.level) < threshold) return;
    const line = formatRecord(record);
    if (!isTerminal) process.stdout.write(`${line}\n`);
    else if (record.level === "warn" || record.level === "error")
      process.stderr.write(`${short(record, line)}\n`);
    const kept = toEvent(record, line);
    ring.push(kept);
    if (ring.length > RING_MAX) ring.shift();
    hubLog.listener?.(kept);
  };
  const hubLog: HubLog = {
    log: createLogger(clock, "debug", write),
    recent: () => [...ring],
    setLevel(next) {
      threshold = LOG_LEVELS.indexOf(next);
    },
    listener: undefined,
  };
  return hubLog;
}

/** What the page is sent: the fields as they were written, errors as code and message. */
function toEvent(record: LogRecord, line: string): KernelEvents["log"] {
  const { time, level, area, event, ...fields } = JSON.parse(line) as Record<string, unknown>;
  return { at: String(time), level: record.level, area: record.area, event: record.event, fields };
}

function short(record: LogRecord, line: string): string {
  const { time, level, area, event, ...fields } = JSON.parse(line) as Record<string, unknown>;
  return `${record.level} ${record.area} ${record.event} ${JSON.stringify(fields)}`;
}
