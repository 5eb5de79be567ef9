/**
 * "Not in memory", decided in the store (F26): which exact things a question names that stand nowhere
 * in what the viewer may see, or that all it tells of stands nowhere. That it does not exist is not said.
 */
import { isHan } from "#platform/text";
import { COMMON_CAPITALS } from "./content/common-words.ts";
import { STOP_CHARACTERS } from "./content/stop-words.ts";
import { type ExactThing, exactTerms, isCommon, JOINING } from "./exact-things.ts";
import { MATTER_MAX, POSTINGS_MAX } from "./limits.ts";
import type { Question } from "./question.ts";
import type { Reader } from "./reader.ts";
import { askedTerms, isStopTerm } from "./terms.ts";

/** Whether a name is known besides the texts: as an entity, say. */
export type IsKnown = (name: string) => boolean;

/** The share of a loose thing's terms that stand together in some text when it is known. */
const LOOSE_SHARE = 0.4;
/** A question is about something unknown when this share of what it tells stands nowhere. */
const MISSING_SHARE = 0.7;
/** What tells of a thing. Doings are told in too many words to miss one. */
const NOUN_TAG = /^(?:n|j)/;

/** The things that stand nowhere, as they were asked for; or what else the question is about. */
export function absentFrom(
  reader: Reader,
  question: Question,
  things: readonly ExactThing[],
  isKnown: IsKnown,
): readonly string[] {
  const isMissing = (thing: ExactThing) => !stands(reader, thing) && !isKnown(thing.text);
  const missing = things.filter(isMissing).map(({ text }) => text);
  // A name within the name of an event is told once.
  const whole = missing.filter(
    (text) => !missing.some((other) => other !== text && other.includes(text)),
  );
  return whole.length > 0 ? whole : unknownMatter(question, isMissing);
}

function stands(reader: Reader, { terms, isLoose }: ExactThing): boolean {
  if (terms.length === 0) return true;
  return isLoose ? standsInPart(reader, terms) : reader.docsWithAll(terms, 1).length > 0;
}

/** Whether one text holds enough of the terms; the commonest are not even looked at. */
function standsInPart(reader: Reader, terms: readonly string[]): boolean {
  const enough = Math.ceil(terms.length * LOOSE_SHARE);
  const counts = new Map<number, number>();
  let left = POSTINGS_MAX;
  for (const [term, spread] of reader.spreads(terms)) {
    left -= spread;
    if (left < 0) return true;
    for (const doc of reader.docs(term)) {
      const count = (counts.get(doc) ?? 0) + 1;
      if (count >= enough) return true;
      counts.set(doc, count);
    }
  }
  return false;
}

/** Most of what the question tells of stands nowhere: then what it is about was never said. */
function unknownMatter(
  question: Question,
  isMissing: (thing: ExactThing) => boolean,
): readonly string[] {
  const matter = matterOf(question).slice(0, MATTER_MAX);
  const missing = matter.filter(isMissing);
  const lengthOf = (things: readonly ExactThing[]) =>
    things.reduce((sum, { text }) => sum + text.length, 0);
  if (missing.length === 0) return [];
  return lengthOf(missing) >= MISSING_SHARE * lengthOf(matter)
    ? missing.map(({ text }) => text)
    : [];
}

/** The words that tell what the question is about: nouns. */
function matterOf({ asking, askingWords: words, speakers }: Question): readonly ExactThing[] {
  const thing = (word: string, terms: readonly string[]): ExactThing => ({
    ...{ reason: "symbol", text: word, terms },
  });
  if (words.length === 0) {
    return askedTerms(asking)
      .filter(
        (term) =>
          !isCommon(term) &&
          !speakers.has(term) &&
          !COMMON_CAPITALS.has(term) &&
          term.length > 2 &&
          !/\d/.test(term),
      )
      .map((term) => thing(term, [term]));
  }
  return words
    .filter(({ word, tag }) => NOUN_TAG.test(tag) && isMatter(word))
    .map(({ word }) => thing(word, exactTerms(word)));
}

function isMatter(word: string): boolean {
  const characters = [...word];
  if (characters.length < 2 || !characters.every(isHan)) return false;
  if (isCommon(word) || isStopTerm(word)) return false;
  // 部手机: a measure word that hangs on a kind.
  return (
    !isCommon(characters.slice(1).join("")) &&
    !characters.some((one) => STOP_CHARACTERS.has(one) || JOINING.has(one))
  );
}
