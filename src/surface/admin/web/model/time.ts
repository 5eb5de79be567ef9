/** Moments as people say them: "刚刚", "3 分钟前", "昨天 21:04". */
import type { Words } from "../i18n/index.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long ago a moment was, or when it was. */
export function agoText(at: string, nowMs: number, words: Words): string {
  const ms = Date.parse(at);
  if (!Number.isFinite(ms)) return words.common.unknown;
  const gone = nowMs - ms;
  if (gone < MINUTE_MS) return words.common.justNow;
  if (gone < HOUR_MS) return words.common.minutesAgo(Math.floor(gone / MINUTE_MS));
  return whenText(at, nowMs, words);
}

/** The day and time of a moment, the day left out or named where it is near. */
export function whenText(at: string, nowMs: number, words: Words): string {
  const date = new Date(at);
  if (!Number.isFinite(date.getTime())) return words.common.unknown;
  const time = clockText(at, words);
  const days = daysBetween(date, new Date(nowMs));
  if (days === 0) return words.common.today(time);
  if (days === 1) return words.common.yesterday(time);
  const day = new Intl.DateTimeFormat(words.locale, { month: "short", day: "numeric" }).format(
    date,
  );
  return `${day} ${time}`;
}

/** Only the time of day. */
export function clockText(at: string, words: Words): string {
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat(words.locale, options).format(new Date(at));
}

/** Whether two moments lie on one day of this phone's calendar. */
export function isSameDay(at: string, nowMs: number): boolean {
  return daysBetween(new Date(at), new Date(nowMs)) === 0;
}

/** A wait such as "4:59". */
export function countdownText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function daysBetween(earlier: Date, later: Date): number {
  const midnight = (date: Date) =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((midnight(later) - midnight(earlier)) / (24 * HOUR_MS));
}
