/** Names of months, days of the week and seasons, and the digits of Chinese. */

const MONTH_NAMES =
  "january february march april may june july august september october november december";

/** Months from 0. */
export const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  MONTH_NAMES.split(" ").map((name, month) => [name, month]),
);

/** 0 is Sunday. English ones without "day". */
export const WEEKDAYS: Readonly<Record<string, number>> = {
  ...{ sun: 0, mon: 1, tues: 2, wednes: 3, thurs: 4, fri: 5, satur: 6 },
  ...{ 日: 0, 天: 0, 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6 },
};

/** The month with which a season begins, from 0. */
export const SEASONS: Readonly<Record<string, number>> = {
  ...{ spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 },
  ...{ 春: 2, 夏: 5, 秋: 8, 冬: 11 },
};

export const CHINESE_DIGITS: Readonly<Record<string, number>> = {
  ...{ 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
};
