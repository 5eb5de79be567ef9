/** English numerals: twenty-six, one hundred and five, twenty point five, and digits. */
import type { Parsed } from "./numbers-zh.ts";
import type { Token } from "./tokens.ts";

const SMALL = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value] as const),
);
const TENS = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, index) => [word, (index + 2) * 10] as const),
);

/** The longest number that starts at a token. */
export function parseEnglishNumber(tokens: readonly Token[], at: number): Parsed | undefined {
  const token = tokens[at];
  if (token?.kind === "number") {
    const value = Number(token.text.replace(/,(?=\d{3}\b)/, ""));
    return Number.isFinite(value) ? { value, to: at + 1 } : undefined;
  }
  const whole = parseHundreds(tokens, at);
  return whole && withDecimals(tokens, whole);
}

function parseHundreds(tokens: readonly Token[], at: number): Parsed | undefined {
  const lead =
    (tokens[at]?.text === "a" && isScale(tokens[at + 1]) ? { value: 1, to: at + 1 } : undefined) ??
    parseTens(tokens, at);
  if (!lead) return undefined;
  const scale = tokens[lead.to]?.text;
  if (scale !== "hundred" && scale !== "thousand") return lead;
  const base = { value: lead.value * (scale === "hundred" ? 100 : 1000), to: lead.to + 1 };
  const joined = tokens[base.to]?.text === "and" ? base.to + 1 : base.to;
  const rest = parseHundreds(tokens, joined);
  return rest && rest.value < base.value ? { value: base.value + rest.value, to: rest.to } : base;
}

function isScale(token: Token | undefined): boolean {
  return token?.text === "hundred" || token?.text === "thousand";
}

function parseTens(tokens: readonly Token[], at: number): Parsed | undefined {
  const text = tokens[at]?.text ?? "";
  const small = SMALL.get(text);
  if (small !== undefined) return { value: small, to: at + 1 };
  const tens = TENS.get(text);
  if (tens === undefined) return undefined;
  const next = tokens[at + 1]?.text === "-" ? at + 2 : at + 1;
  const unit = SMALL.get(tokens[next]?.text ?? "");
  return unit !== undefined && unit > 0 && unit < 10
    ? { value: tens + unit, to: next + 1 }
    : { value: tens, to: at + 1 };
}

function withDecimals(tokens: readonly Token[], whole: Parsed): Parsed {
  if (tokens[whole.to]?.text !== "point") return whole;
  const digit = SMALL.get(tokens[whole.to + 1]?.text ?? "");
  return digit !== undefined && digit < 10
    ? { value: Number(`${whole.value}.${digit}`), to: whole.to + 2 }
    : whole;
}
