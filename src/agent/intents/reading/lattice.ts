/** Every piece of a sentence that is known, under every reading: a lattice from its start to its end. */
import type { HouseIndex } from "../house/house-index.ts";
import { INSIDE_NAMES, type Sentence, shownBetween, type Token } from "../language/tokens.ts";
import { valuesAt } from "../language/values.ts";
import { FREE_TOKENS_MAX } from "../limits.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Reading, Role, Span } from "./types.ts";

/** Spans by the token at which they start. */
export type Lattice = readonly (readonly Span[])[];

/** What a reading costs: few and telling pieces win over many vague ones. */
const COSTS: Readonly<Partial<Record<Role, number>>> = {
  name: 5,
  area: 6,
  floor: 6,
  here: 6,
  house: 6,
  fill: 6,
  zone: 7,
  number: 7,
  duration: 7,
  kelvin: 7,
  unknown: 40,
  timer_name: 25,
  room: 12,
  state: 9,
  be: 7,
  mode: 9,
};
const COST_DEFAULT = 8;
/** What each token of a free piece costs on top. */
const COST_FREE_TOKEN = 9;
/** What a guess at a slipped name costs on top. */
const COST_SLIP = 15;

/** Readings that only a question can use. */
const QUESTION_ONLY: ReadonlySet<Role> = new Set<Role>(["state", "be", "zone", "any"]);

/** What may be in a sentence beyond words and names. */
export interface Extra {
  /** Slipped names, found beforehand. */
  readonly slips?: readonly {
    readonly from: number;
    readonly to: number;
    readonly reading: Reading;
  }[];
  /** Whether a stretch that is not known may stand for a thing. */
  readonly unknown?: boolean;
}

/** Finds everything known in a sentence. */
export function buildLattice(
  sentence: Sentence,
  chinese: boolean,
  lexicon: Lexicon,
  index: HouseIndex,
  extra: Extra = {},
): Lattice {
  const { tokens } = sentence;
  const lattice: Span[][] = tokens.map(() => []);
  const put = (from: number, to: number, reading: Reading) => {
    const cost = (COSTS[reading.role] ?? COST_DEFAULT) + extraCost(reading, to - from);
    lattice[from]?.push({ from, to, reading, cost });
  };
  tokens.forEach((token, at) => {
    if (token.text === "、") put(at, at + 1, { role: "and" });
    else if (token.kind === "mark") put(at, at + 1, { role: "fill", mark: "pause" });
    for (const { to, values } of lexicon.trie.match(tokens, at)) {
      for (const reading of values) put(at, to, reading);
    }
    for (const { to, values } of index.trie.match(tokens, at, INSIDE_NAMES)) {
      for (const reading of values) put(at, to, reading);
    }
    for (const { to, reading } of valuesAt(tokens, at, chinese)) {
      // "at nine" is a time of day; only "at 9 %" and "at 9 degrees" are values.
      const time = tokens[at - 1]?.text === "at" && "unit" in reading && reading.unit === "none";
      if (!time) put(at, to, reading);
    }
  });
  for (const { from, to, reading } of extra.slips ?? []) put(from, to, reading);
  addTimerNames(sentence, lattice, chinese, put);
  if (extra.unknown) addUnknown(sentence, chinese, lexicon, put);
  return withoutQuestions(lattice);
}

function extraCost(reading: Reading, length: number): number {
  if (reading.role === "unknown" || reading.role === "timer_name") return COST_FREE_TOKEN * length;
  return "slip" in reading && reading.slip ? COST_SLIP : 0;
}

/** Without a question word there is no question, and its readings would only cost time. */
function withoutQuestions(lattice: Span[][]): Lattice {
  const asks = lattice.flatMap((spans) => spans.filter(({ reading }) => reading.role === "ask"));
  if (asks.length > 0) {
    // 有没有 is one question, not 有 and 没有: a long question word hides what lies inside it.
    const whys = lattice.flatMap((spans) => spans.filter(({ reading }) => reading.role === "why"));
    const long = [...asks.filter(({ from, to }) => to - from > 2), ...whys];
    return lattice.map((spans) => spans.filter((span) => !long.some((ask) => isInside(span, ask))));
  }
  return lattice.map((spans) => spans.filter(({ reading }) => !QUESTION_ONLY.has(reading.role)));
}

const HIDDEN: ReadonlySet<Role> = new Set<Role>(["ask", "be", "fill"]);

function isInside({ from, to, reading }: Span, ask: Span): boolean {
  if (!HIDDEN.has(reading.role)) return false;
  return from >= ask.from && to <= ask.to && to - from < ask.to - ask.from;
}

type Put = (from: number, to: number, reading: Reading) => void;

const NAMING = new Set(["named", "called", "for", "named:", "titled"]);
const NAMING_ZH = ["叫做", "叫作", "名为", "名叫", "名字叫", "叫", "名称为", "命名为"];

/** A timer may have any name: what stands right before the word, or after "called". */
function addTimerNames(sentence: Sentence, lattice: Span[][], chinese: boolean, put: Put): void {
  const { tokens } = sentence;
  const timers = lattice.flatMap((spans) =>
    spans.filter(({ reading }) => reading.role === "timer"),
  );
  if (timers.length === 0) return;
  const name = (from: number, to: number, text: string) =>
    put(from, to, { role: "timer_name", text });
  const timed = new Set(
    lattice.flatMap((spans) =>
      spans.flatMap(({ from, reading }) => (reading.role === "duration" ? [from] : [])),
    ),
  );
  const isFree = (from: number, to: number) => isFreeText(tokens, from, to, timed);
  for (const { from: end } of timers) {
    for (let from = Math.max(0, end - FREE_TOKENS_MAX); from < end; from += 1) {
      if (isFree(from, end)) name(from, end, shownBetween(sentence, from, end));
    }
  }
  for (let at = 0; at < tokens.length; at += 1) {
    const start = afterNaming(tokens, at, chinese);
    if (start === undefined) continue;
    for (let to = start + 1; to <= Math.min(tokens.length, start + FREE_TOKENS_MAX); to += 1) {
      if (isFree(start, to)) name(at, to, shownBetween(sentence, start, to));
    }
  }
}

function afterNaming(tokens: readonly Token[], at: number, chinese: boolean): number | undefined {
  if (!chinese) return NAMING.has(tokens[at]?.text ?? "") ? at + 1 : undefined;
  const phrase = NAMING_ZH.find((word) =>
    [...word].every((character, index) => tokens[at + index]?.text === character),
  );
  return phrase ? at + phrase.length : undefined;
}

const NO_TIMES: ReadonlySet<number> = new Set();

/** A free piece holds words: no marks, no times, and not numbers alone. */
function isFreeText(
  tokens: readonly Token[],
  from: number,
  to: number,
  timed: ReadonlySet<number>,
): boolean {
  let words = 0;
  for (let at = from; at < to; at += 1) {
    const kind = tokens[at]?.kind;
    if (kind === "mark" || timed.has(at)) return false;
    if (kind !== "number") words += 1;
  }
  return words > 0;
}

/** Words that shape a sentence are no part of an English name, and not at the ends of a Chinese one. */
const SHAPING: ReadonlySet<Role> = new Set<Role>([
  "be",
  "ask",
  "not",
  "part",
  "pronoun",
  "verb",
  "fill",
]);
const SHAPING_ZH: ReadonlySet<Role> = new Set<Role>(["be", "ask", "not", "fill"]);

function addUnknown(sentence: Sentence, chinese: boolean, lexicon: Lexicon, put: Put): void {
  const { tokens } = sentence;
  const roles = chinese ? SHAPING_ZH : SHAPING;
  const shaping = tokens.map(({ text }) =>
    lexicon.trie.get([text]).some(({ role }) => roles.has(role)),
  );
  const fits = (from: number, to: number) =>
    chinese ? !shaping[from] && !shaping[to - 1] : !shaping.slice(from, to).includes(true);
  for (let from = 0; from < tokens.length; from += 1) {
    for (let to = from + 1; to <= Math.min(tokens.length, from + FREE_TOKENS_MAX); to += 1) {
      if (!fits(from, to) || !isFreeText(tokens, from, to, NO_TIMES)) continue;
      put(from, to, { role: "unknown", text: shownBetween(sentence, from, to) });
    }
  }
}
