/** Chinese numerals: 二十六, 一百零五, 两千七, 二点五. */
import type { Token } from "./tokens.ts";

const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  俩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000 };

const NO_NUMBER = new Set(["点", "下", "些", "会", "起", "样", "直", "定", "共"]);

/** A number and the token after it. */
export interface Parsed {
  readonly value: number;
  readonly to: number;
}

/** The longest number that starts at a token, in digits or in characters. */
export function parseChineseNumber(tokens: readonly Token[], at: number): Parsed | undefined {
  const token = tokens[at];
  if (token?.kind === "number") {
    const value = Number(token.text.replace(/,(?=\d{3}\b)/, ""));
    return Number.isFinite(value) ? { value, to: at + 1 } : undefined;
  }
  const whole = parseWhole(tokens, at);
  return whole && withDecimals(tokens, whole);
}

function parseWhole(tokens: readonly Token[], from: number): Parsed | undefined {
  let total = 0;
  let digit: number | undefined;
  let lastScale = 0;
  let at = from;
  for (; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? "";
    const scale = SCALES[text];
    if (scale !== undefined) {
      if (lastScale !== 0 && scale >= lastScale && scale !== 10_000) break;
      total = scale === 10_000 ? (total + (digit ?? 0)) * scale : total + (digit ?? 1) * scale;
      digit = undefined;
      lastScale = scale;
      continue;
    }
    const next = DIGITS[text];
    if (next === undefined) break;
    // 一二三: read digit by digit only when no scale was said (二五零 is rare in a house, 二零 is 20).
    digit = digit === undefined || digit === 0 ? next : digit * 10 + next;
  }
  if (at === from) return undefined;
  // 一点, 一下, 一会儿: no numbers.
  if (at === from + 1 && tokens[from]?.text === "一" && NO_NUMBER.has(tokens[at]?.text ?? "")) {
    const point = tokens[at]?.text === "点" && DIGITS[tokens[at + 1]?.text ?? ""] !== undefined;
    if (!point) return undefined;
  }
  // 三百五 is 350: a last digit right after a scale stands one scale below.
  const short = digit !== undefined && lastScale >= 100 && tokens[at - 2]?.text !== "零";
  const rest =
    digit === undefined
      ? 0
      : short && SCALES[tokens[at - 2]?.text ?? ""]
        ? digit * (lastScale / 10)
        : digit;
  return { value: total + rest, to: at };
}

function withDecimals(tokens: readonly Token[], whole: Parsed): Parsed {
  if (tokens[whole.to]?.text !== "点") return whole;
  let at = whole.to + 1;
  let decimals = "";
  while (DIGITS[tokens[at]?.text ?? ""] !== undefined) {
    decimals += DIGITS[tokens[at]?.text ?? ""];
    at += 1;
  }
  return decimals === "" ? whole : { value: Number(`${whole.value}.${decimals}`), to: at };
}
