/** "Yesterday", 上个月, "in May 2023": the stretch of time that a question names, from where it is asked. */
import { localTime, offsetAt } from "../graph/index.ts";
import { CHINESE_DIGITS, MONTHS, SEASONS, WEEKDAYS } from "./content/time-words.ts";

/** Epoch milliseconds, from `fromMs` up to, but without, `toMs`. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A day as the calendar on the wall shows it; months count from 0. */
interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

/** Two days: the first, and the one after the last; as instants of `Date.UTC`. */
type Span = readonly [from: number, to: number];
type Reader = (match: RegExpExecArray, today: Day) => Span | undefined;

const DAY_MS = 86_400_000;
const utc = (year: number, month: number, day: number) => Date.UTC(year, month, day);
const days = (today: Day, from: number, to = from + 1): Span => [
  utc(today.year, today.month, today.day + from),
  utc(today.year, today.month, today.day + to),
];
/** Weeks begin on Monday. */
const weeks = (today: Day, from: number): Span => {
  const monday = -((today.weekday + 6) % 7) + from * 7;
  return days(today, monday, monday + 7);
};
const months = (year: number, month: number, count = 1): Span => [
  utc(year, month, 1),
  utc(year, month + count, 1),
];
const years = (year: number): Span => months(year, 0, 12);

/** A month without a year is the last one of that name that has begun. */
const lastMonth = (today: Day, month: number) =>
  months(month <= today.month ? today.year : today.year - 1, month);

function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const [tens, ones] = text.split("十");
  const digit = (part: string | undefined) => CHINESE_DIGITS[part ?? ""];
  if (ones === undefined) return digit(text) ?? Number.NaN;
  return (
    (tens === "" ? 1 : (digit(tens) ?? Number.NaN)) * 10 + (ones === "" ? 0 : (digit(ones) ?? 0))
  );
}

/** A span of `count` units that lies `back` units before now, loosely: "three weeks ago" is about then. */
function ago(count: number, unit: string, today: Day): Span | undefined {
  if (!Number.isFinite(count)) return undefined;
  if (/^(?:天|日|day)/.test(unit)) return days(today, -count);
  if (/^(?:周|星期|礼拜|week)/.test(unit)) return days(today, -7 * count - 3, -7 * count + 4);
  if (/^(?:月|month)/.test(unit)) return months(today.year, today.month - count);
  return years(today.year - count);
}

const NUMBER = "(\\d{1,3}|[一二两三四五六七八九十]{1,3})";
const ENGLISH_NUMBERS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7 },
  ...{ eight: 8, nine: 9, ten: 10, "a couple of": 2, "a few": 3 },
};
const MONTH_NAMES = Object.keys(MONTHS).join("|");
const YEARS_BACK: Readonly<Record<string, number>> = { 今: 0, 去: 1, 前: 2, this: 0, last: 1 };

/** The most telling form first; the first that reads wins. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [
    /(\d{4})\s*[-年/.]\s*(\d{1,2})\s*(?:[-月/.]\s*(\d{1,2})\s*[日号]?|月份?)/u,
    ([, year, month, day]) => dated(Number(year), Number(month) - 1, day),
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH_NAMES})\\b,?(?: (\\d{4}))?`, "iu"),
    ([, day, month, year], today) => named(today, month, year, day),
  ],
  [
    new RegExp(`\\b(${MONTH_NAMES}) (\\d{1,2})(?:st|nd|rd|th)?\\b,?(?: (\\d{4}))?`, "iu"),
    ([, month, day, year], today) => named(today, month, year, day),
  ],
  [
    new RegExp(
      `\\b(?:in|of|during|since|early|late|mid) (${MONTH_NAMES})\\b,?(?: (\\d{4}))?`,
      "iu",
    ),
    ([, month, year], today) => named(today, month, year),
  ],
  [
    new RegExp(`\\b(${MONTH_NAMES}),? (\\d{4})\\b`, "iu"),
    ([, month, year], today) => named(today, month, year),
  ],
  [
    /([今去前]年|\d{4}年)\s*(春|夏|秋|冬)天?/u,
    ([, year = "", season = ""], today) => seasonOf(yearOf(year, today), season),
  ],
  [
    /\b(last|this) (spring|summer|autumn|fall|winter)\b/iu,
    ([, which = "", season = ""], today) => {
      // The last summer is one that is over.
      const end = (SEASONS[season.toLowerCase()] ?? 0) + 3;
      const back = which.toLowerCase() === "last" && today.month < end ? 1 : 0;
      return seasonOf(today.year - back, season);
    },
  ],
  [
    /\b(?:the )?(spring|summer|autumn|fall|winter) (?:of )?(\d{4})\b/iu,
    ([, season = "", year]) => seasonOf(Number(year), season),
  ],
  [
    /([今去前]年)\s*(\d{1,2}|[一二三四五六七八九十]{1,2})月份?(?:\s*(\d{1,2})[日号])?/u,
    ([, year = "", month = "", day], today) => dated(yearOf(year, today), numberOf(month) - 1, day),
  ],
  [/大前天/u, (_, today) => days(today, -3)],
  [/前天|\bthe day before yesterday\b/iu, (_, today) => days(today, -2)],
  [/昨[天晚日夜]|\b(?:yesterday|last night)\b/iu, (_, today) => days(today, -1)],
  [/今[天早晚日]|\b(?:today|tonight|this morning)\b/iu, (_, today) => days(today, 0)],
  [
    new RegExp(`${NUMBER}\\s*个?(天|日|周|星期|礼拜|月|年)(?:以?前|之前)`, "u"),
    ([, count = "", unit = ""], today) => ago(numberOf(count), unit, today),
  ],
  [
    /\b(\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|a few) (day|week|month|year)s? ago\b/iu,
    ([, count = "", unit = ""], today) =>
      ago(ENGLISH_NUMBERS[count.toLowerCase()] ?? Number(count), unit.toLowerCase(), today),
  ],
  [
    /(上上|上|这|本)个?(?:周|星期|礼拜)([一二三四五六日天])?/u,
    ([, which = "", weekday], today) => {
      const [monday, after] = weeks(today, which === "上上" ? -2 : which === "上" ? -1 : 0);
      if (weekday === undefined) return [monday, after];
      const at = monday + (((WEEKDAYS[weekday] ?? 1) + 6) % 7) * DAY_MS;
      return [at, at + DAY_MS];
    },
  ],
  [
    /(上上|上|这|本)个?月/u,
    ([, which = ""], today) =>
      months(today.year, today.month - (which === "上上" ? 2 : which === "上" ? 1 : 0)),
  ],
  [
    /\b(last|this) (week|weekend|month)\b/iu,
    ([, which = "", unit = ""], today) => {
      const back = which.toLowerCase() === "last" ? 1 : 0;
      return unit.toLowerCase() === "month"
        ? months(today.year, today.month - back)
        : weeks(today, -back);
    },
  ],
  [
    /\b(?:last|on) (mon|tues|wednes|thurs|fri|satur|sun)day\b/iu,
    ([, name = ""], today) => {
      const back = (today.weekday - (WEEKDAYS[name.toLowerCase()] ?? 0) + 7) % 7 || 7;
      return days(today, -back);
    },
  ],
  [
    /(?<![\d月])(\d{1,2}|[一二三四五六七八九十]{1,2})月份?(?:\s*(\d{1,2})[日号])?/u,
    ([, month = "", day], today) => {
      const which = numberOf(month) - 1;
      return dated(which <= today.month ? today.year : today.year - 1, which, day);
    },
  ],
  [
    /([今去前])年|\b(this|last) year\b/iu,
    ([, han, word], today) =>
      years(today.year - (YEARS_BACK[(han ?? word ?? "").toLowerCase()] ?? 0)),
  ],
  [/(?:\bin |\bduring )(\d{4})\b|(?<!\d)(\d{4})年/iu, ([, a, b]) => years(Number(a ?? b))],
  [/最近|近来|这几天|这阵子|\b(?:recently|lately)\b/iu, (_, today) => days(today, -14, 1)],
];

/** The stretch that a text names; undefined where it names none. Only the first one counts. */
export function timeRangeOf(text: string, atMs: number, timeZone: string): TimeRange | undefined {
  const wall = new Date(atMs + offsetAt(atMs, timeZone));
  const today: Day = {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth(),
    day: wall.getUTCDate(),
    weekday: wall.getUTCDay(),
  };
  for (const [pattern, read] of READERS) {
    const match = pattern.exec(text);
    const span = match ? read(match, today) : undefined;
    if (!span || !Number.isFinite(span[0]) || !Number.isFinite(span[1])) continue;
    return { fromMs: localTime(span[0], timeZone), toMs: localTime(span[1], timeZone) };
  }
  return undefined;
}

function yearOf(text: string, today: Day): number {
  const [first = ""] = text;
  return YEARS_BACK[first] === undefined
    ? Number.parseInt(text, 10)
    : today.year - YEARS_BACK[first];
}

function dated(year: number, month: number, day: string | undefined): Span | undefined {
  if (!(month >= 0 && month < 12)) return undefined;
  if (day === undefined) return months(year, month);
  return [utc(year, month, Number(day)), utc(year, month, Number(day) + 1)];
}

function named(
  today: Day,
  name: string | undefined,
  year: string | undefined,
  day?: string,
): Span | undefined {
  const month = MONTHS[(name ?? "").toLowerCase()];
  if (month === undefined) return undefined;
  const [begin] = lastMonth(today, month);
  return dated(year === undefined ? new Date(begin).getUTCFullYear() : Number(year), month, day);
}

/** Seasons of the northern half of the world, by whole months; winter runs into the next year. */
function seasonOf(year: number, name: string): Span | undefined {
  const month = SEASONS[name.toLowerCase()];
  return month === undefined ? undefined : months(year, month, 3);
}
