/**
 * The space of words, where there is no model: TF-IDF over Han bigrams and words, in hashed places.
 * A declared degradation: the status says so for as long as it stands in for a model.
 */
import type { Embedding, EmbeddingInfo, EmbeddingVector, Health } from "#kernel/state";
import { bigrams } from "#platform/text";

/** Places that terms are hashed into: the bound of the vocabulary. A power of two. */
const DIMENSION = 2 ** 18;
/** What is behind this many characters of a text adds no term. */
const TEXT_CHARS_MAX = 4_000;
/** At this many texts all counts are halved: old talk fades, and no counter can run over. */
const TEXTS_COUNTED_MAX = 2 ** 15;

/** Another way to cut or to weigh terms is another space and needs another name. */
const INFO: EmbeddingInfo = {
  fingerprint: `words-1-${DIMENSION}`,
  dimension: DIMENSION,
  modalities: ["text"],
};

/** The part of the status that is degraded while words stand in for a model, and why. */
const DEGRADED = ["embedding", "no model: similarity by words"] as const;

/** Makes the space; disposing it takes the degradation back. */
export function createWordEmbedding(health: Health): Embedding & Disposable {
  const degradation = health.degrade(...DEGRADED);
  const counts = new TextCounts();
  return {
    info: () => INFO,
    async embed(texts, purpose, signal) {
      signal.throwIfAborted();
      const found = texts.map(termCounts);
      if (purpose === "document") for (const terms of found) counts.add(terms.keys());
      return found.map((terms) =>
        unitVector(terms, purpose === "query" ? (place) => counts.rarity(place) : () => 1),
      );
    },
    [Symbol.dispose]: () => degradation[Symbol.dispose](),
  };
}

/**
 * In how many texts each place was seen. Only questions are weighed by rarity ("lnc.ltc"): the
 * vector of a text then stays right however many texts come after it.
 */
class TextCounts {
  readonly #counts = new Uint16Array(DIMENSION);
  #texts = 0;

  add(places: Iterable<number>): void {
    if (this.#texts >= TEXTS_COUNTED_MAX) this.#halve();
    this.#texts += 1;
    for (const place of places) this.#counts[place] = (this.#counts[place] ?? 0) + 1;
  }

  rarity(place: number): number {
    return Math.log((this.#texts + 1) / ((this.#counts[place] ?? 0) + 1)) + 1;
  }

  #halve(): void {
    this.#texts >>>= 1;
    for (let place = 0; place < DIMENSION; place += 1) {
      this.#counts[place] = (this.#counts[place] ?? 0) >>> 1;
    }
  }
}

/** How often each place occurs in a text. */
function termCounts(text: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (const term of bigrams(text.slice(0, TEXT_CHARS_MAX))) {
    const place = placeOf(term);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
}

/** FNV-1a over UTF-16 units, folded to the dimension. */
function placeOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> 18)) & (DIMENSION - 1);
}

function unitVector(
  terms: ReadonlyMap<number, number>,
  weightOf: (place: number) => number,
): EmbeddingVector {
  const indices = Uint32Array.from(terms.keys()).sort();
  const values = new Float32Array(indices.length);
  let squares = 0;
  for (const [at, place] of indices.entries()) {
    const weight = (1 + Math.log(terms.get(place) ?? 1)) * weightOf(place);
    values[at] = weight;
    squares += weight * weight;
  }
  const length = Math.sqrt(squares);
  if (length > 0)
    for (let at = 0; at < values.length; at += 1) values[at] = (values[at] ?? 0) / length;
  return { kind: "sparse", space: INFO.fingerprint, indices, values };
}
