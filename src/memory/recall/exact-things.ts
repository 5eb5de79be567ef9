/** The exact things that a question names: numbers, codes, quotations, names, events with a name. */
import { foldText, hasHan, isHan, normalizeText, type TaggedWord } from "#platform/text";
import { ATTRIBUTE_WORDS, COMMON_CAPITALS, KIND_WORDS } from "./content/common-words.ts";
import { STOP_CHARACTERS, STOP_WORDS } from "./content/stop-words.ts";
import { SURNAMES } from "./content/surnames.ts";
import { EXACT_MAX } from "./limits.ts";
import type { Question } from "./question.ts";
import { codesOf, isStopTerm, termsOf } from "./terms.ts";

/** Something exact: it is there where enough of its terms stand in one text. */
export interface ExactThing {
  /** A number, a code or a quotation is exact, a name a symbol. */
  readonly reason: "exact" | "symbol";
  readonly text: string;
  readonly terms: readonly string[];
  /** An event is told in many ways: it is there while some of its terms stand anywhere. */
  readonly isLoose?: true;
}

const QUOTED = /["“「『《]([^"”」』》]{2,60})["”」』》]/gu;
/** Days and times of day are told in many forms; none of them is exact. */
const DATE_OR_TIME = /^(?:\d{1,4}([-/.])\d{1,2}(?:\1\d{1,4})?|\d{1,2}:\d{2}(?::\d{2})?)$/;
const MONTHS =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december)";
/** A number that counts, compares or dates is none that must stand somewhere. */
const LOOSE_BEFORE = new RegExp(
  `(?:[前后第近约超过于到足满比每]|大概|至少|最多|以上|\\b(?:than|least|most|over|under|about|around|top|first|last|next|in|during|since|every|of)|${MONTHS},?(?:\\s*\\d{1,2},?)?)\\s*$`,
  "iu",
);
const LOOSE_AFTER = new RegExp(
  `^\\s*(?:\\p{Script=Han}{0,2}(?:以上|以下|以内|之间|左右|及|或)|[年月日号点时分秒周天个位次件条种只遍]|[及或和到至~-]|以上|以下|以内|之间|多|小时|分钟|星期|礼拜|(?:st|nd|rd|th|am|pm|years?|months?|weeks?|days?|hours?|minutes?|times?|or (?:more|less)|${MONTHS})\\b)`,
  "iu",
);
/** A year is a time, where the question names one. */
const YEAR = /^(?:19|20)\d\d$/;
/** Parts of speech of names, and of what a name of an event is made of. */
const NAME_TAGS: ReadonlySet<string> = new Set(["nr", "nrt", "nrfg", "ns", "nt", "nz"]);
const NOUN_TAG = /^(?:n|vn|an|j|l|s|b)/;
/** Of places alone no event is made. */
const EVENT_TAG = /^(?:n(?!s)|j|l)/;
/** 小 and 老 begin many words that are no names. */
const NICKNAME = /^[小老阿]/u;
/** What stands before a name, but for nothing at all. */
const BEFORE_NAME = /^(?:和|跟|与|同|给|问|请问|叫|是|，|、|,|那|：)$/;
const EVENT_LENGTH_MIN = 5;
/** A longer name is often told by a part of it (黑龙江哈尔滨: 哈尔滨). */
const NAME_LENGTH_MAX = 4;
/** Characters that stand between words rather than in names. */
export const JOINING: ReadonlySet<string> = new Set(
  "为从把被对要会想能向给让到来去上下里以与及干点",
);

/** The exact things of a question, each once. */
export function exactThings(question: Question): readonly ExactThing[] {
  const { asking: text, askingWords: words } = question;
  const things = [
    ...codes(text),
    ...numbers(text).filter((one) => !question.range || !YEAR.test(one.text)),
    ...quotations(text),
    ...latinNames(text),
    ...hanNames(words),
    ...calledNames(words),
    ...events(words),
  ];
  const unique = new Map(things.map((thing) => [foldText(thing.text), thing]));
  return [...unique.values()].slice(0, EXACT_MAX);
}

/** The terms of a name or a code, without the lone end of a run of Han characters. */
export function exactTerms(text: string): readonly string[] {
  const terms = termsOf(text);
  const pairs = terms.filter((term) => !(isHan(term) && [...term].length === 1));
  return [...new Set(pairs.length > 0 ? pairs : terms)];
}

function codes(text: string): readonly ExactThing[] {
  return codesOf(text)
    .filter((code) => !DATE_OR_TIME.test(code))
    .map((code) => ({ reason: "exact", text: code, terms: [code] }));
}

/** Numbers of two digits and more, and words with digits in them, that stand alone. */
function numbers(text: string): readonly ExactThing[] {
  const found: ExactThing[] = [];
  const folded = foldText(normalizeText(text));
  for (const match of folded.matchAll(/[a-z\d]*\d[a-z\d]*/gu)) {
    const [word] = match;
    const before = folded.slice(0, match.index);
    const after = folded.slice(match.index + word.length);
    // Half of a code or of a date.
    if (/[a-z\d][._:@/+-]$/.test(before) || /^[._:@/+-][a-z\d]/.test(after)) continue;
    const [, digits, unit] = /^(\d+)([a-z]{0,4})$/.exec(word) ?? [];
    if (digits !== undefined && digits.length < 5) {
      if (digits.length < 2 && unit === "") continue;
      if (LOOSE_BEFORE.test(before) || LOOSE_AFTER.test(after)) continue;
      if (unit !== "" && LOOSE_AFTER.test(`${unit}${after}`)) continue;
    }
    const term = digits !== undefined && digits.length > 1 ? digits : word;
    found.push({ reason: "exact", text: word, terms: [term] });
  }
  return found;
}

function quotations(text: string): readonly ExactThing[] {
  return [...text.matchAll(QUOTED)].map(([, quoted = ""]) => ({
    reason: "exact",
    text: quoted,
    terms: exactTerms(quoted).filter((term) => !isStopTerm(term)),
  }));
}

/** Words that begin large although no sentence begins there. */
function latinNames(text: string): readonly ExactThing[] {
  const names: ExactThing[] = [];
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}]+(?:['’]s\b)?/gu)) {
    const word = match[0].replace(/['’]s$/, "");
    const begins = /(?:^|[.!?。！？:：]\s*)["“]?$/u.test(text.slice(0, match.index).trimEnd());
    const lower = word.toLowerCase();
    if (hasHan(word) || STOP_WORDS.has(lower) || COMMON_CAPITALS.has(lower)) continue;
    if (begins && !/['’]s$/.test(match[0])) continue;
    names.push({ reason: "symbol", text: word, terms: exactTerms(word) });
  }
  return names;
}

function hanNames(words: readonly TaggedWord[]): readonly ExactThing[] {
  return words
    .filter(({ word, tag }) => isName(word, tag))
    .map(({ word }) => ({
      ...{ reason: "symbol", text: word, terms: exactTerms(word) },
      ...([...word].length > NAME_LENGTH_MAX ? { isLoose: true } : {}),
    }));
}

function isName(word: string, tag: string): boolean {
  const characters = [...word];
  if (characters.length < 2 || characters.length > 8 || !characters.every(isHan)) return false;
  if (isCommon(word) || word.endsWith("月份")) return false;
  if (characters.some((one) => STOP_CHARACTERS.has(one) || JOINING.has(one))) return false;
  const isCalled = SURNAMES.has(word[0] ?? "");
  // What no dictionary knows is a name where it begins like one; else two words that were not cut.
  if (tag === "x") return isCalled && characters.length < 4;
  return NAME_TAGS.has(tag) && (isCalled || tag !== "nr" || characters.length > 2);
}

/** Whether a word names a quality or a kind: memory may tell of it without the word. */
export function isCommon(word: string): boolean {
  if (ATTRIBUTE_WORDS.has(word) || KIND_WORDS.has(word)) return true;
  // 单位名称: two of them in one.
  const [head, tail] = [word.slice(0, 2), word.slice(2)];
  return tail.length > 1 && isCommon(head) && isCommon(tail);
}

/** Nouns in a row, such as 新兴产业峰会, with doings between them: long enough to name one thing. */
function events(words: readonly TaggedWord[]): readonly ExactThing[] {
  const found: ExactThing[] = [];
  let run: TaggedWord[] = [];
  const flush = () => {
    while (run.length > 0 && !NOUN_TAG.test(run.at(-1)?.tag ?? "")) run.pop();
    const text = run.map(({ word }) => word).join("");
    if (run.some(({ tag }) => EVENT_TAG.test(tag)) && [...text].length >= EVENT_LENGTH_MIN) {
      found.push({ reason: "symbol", text, terms: exactTerms(text), isLoose: true });
    }
    run = [];
  };
  for (const one of words) {
    const { word, tag } = one;
    const isNoun = NOUN_TAG.test(tag) && [...word].every(isHan) && !isCommon(word);
    const isBetween = run.length > 0 && (word === "之" || isDoing(one));
    if (isNoun || isBetween) run.push(one);
    else flush();
  }
  flush();
  return found;
}

function isDoing({ word, tag }: TaggedWord): boolean {
  return tag.startsWith("v") && [...word].length === 2 && !isCommon(word);
}

/** 何国洋 is three words to a dictionary: a surname and two characters, where a name may stand. */
function calledNames(words: readonly TaggedWord[]): readonly ExactThing[] {
  const found: ExactThing[] = [];
  words.forEach(({ word, tag }, index) => {
    const before = words[index - 1];
    if (before && !BEFORE_NAME.test(before.word)) return;
    if (
      isCommon(word) ||
      !SURNAMES.has(word[0] ?? "") ||
      NICKNAME.test(word) ||
      (tag === "nr" && [...word].length > 1)
    )
      return;
    const text = `${word}${words[index + 1]?.word ?? ""}`;
    const characters = [...text];
    const isWhole = characters.length === 3 && characters.every(isHan);
    if (!isWhole || characters.some((one) => STOP_CHARACTERS.has(one) || JOINING.has(one))) return;
    found.push({ reason: "symbol", text, terms: exactTerms(text) });
  });
  return found;
}
