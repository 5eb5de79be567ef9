/** The terms under which a text is found: pairs of Han characters, stems of words, whole codes. */
import { bigrams, foldText, isHan, normalizeText } from "#platform/text";
import { STOP_CHARACTERS, STOP_PAIRS, STOP_WORDS } from "./content/stop-words.ts";
import { CHARACTERS_MAX, TERM_CHARS_MAX, TEXT_CHARS_MAX } from "./limits.ts";
import { stem } from "./stem.ts";

/** "It's", "I'm": what hangs on a word is no word. */
const CLITICS = /['’](?:s|t|m|re|ve|ll|d)\b/giu;
/** Addresses, versions, times, numbers with a point: found whole, besides by their parts. */
const CODES = /[a-z\d]+(?:[._:@/+-]+[a-z\d]+)+/gu;
/** "160cm" is found by "160", too. */
const MEASURE = /^(\d+)([a-z]{1,4})$/;
const STOP_STEMS: ReadonlySet<string> = new Set([...STOP_WORDS].map(stem));

/** Terms in order, repeats kept; a code comes after its parts. */
export function termsOf(text: string): string[] {
  const cut = normalizeText(text.slice(0, TEXT_CHARS_MAX)).replace(CLITICS, " ");
  const terms: string[] = [];
  for (const term of bigrams(cut)) {
    const parts = MEASURE.exec(term);
    if (parts?.[1] !== undefined && parts[2] !== undefined) terms.push(parts[1], parts[2]);
    terms.push(stem(term).slice(0, TERM_CHARS_MAX));
  }
  for (const code of codesOf(cut)) terms.push(code.slice(0, TERM_CHARS_MAX));
  return terms;
}

/** The codes of a text, folded. */
export function codesOf(text: string): readonly string[] {
  return (foldText(normalizeText(text)).match(CODES) ?? []).filter((code) => /[\d@]/.test(code));
}

/** Whether a term stands in every question. */
export function isStopTerm(term: string): boolean {
  return STOP_STEMS.has(term) || STOP_PAIRS.has(term);
}

/** Terms of a question, each once, without those that find nothing; nor the lone end of a run. */
export function askedTerms(text: string): readonly string[] {
  const terms = termsOf(text).filter(
    (term) => !isStopTerm(term) && !(isHan(term) && [...term].length === 1),
  );
  return [...new Set(terms)];
}

/** Single characters of a question that may be half of a word. */
export function askedCharacters(text: string): readonly string[] {
  const characters = [...foldText(normalizeText(text.slice(0, TEXT_CHARS_MAX)))].filter(
    (character) => isHan(character) && !STOP_CHARACTERS.has(character),
  );
  return [...new Set(characters)].slice(0, CHARACTERS_MAX);
}
