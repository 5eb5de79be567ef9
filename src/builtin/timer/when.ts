/** Which moment a person means: a time of day in the house's zone, or a date with one. */
import { problem } from "#contract";

const TIME_OF_DAY = /^(?:[01]?\d|2[0-3])[:：][0-5]\d(?:[:：][0-5]\d)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}[T ]/i;
const OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;
const HINT = "HH:MM, or ISO 8601 such as 2026-12-24T18:30";

/**
 * The moment that `at` names, in epoch milliseconds. A time of day is the next one in `timeZone`;
 * a date without an offset is meant in `timeZone` too. A time that a clock change skips is taken
 * as much later as the clock jumps; of one that comes twice, the first that is still to come counts.
 * Throws `VALUE_INVALID`.
 */
export function momentOf(at: string, nowMs: number, timeZone: string): number {
  const text = at.trim();
  if (!isTimeZone(timeZone)) {
    throw problem("CONFIG_VALUE_INVALID", `"${timeZone}" is no time zone`, {
      hint: "set the time zone of the house, such as Asia/Shanghai",
    });
  }
  const moment = TIME_OF_DAY.test(text)
    ? nextTimeOfDay(text, nowMs, timeZone)
    : dateAndTime(text, nowMs, timeZone);
  if (moment > nowMs) return moment;
  throw problem("VALUE_INVALID", `${text} is in the past`, { hint: "give a time to come" });
}

/** `epochMs` as people of the house read it, to the second; in UTC where the zone is unknown. */
export function localText(epochMs: number, timeZone: string): string {
  if (!isTimeZone(timeZone)) return new Date(epochMs).toISOString();
  const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
  return local.toPlainDateTime().toString({ smallestUnit: "second" }).replace("T", " ");
}

function nextTimeOfDay(text: string, nowMs: number, timeZone: string): number {
  const [hour, minute, second] = text.split(/[:：]/).map(Number);
  const time = new Temporal.PlainTime(hour, minute, second);
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
  const today = now.toPlainDate();
  const candidates = [today, today.add({ days: 1 })].flatMap((day) =>
    occurrences(day.toPlainDateTime(time), timeZone),
  );
  // Tomorrow's is always to come, so there is one.
  return candidates.find((moment) => moment > nowMs) ?? Number.NaN;
}

function dateAndTime(text: string, nowMs: number, timeZone: string): number {
  if (!DATE.test(text)) throw notUnderstood(text);
  try {
    const time = text.slice(11);
    if (OFFSET.test(time)) return Temporal.Instant.from(text).epochMilliseconds;
    const moments = occurrences(Temporal.PlainDateTime.from(text), timeZone);
    return moments.find((moment) => moment > nowMs) ?? moments[0] ?? Number.NaN;
  } catch (error) {
    if (error instanceof RangeError) throw notUnderstood(text);
    throw error;
  }
}

/** The moments at which the wall clock shows `local`: one, or two in the night of the long hour. */
function occurrences(local: Temporal.PlainDateTime, timeZone: string): number[] {
  const first = local.toZonedDateTime(timeZone, { disambiguation: "compatible" });
  const last = local.toZonedDateTime(timeZone, { disambiguation: "later" });
  return [...new Set([first.epochMilliseconds, last.epochMilliseconds])];
}

function isTimeZone(timeZone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return true;
  } catch {
    // RangeError is the only way that Temporal says no.
    return false;
  }
}

function notUnderstood(text: string) {
  return problem("VALUE_INVALID", `"${text.slice(0, 40)}" is no time`, { hint: HINT });
}
