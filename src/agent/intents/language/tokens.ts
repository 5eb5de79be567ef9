/** Cuts a sentence into tokens: a Chinese character, a word, a number or a mark each. */
import { foldText, isHan, normalizeText } from "#platform/text";

/** One token. `from` and `to` are positions in the sentence as shown. */
export interface Token {
  /** Lower case, simplified. */
  readonly text: string;
  readonly kind: "han" | "word" | "number" | "mark";
  readonly from: number;
  readonly to: number;
}

/** A sentence ready to be read. `shown` is normalized but keeps case and script. */
export interface Sentence {
  readonly shown: string;
  readonly tokens: readonly Token[];
}

/** Marks that mean something; every other sign (emoji, quotes, brackets) is passed over. */
const MARKS = new Set([
  "%",
  "°",
  ",",
  "，",
  "、",
  ".",
  "。",
  ";",
  ";",
  ":",
  "!",
  "?",
  "+",
  "-",
  "/",
]);
/** Marks that may stand inside a name, where they are not heard: "Mom-and-pop lamp", <b>灯</b>. */
export const INSIDE_NAMES: ReadonlySet<string> = new Set(["%", "°", ".", ":", "+", "-", "/"]);
const LETTER = /[\p{L}\p{M}]/u;
const DIGIT = /\p{Nd}/u;

/** Normalizes and cuts. Linear in the length. */
export function toSentence(text: string): Sentence {
  const shown = normalizeText(text);
  return { shown, tokens: cut(shown) };
}

function cut(shown: string): Token[] {
  const folded = foldText(shown);
  const tokens: Token[] = [];
  let at = 0;
  while (at < folded.length) {
    const character = String.fromCodePoint(folded.codePointAt(at) ?? 0);
    const end = at + character.length;
    if (isHan(character)) tokens.push({ text: character, kind: "han", from: at, to: end });
    else if (DIGIT.test(character))
      tokens.push(take(folded, at, endOfNumber(folded, at), "number"));
    else if (LETTER.test(character)) tokens.push(take(folded, at, endOfWord(folded, at), "word"));
    else if (MARKS.has(character))
      tokens.push({ text: character, kind: "mark", from: at, to: end });
    at = Math.max(end, tokens.at(-1)?.to ?? 0);
  }
  return tokens;
}

function take(folded: string, from: number, to: number, kind: Token["kind"]): Token {
  return { text: folded.slice(from, to).replaceAll("’", "'"), kind, from, to };
}

function endOfNumber(text: string, from: number): number {
  let at = from;
  while (at < text.length && DIGIT.test(text[at] ?? "")) at += 1;
  // One point or comma between digits belongs to the number: 20.5, 1,000.
  if (/[.,]/.test(text[at] ?? "") && DIGIT.test(text[at + 1] ?? "")) {
    at += 1;
    while (at < text.length && DIGIT.test(text[at] ?? "")) at += 1;
  }
  return at;
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const inside = LETTER.test(character) && !isHan(character);
    const joins =
      (character === "'" || character === "’") && at > from && LETTER.test(text[at + 1] ?? "");
    if (!inside && !joins) break;
    at += character.length;
  }
  return Math.max(at, from + 1);
}

/** The tokens of a name: what remains after marks are dropped. */
export function nameTokens(name: string): string[] {
  return toSentence(name)
    .tokens.filter((token) => token.kind !== "mark")
    .map((token) => token.text);
}

/** What was said between two tokens, as shown. */
export function shownBetween(sentence: Sentence, from: number, to: number): string {
  const first = sentence.tokens[from];
  const last = sentence.tokens[to - 1];
  return first && last ? sentence.shown.slice(first.from, last.to) : "";
}
