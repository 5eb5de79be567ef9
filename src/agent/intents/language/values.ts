/** Numbers with their units, percentages and durations as spans, in both languages. */
import type { Manner, Reading, Unit } from "../reading/types.ts";
import { type DurationWords, parseDuration } from "./durations.ts";
import { parseEnglishNumber } from "./numbers-en.ts";
import { type Parsed, parseChineseNumber } from "./numbers-zh.ts";
import type { Token } from "./tokens.ts";

/** A value found at a token. */
export interface ValueMatch {
  readonly to: number;
  readonly reading: Reading;
}

const ZH_DURATION: DurationWords = {
  number: parseChineseNumber,
  units: [
    ["小 时", "hours"],
    ["个 小 时", "hours"],
    ["钟 头", "hours"],
    ["个 钟 头", "hours"],
    ["个 钟", "hours"],
    ["分 钟", "minutes"],
    ["分", "minutes"],
    ["秒 钟", "seconds"],
    ["秒", "seconds"],
  ],
  halfBefore: ["半 个", "半"],
  halfBetween: ["个 半", "半"],
  halfAfter: ["半"],
  one: [],
  quarter: ["一 刻 钟", "1 刻 钟"],
  joints: ["零", "又", "加", "和"],
};

const EN_DURATION: DurationWords = {
  number: parseEnglishNumber,
  units: [
    ["hours", "hours"],
    ["hour", "hours"],
    ["hrs", "hours"],
    ["hr", "hours"],
    ["h", "hours"],
    ["minutes", "minutes"],
    ["minute", "minutes"],
    ["mins", "minutes"],
    ["min", "minutes"],
    ["m", "minutes"],
    ["seconds", "seconds"],
    ["second", "seconds"],
    ["secs", "seconds"],
    ["sec", "seconds"],
    ["s", "seconds"],
  ],
  halfBefore: ["half an", "half a", "a half"],
  halfBetween: ["and a half", "and half a", "and one half"],
  halfAfter: ["and a half"],
  one: ["an", "a"],
  quarter: ["a quarter of an hour", "quarter of an hour"],
  joints: ["and", ", and", ","],
};

const ZH_MANNERS: Readonly<Record<string, Manner>> = {
  到: "to",
  为: "to",
  成: "to",
  至: "to",
  是: "to",
};
const EN_MANNERS: Readonly<Record<string, Manner>> = {
  to: "to",
  at: "to",
  by: "by",
  for: "for",
  in: "in",
  after: "in",
};

/** Every value that starts at a token, with and without the word that says how it is meant. */
export function valuesAt(tokens: readonly Token[], at: number, chinese: boolean): ValueMatch[] {
  const found = readAll(tokens, at, chinese, "none");
  const manner = (chinese ? ZH_MANNERS : EN_MANNERS)[tokens[at]?.text ?? ""];
  if (manner) {
    const values = readAll(tokens, at + 1, chinese, manner);
    // "at ten" is a time of day, "at ten percent" is a value.
    const isTime = tokens[at]?.text === "at";
    found.push(
      ...values.filter(({ reading }) => !(isTime && "unit" in reading && reading.unit === "none")),
    );
  }
  return found;
}

function readAll(
  tokens: readonly Token[],
  at: number,
  chinese: boolean,
  manner: Manner,
): ValueMatch[] {
  const found: ValueMatch[] = [];
  const time = parseDuration(tokens, at, chinese ? ZH_DURATION : EN_DURATION);
  if (time)
    found.push({ to: time.to, reading: { role: "duration", duration: time.duration, manner } });
  const value = chinese ? chineseValue(tokens, at) : englishValue(tokens, at);
  for (const { value: amount, unit, to } of value) {
    found.push({ to, reading: { role: "number", value: amount, unit, manner } });
  }
  return found;
}

type Amount = Parsed & { readonly unit: Unit };

function text(tokens: readonly Token[], at: number): string {
  return tokens[at]?.text ?? "";
}

/** The token after `words` if they stand at `at`. */
function past(tokens: readonly Token[], at: number, words: string): number | undefined {
  const parts = words.split(" ");
  return parts.every((part, index) => text(tokens, at + index) === part)
    ? at + parts.length
    : undefined;
}

function firstPast(
  tokens: readonly Token[],
  at: number,
  list: readonly string[],
): number | undefined {
  for (const words of list) {
    const to = past(tokens, at, words);
    if (to !== undefined) return to;
  }
  return undefined;
}

function chineseValue(tokens: readonly Token[], at: number): Amount[] {
  const whole = firstPast(tokens, at, ["百 分 之 百", "百 分 百"]);
  if (whole !== undefined) return [{ value: 100, unit: "percent", to: whole }];
  const half = firstPast(tokens, at, ["一 半", "半"]);
  if (half !== undefined) return [{ value: 50, unit: "percent", to: half }];
  const percent = firstPast(tokens, at, ["百 分 之"]);
  if (percent !== undefined) {
    const number = parseChineseNumber(tokens, percent);
    return number
      ? [
          {
            value: number.value,
            unit: "percent",
            to: firstPast(tokens, number.to, ["%"]) ?? number.to,
          },
        ]
      : [];
  }
  const scale = firstPast(tokens, at, ["摄 氏", "华 氏"]);
  const below = firstPast(tokens, scale ?? at, ["零 下", "负", "-"]);
  const number = parseChineseNumber(tokens, below ?? scale ?? at);
  if (!number) return [];
  const signed = { value: below === undefined ? number.value : -number.value, to: number.to };
  return chineseUnits(tokens, signed, text(tokens, at) === "华" && scale !== undefined);
}

function chineseUnits(tokens: readonly Token[], number: Parsed, fahrenheit: boolean): Amount[] {
  const { value, to } = number;
  const percent = firstPast(tokens, to, ["%", "个 百 分 点", "个 点"]);
  if (percent !== undefined) return [{ value, unit: "percent", to: percent }];
  if (text(tokens, to) === "成") {
    const half = text(tokens, to + 1) === "半";
    // 三成 is 30 %, but 调成 is a verb: only a small whole number has tenths.
    if (value <= 10)
      return [{ value: value * 10 + (half ? 5 : 0), unit: "percent", to: to + (half ? 2 : 1) }];
  }
  const kelvin = firstPast(tokens, to, ["开 尔 文", "开 氏 度", "开", "k"]);
  if (kelvin !== undefined && value >= 1000) return [{ value, unit: "kelvin", to: kelvin }];
  const degree = firstPast(tokens, to, [
    "摄 氏 度",
    "华 氏 度",
    "度 半",
    "° c",
    "° f",
    "°",
    "度 c",
    "度",
  ]);
  if (degree === undefined)
    return [{ value, unit: "none", to: firstPast(tokens, to, ["档", "挡", "级"]) ?? to }];
  const half = text(tokens, degree - 1) === "半" ? 0.5 : 0;
  const isFahrenheit = fahrenheit || text(tokens, to) === "华" || text(tokens, degree - 1) === "f";
  const isCelsius = text(tokens, to) === "摄" || text(tokens, degree - 1) === "c";
  return [
    {
      value: value + half,
      unit: isFahrenheit ? "fahrenheit" : isCelsius ? "celsius" : "degree",
      to: degree,
    },
  ];
}

const FRACTIONS: readonly (readonly [string, number])[] = [
  ["three quarters", 75],
  ["three quarter", 75],
  ["two thirds", 67],
  ["a third", 33],
  ["one third", 33],
  ["a quarter", 25],
  ["one quarter", 25],
  ["half way", 50],
  ["halfway", 50],
  ["a half", 50],
  ["one half", 50],
  ["half", 50],
];

function englishValue(tokens: readonly Token[], at: number): Amount[] {
  for (const [words, value] of FRACTIONS) {
    const to = past(tokens, at, words);
    if (to !== undefined) return [{ value, unit: "percent", to }];
  }
  const minus = firstPast(tokens, at, ["minus", "-"]);
  const number = parseEnglishNumber(tokens, minus ?? at);
  if (!number) return [];
  const half = firstPast(tokens, number.to, ["and a half"]);
  const to = half ?? number.to;
  const value = (number.value + (half === undefined ? 0 : 0.5)) * (minus === undefined ? 1 : -1);
  const percent = firstPast(tokens, to, ["%", "percent", "per cent"]);
  if (percent !== undefined) return [{ value, unit: "percent", to: percent }];
  const kelvin = firstPast(tokens, to, ["k", "kelvin", "kelvins", "degrees kelvin"]);
  if (kelvin !== undefined && value >= 1000) return [{ value, unit: "kelvin", to: kelvin }];
  const degree = firstPast(tokens, to, [
    "° c",
    "° f",
    "°",
    "degrees celsius",
    "degrees fahrenheit",
    "degrees c",
    "degrees f",
    "degrees",
    "degree",
    "celsius",
    "fahrenheit",
  ]);
  if (degree === undefined) return [{ value, unit: "none", to }];
  const last = text(tokens, degree - 1)[0];
  return [
    { value, unit: last === "f" ? "fahrenheit" : last === "c" ? "celsius" : "degree", to: degree },
  ];
}
