/** Finds texts for a question by their words, and weighs them by words, neighbours, speaker and time. */
import {
  ANCHORS_MAX,
  CHARACTER_TEXTS_MAX,
  NEIGHBOR_REACH,
  POSTINGS_MAX,
  TERMS_MAX,
} from "./limits.ts";
import type { Question } from "./question.ts";
import type { Reader } from "./reader.ts";
import type { TextRow } from "./text-index.ts";
import { ASKS, TELLS_QUANTITY, TELLS_TIME } from "./traits.ts";
import * as weights from "./weights.ts";

/** A text that may answer, with what speaks for it. */
export interface ScoredText {
  readonly doc: number;
  readonly score: number;
  /** One of its own terms is asked for; it stands next to one of which that is so. */
  readonly byText: boolean;
  readonly byNeighbor: boolean;
  readonly bySpeaker: boolean;
  readonly byTime: boolean;
}

/** A term that stands somewhere, with what it counts. */
interface Term {
  readonly worth: number;
  readonly docs: readonly number[];
}

/** Which terms stand in a text, by their places in the list of terms. */
type TermsOfDocs = ReadonlyMap<number, readonly number[]>;

/** The texts that speak to the question, best first. */
export function scoreTexts(reader: Reader, question: Question): readonly ScoredText[] {
  const terms = readTerms(reader, question);
  const found = new Map<number, number[]>();
  terms.forEach(({ docs }, place) => {
    for (const doc of docs) {
      const places = found.get(doc);
      if (places) places.push(place);
      else found.set(doc, [place]);
    }
  });
  const rows = reader.around(anchors(reader, question, terms, found));
  const talks = byPlace(rows);
  const averageTerms = Math.max(1, reader.averageTerms);
  const scored: ScoredText[] = [];
  for (const row of rows) {
    const evidence = evidenceOf(row, talks, terms, found, averageTerms);
    const text = weighed(row, evidence, question);
    if (text.score > 0) scored.push(text);
  }
  // Of equals the one that was said later.
  return scored.sort((left, right) => right.score - left.score || right.doc - left.doc);
}

/** Reads where the terms stand, rarest first, until there is enough; the rest would be too common. */
function readTerms(reader: Reader, question: Question): readonly Term[] {
  const texts = reader.texts;
  const spreads = reader.spreads(question.terms.keys());
  const rarest = [...spreads].sort(([, left], [, right]) => left - right).slice(0, TERMS_MAX);
  const terms: Term[] = [];
  let read = 0;
  for (const [term, spread] of rarest) {
    if (read > 0 && read + spread > POSTINGS_MAX) break;
    read += spread;
    const weight = question.terms.get(term) ?? 1;
    terms.push({ worth: weight * rarity(spread, texts), docs: reader.docs(term) });
  }
  if (texts > CHARACTER_TEXTS_MAX) return terms;
  for (const character of question.characters) {
    const docs = reader.docsWithPrefix(character, CHARACTER_TEXTS_MAX);
    if (docs.length === 0) continue;
    terms.push({ worth: weights.CHARACTER_WEIGHT * rarity(docs.length, texts), docs });
  }
  return terms;
}

function rarity(spread: number, texts: number): number {
  return Math.log(1 + Math.max(0, texts - spread + 0.5) / (spread + 0.5));
}

/** The texts to look at closely: those with the most telling terms, or else those of the time named. */
function anchors(
  reader: Reader,
  question: Question,
  terms: readonly Term[],
  found: TermsOfDocs,
): readonly number[] {
  const worths = [...found].map(([doc, places]) => {
    let worth = 0;
    for (const place of places) worth += terms[place]?.worth ?? 0;
    return { doc, worth };
  });
  worths.sort((left, right) => right.worth - left.worth || right.doc - left.doc);
  const best = worths.slice(0, ANCHORS_MAX).map(({ doc }) => doc);
  return question.range ? [...new Set([...best, ...reader.docsIn(question.range)])] : best;
}

const placeKey = (conversation: number, position: number) => conversation * 2 ** 26 + position;

function byPlace(rows: readonly TextRow[]): ReadonlyMap<number, TextRow> {
  const inTalks = rows.filter(({ conversation }) => conversation > 0);
  return new Map(inTalks.map((row) => [placeKey(row.conversation, row.position), row]));
}

interface Evidence {
  readonly score: number;
  readonly own: number;
}

/**
 * The terms in a text and around it. Each term counts once, where it stands best: an answer without
 * a word of the question is found by the question before it, and nothing counts double.
 */
function evidenceOf(
  row: TextRow,
  talks: ReadonlyMap<number, TextRow>,
  terms: readonly Term[],
  found: TermsOfDocs,
  averageTerms: number,
): Evidence {
  const best = new Map<number, number>();
  let own = 0;
  for (let step = -NEIGHBOR_REACH; step <= NEIGHBOR_REACH; step += 1) {
    const near = step === 0 ? row : neighbor(talks, row, step);
    const places = near && found.get(near.doc);
    if (!near || !places) continue;
    const factor = lengthFactor(near.terms, averageTerms) * neighborFactor(row, near, step);
    for (const place of places) {
      const worth = (terms[place]?.worth ?? 0) * factor;
      if (step === 0) own += worth;
      if (worth > (best.get(place) ?? 0)) best.set(place, worth);
    }
  }
  let score = 0;
  for (const worth of best.values()) score += worth;
  return { score, own };
}

function neighbor(
  talks: ReadonlyMap<number, TextRow>,
  { conversation, position }: TextRow,
  step: number,
): TextRow | undefined {
  return conversation > 0 ? talks.get(placeKey(conversation, position + step)) : undefined;
}

/** BM25 for a term that stands once. */
function lengthFactor(terms: number, averageTerms: number): number {
  const share = 1 - weights.LENGTH_SHARE + (weights.LENGTH_SHARE * terms) / averageTerms;
  return (weights.SATURATION + 1) / (1 + weights.SATURATION * share);
}

function neighborFactor(row: TextRow, near: TextRow, step: number): number {
  let factor = weights.NEIGHBOR_WEIGHTS[Math.abs(step)] ?? 0;
  if (step < 0) factor *= weights.BEFORE_FACTOR;
  if (step === -1 && (near.traits & ASKS) !== 0) factor *= weights.QUESTION_BEFORE_FACTOR;
  const isOtherTalk = Math.abs(near.at - row.at) > weights.TALK_GAP_MS;
  return isOtherTalk ? factor * weights.OTHER_TALK_FACTOR : factor;
}

/** What is no word but speaks for a text all the same. */
function weighed(row: TextRow, { score: evidence, own }: Evidence, question: Question): ScoredText {
  const { range, speakers, asker } = question;
  const byTime = range !== undefined && row.at >= range.fromMs && row.at < range.toMs;
  const bySpeaker = row.speaker_key !== null && speakers.has(row.speaker_key);
  // A question of nothing but a time is answered by what was said then, the newest first.
  let score = evidence === 0 && byTime ? 1e-6 : evidence;
  if (bySpeaker) score *= weights.SPEAKER_FACTOR;
  else if (speakers.size === 0 && asker !== null && row.speaker_key === asker) {
    score *= weights.ASKER_FACTOR;
  }
  if (byTime) score *= weights.IN_RANGE_FACTOR;
  if ((row.traits & ASKS) !== 0) score *= weights.ASKING_TEXT_FACTOR;
  if (question.wantsTime && (row.traits & TELLS_TIME) !== 0) score *= weights.TIME_TOLD_FACTOR;
  if (question.wantsQuantity && (row.traits & TELLS_QUANTITY) !== 0) {
    score *= weights.QUANTITY_TOLD_FACTOR;
  }
  return {
    ...{ doc: row.doc, score, bySpeaker, byTime },
    byText: own > 0,
    byNeighbor: evidence > own,
  };
}
