/** English words to their stems (Porter, 1980), so that "hikes", "hiked" and "hiking" are one term. */
import { IRREGULAR_FORMS } from "./content/irregular-forms.ts";

const CONSONANTS = "[^aeiou][^aeiouy]*";
const VOWELS = "[aeiouy][aeiou]*";
/** At least one, exactly one, and more than one sequence of vowels and consonants. */
const SOME = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const ONE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`);
const MORE = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?[aeiouy]`);
const SHORT = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`);

/** Endings of derived words, longest first where one ends like another. */
const DERIVED: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["alli", "al"],
  ["ator", "ate"],
  ["logi", "log"],
  ["bli", "ble"],
  ["eli", "e"],
];
const FURTHER: readonly (readonly [string, string])[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
const LAST =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/;

/** The stem of a word in lower case; a word of another alphabet stays as it is. */
export function stem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return IRREGULAR_FORMS[word] ?? word;
  const regular = IRREGULAR_FORMS[word] ?? word;
  if (regular.length < 3) return regular;
  // A "y" at the beginning is a consonant; written large, the patterns take it for one.
  const began = regular.startsWith("y") ? `Y${regular.slice(1)}` : regular;
  const ended = withoutFinalE(
    without(MORE, LAST, replaced(replaced(inflected(began), DERIVED), FURTHER)),
  );
  return ended.toLowerCase();
}

/** Without the endings of plural, past and progressive. */
function inflected(word: string): string {
  let stemmed = word.replace(/(ss|i)es$/, "$1").replace(/([^s])s$/, "$1");
  if (stemmed.endsWith("eed")) {
    if (SOME.test(stemmed.slice(0, -3))) stemmed = stemmed.slice(0, -1);
  } else {
    const before = /^(.+?)(ed|ing)$/.exec(stemmed)?.[1];
    if (before !== undefined && HAS_VOWEL.test(before)) stemmed = repaired(before);
  }
  return /^.+y$/.test(stemmed) && HAS_VOWEL.test(stemmed.slice(0, -1))
    ? `${stemmed.slice(0, -1)}i`
    : stemmed;
}

/** What "-ed" and "-ing" changed before them. */
function repaired(before: string): string {
  if (/(at|bl|iz)$/.test(before)) return `${before}e`;
  if (/([^aeiouylsz])\1$/.test(before)) return before.slice(0, -1);
  return SHORT.test(before) ? `${before}e` : before;
}

function replaced(word: string, endings: readonly (readonly [string, string])[]): string {
  const found = endings.find(([ending]) => word.endsWith(ending));
  if (!found) return word;
  const before = word.slice(0, -found[0].length);
  return SOME.test(before) ? before + found[1] : word;
}

function without(enough: RegExp, ending: RegExp, word: string): string {
  const before = ending.exec(word)?.[1];
  return before !== undefined && enough.test(before) ? before : word;
}

function withoutFinalE(word: string): string {
  const before = word.endsWith("e") ? word.slice(0, -1) : word;
  const dropped = MORE.test(before) || (ONE.test(before) && !SHORT.test(before)) ? before : word;
  return dropped.endsWith("ll") && MORE.test(dropped) ? dropped.slice(0, -1) : dropped;
}
