/** Expressions of time, in both languages, resolved from the moment and the place of asking. */
import { expect, test } from "vitest";
import { timeRangeOf } from "../../../src/memory/recall/time-words.ts";

/** A Friday. */
const ASKED = Date.parse("2026-06-12T10:00:00+08:00");

function daysOf(text: string): readonly [string, string] | undefined {
  const range = timeRangeOf(text, ASKED, "Asia/Shanghai");
  const day = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);
  return range && [day(range.fromMs), day(range.toMs)];
}

test.each([
  ["昨天我说了什么", "2026-06-11", "2026-06-12"],
  ["大前天去哪了", "2026-06-09", "2026-06-10"],
  ["前天晚上", "2026-06-10", "2026-06-11"],
  ["今天早上谁来过", "2026-06-12", "2026-06-13"],
  ["三天前买了什么", "2026-06-09", "2026-06-10"],
  ["上周三的会", "2026-06-03", "2026-06-04"],
  ["这周有什么安排", "2026-06-08", "2026-06-15"],
  ["上上个星期", "2026-05-25", "2026-06-01"],
  ["上个月花了多少", "2026-05-01", "2026-06-01"],
  ["两个月前", "2026-04-01", "2026-05-01"],
  ["去年夏天去了哪里", "2025-06-01", "2025-09-01"],
  ["去年三月", "2025-03-01", "2025-04-01"],
  ["前年", "2024-01-01", "2025-01-01"],
  ["十二月的聚会", "2025-12-01", "2026-01-01"],
  ["5月3日", "2026-05-03", "2026-05-04"],
  ["2024年5月", "2024-05-01", "2024-06-01"],
  ["2024-05-03 那天", "2024-05-03", "2024-05-04"],
  ["2023年的事", "2023-01-01", "2024-01-01"],
  ["What did I say yesterday?", "2026-06-11", "2026-06-12"],
  ["two weeks ago", "2026-05-26", "2026-06-02"],
  ["a month ago", "2026-05-01", "2026-06-01"],
  ["last week", "2026-06-01", "2026-06-08"],
  ["on Friday", "2026-06-05", "2026-06-06"],
  ["last summer", "2025-06-01", "2025-09-01"],
  ["last winter", "2025-12-01", "2026-03-01"],
  ["in May 2023", "2023-05-01", "2023-06-01"],
  ["in December", "2025-12-01", "2026-01-01"],
  ["on 5 July, 2023", "2023-07-05", "2023-07-06"],
  ["on March 7th", "2026-03-07", "2026-03-08"],
  ["where did I live in 2024", "2024-01-01", "2025-01-01"],
])("%j is from %s up to %s", (text, from, to) => {
  expect(daysOf(text)).toEqual([from, to]);
});

test.each([
  "客厅的灯",
  "may I ask",
  "第13个月亮",
  "the sun",
  "13月",
  "version 20.24",
  "",
  "一日三餐",
])("%j names no time", (text) => {
  expect(daysOf(text)).toBeUndefined();
});
