/** Lengths of time in both languages, kept as said: 90 minutes stay 90 minutes. */
import type { Duration } from "../reading/types.ts";
import type { Parsed } from "./numbers-zh.ts";
import type { Token } from "./tokens.ts";

type Unit = "hours" | "minutes" | "seconds";

/** What a language needs to tell about times. */
export interface DurationWords {
  readonly number: (tokens: readonly Token[], at: number) => Parsed | undefined;
  /** Unit words by their tokens joined with a space, longest first. */
  readonly units: readonly (readonly [string, Unit])[];
  /** Half of a unit that follows: 半, "half an". */
  readonly halfBefore: readonly string[];
  /** A half added to the number before the unit: 个半, "and a half". */
  readonly halfBetween: readonly string[];
  /** A half added after the unit: 半, "and a half". */
  readonly halfAfter: readonly string[];
  /** One of a unit without a number: "an hour". */
  readonly one: readonly string[];
  /** Fixed pieces: 一刻钟, "a quarter of an hour". */
  readonly quarter: readonly string[];
  /** What may stand between two pieces. */
  readonly joints: readonly string[];
}

/** A duration and the token after it. */
export interface ParsedDuration {
  readonly duration: Duration;
  readonly to: number;
}

const SMALLER: Readonly<Record<Unit, Unit | null>> = {
  hours: "minutes",
  minutes: "seconds",
  seconds: null,
};
const ORDER: readonly Unit[] = ["hours", "minutes", "seconds"];

/** The longest duration that starts at a token. */
export function parseDuration(
  tokens: readonly Token[],
  from: number,
  words: DurationWords,
): ParsedDuration | undefined {
  const total: Record<string, number> = {};
  let at = from;
  let last = -1;
  for (;;) {
    const start = at === from ? at : skip(tokens, at, words.joints);
    const piece = parsePiece(tokens, start, words);
    const order = piece ? ORDER.indexOf(piece.unit) : -1;
    // Pieces run from large to small: "5 minutes 1 hour" are two durations.
    if (!piece || order <= last) break;
    add(total, piece.unit, piece.amount);
    at = piece.to;
    last = Math.max(
      order,
      ORDER.findLastIndex((unit) => total[unit] !== undefined),
    );
  }
  return at === from ? undefined : { duration: total, to: at };
}

/** Adds an amount; a fraction goes to the next smaller unit. */
function add(total: Record<string, number>, unit: Unit, amount: number): void {
  const whole = Math.floor(amount);
  const smaller = SMALLER[unit];
  if (whole > 0 || !smaller)
    total[unit] = (total[unit] ?? 0) + (smaller ? whole : Math.round(amount));
  const rest = Math.round((amount - whole) * 60);
  if (smaller && rest > 0) total[smaller] = (total[smaller] ?? 0) + rest;
}

function parsePiece(
  tokens: readonly Token[],
  at: number,
  words: DurationWords,
): { unit: Unit; amount: number; to: number } | undefined {
  const quarter = after(tokens, at, words.quarter);
  if (quarter !== undefined) return { unit: "minutes", amount: 15, to: quarter };
  const half = after(tokens, at, words.halfBefore);
  if (half !== undefined) {
    const unit = unitAt(tokens, half, words);
    return unit && { unit: unit.unit, amount: 0.5, to: unit.to };
  }
  const number = words.number(tokens, at) ?? one(tokens, at, words);
  if (!number) return undefined;
  const between = after(tokens, number.to, words.halfBetween);
  const unit = unitAt(tokens, between ?? skip(tokens, number.to, ["-", "个"]), words);
  if (!unit) return undefined;
  const trailing = between === undefined ? after(tokens, unit.to, words.halfAfter) : undefined;
  const extra = between !== undefined || trailing !== undefined ? 0.5 : 0;
  return { unit: unit.unit, amount: number.value + extra, to: trailing ?? unit.to };
}

function one(tokens: readonly Token[], at: number, words: DurationWords): Parsed | undefined {
  const to = after(tokens, at, words.one);
  return to !== undefined && unitAt(tokens, to, words) ? { value: 1, to } : undefined;
}

function unitAt(tokens: readonly Token[], at: number, words: DurationWords) {
  for (const [text, unit] of words.units) {
    const to = after(tokens, at, [text]);
    if (to !== undefined) return { unit, to };
  }
  return undefined;
}

/** The token after the first of `phrases` (tokens joined by a space) that stands at `at`. */
function after(
  tokens: readonly Token[],
  at: number,
  phrases: readonly string[],
): number | undefined {
  for (const phrase of phrases) {
    const parts = phrase.split(" ");
    if (parts.every((part, index) => tokens[at + index]?.text === part)) return at + parts.length;
  }
  return undefined;
}

function skip(tokens: readonly Token[], at: number, phrases: readonly string[]): number {
  return after(tokens, at, phrases) ?? at;
}
