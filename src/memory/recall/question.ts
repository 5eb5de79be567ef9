/** What a question asks for: its terms with their weights, who and when is meant, and what is exact. */
import type { Principal } from "#contract";
import { foldText, hasHan, normalizeText, type Segmenter, type TaggedWord } from "#platform/text";
import { TERMS_MAX, TEXT_CHARS_MAX } from "./limits.ts";
import { askedCharacters, askedTerms, termsOf } from "./terms.ts";
import { speakerKey } from "./text-index.ts";
import { type TimeRange, timeRangeOf } from "./time-words.ts";
import { ACROSS_WORDS_WEIGHT, SPEAKER_NAME_WEIGHT } from "./weights.ts";

/** A question, taken apart. */
export interface Question {
  /** As it was asked, without what only differs in width or white space. */
  readonly text: string;
  /** Weights of terms, 1 for an ordinary one. */
  readonly terms: ReadonlyMap<string, number>;
  readonly characters: readonly string[];
  /** Keys of speakers that are named. */
  readonly speakers: ReadonlySet<string>;
  /** The asker's key as a speaker, where the question is about him. */
  readonly asker: string | null;
  readonly range: TimeRange | undefined;
  readonly wantsTime: boolean;
  readonly wantsQuantity: boolean;
  /** Its words, where it has Chinese ones. */
  readonly words: readonly TaggedWord[];
  /** Its last sentence, in which the asking is done, and the words of that: what comes before may be talk. */
  readonly asking: string;
  readonly askingWords: readonly TaggedWord[];
}

/** What is known besides the words. */
export interface QuestionContext {
  readonly viewer: Principal;
  readonly at: number;
  readonly timeZone: string;
  /** Keys of those who speak in what the viewer may see. */
  readonly speakers: readonly string[];
  /** Cuts Chinese into words; without one all pairs of characters count alike. */
  readonly segmenter: Segmenter | undefined;
}

const MINE = /[我咱]|\b(?:i|me|my|mine|myself)\b/iu;
const WHEN = /什么时候|何时|哪[天年月]|几[点月号]|\bwhen\b|\bwhat (?:time|day|date|month|year)\b/iu;
const QUANTITY = /多[少大高长久重远]|几|\bhow (?:many|much|long|old|often|far|tall|big)\b/iu;

export function takeApart(asked: string, context: QuestionContext): Question {
  const text = normalizeText(asked.slice(0, TEXT_CHARS_MAX));
  const folded = foldText(text);
  const speakers = new Set(context.speakers.filter((key) => isNamed(folded, key)));
  const words = tagged(text, context.segmenter);
  const asking = lastSentence(text);
  return {
    ...{ text, speakers, words, asking },
    askingWords: asking === text ? words : tagged(asking, context.segmenter),
    terms: weighted(folded, speakers, words),
    characters: askedCharacters(text),
    asker: MINE.test(text) ? speakerKey(context.viewer.name) : null,
    range: timeRangeOf(text, context.at, context.timeZone),
    wantsTime: WHEN.test(text),
    wantsQuantity: QUANTITY.test(text),
  };
}

function tagged(text: string, segmenter: Segmenter | undefined): readonly TaggedWord[] {
  return segmenter && hasHan(text) ? segmenter.tag(text) : [];
}

/** Quoted text belongs to the sentence that quotes it. */
const SENTENCES = /(?:["“「『《][^"”」』》]*["”」』》]|[^。！？!?：\n])+/gu;

function lastSentence(text: string): string {
  const sentences = text.match(SENTENCES)?.filter((one) => /[\p{L}\p{N}]/u.test(one)) ?? [];
  return sentences.at(-1)?.trim() ?? text;
}

/** A name in Chinese may stand anywhere, one of letters is a word. */
function isNamed(folded: string, key: string): boolean {
  if (hasHan(key)) return key.length > 1 && folded.includes(key);
  for (let at = folded.indexOf(key); at >= 0; at = folded.indexOf(key, at + 1)) {
    const before = folded[at - 1] ?? " ";
    const after = folded[at + key.length] ?? " ";
    if (!/[a-z\d]/.test(before) && !/[a-z\d]/.test(after)) return true;
  }
  return false;
}

function weighted(
  folded: string,
  speakers: ReadonlySet<string>,
  words: readonly TaggedWord[],
): ReadonlyMap<string, number> {
  const inWords = new Set(words.flatMap(({ word }) => termsOf(word)));
  const names = new Set([...speakers].flatMap(termsOf));
  const weightOf = (term: string) => {
    if (names.has(term)) return SPEAKER_NAME_WEIGHT;
    return words.length === 0 || inWords.has(term) ? 1 : ACROSS_WORDS_WEIGHT;
  };
  return new Map(
    askedTerms(folded)
      .map((term) => [term, weightOf(term)] as const)
      // A long question has more pairs of characters than can be read: those within words go first.
      .sort(([, left], [, right]) => right - left)
      .slice(0, TERMS_MAX * 2),
  );
}
